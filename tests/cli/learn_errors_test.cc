// Errors of train, predict, test and info: one line that says where and why, an exit status for
// scripts, and no files left behind.
#include "tests/helpers/learn_helpers.h"

namespace ect::cli {
namespace {

class LearnErrors : public LearnCli {};

TEST_F(LearnErrors, WrongUsageIsOneLineAndStatus2) {
  const std::string data = write("fruit.csv", kFruit);
  const std::string model = train(data);
  const std::string old = read(model);
  const long before = files();
  const std::vector<std::vector<std::string>> wrong{
      {"train"},
      {"train", data},
      {"train", data, "-o", "-"},
      {"train", data, "-o", ""},
      {"train", data, "-o", model, "--reduction", "frob"},
      {"train", data, "-o", model, "--learner", "frob"},
      {"train", data, "-o", model, "--seeding", "frob"},
      {"train", data, "-o", model, "--seeding", "given:"},
      {"train", data, "-o", model, "--reduction", "tree", "-m", "2"},
      {"train", data, "-o", model, "--reduction", "filter-tree", "-m", "2"},
      {"train", data, "-o", model, "--reduction", "all-pairs", "-m", "1"},
      {"train", data, "-o", model, "--reduction", "all-pairs-filter-tree", "-m", "2"},
      {"train", data, "-o", model, "--reduction", "one-vs-all", "--seeding", "given:" + data},
      {"train", data, "-o", model, "--reduction", "one-vs-all", "--decode", "frob"},
      {"train", data, "-o", model, "--reduction", "pecoc", "--decode", "votes"},
      {"train", data, "-o", model, "--reduction", "ecoc", "--code", "frob"},
      {"train", data, "-o", model, "--reduction", "ecoc", "--code", "random:1"},
      {"train", data, "-o", model, "--code", "exhaustive"},
      {"train", data, "-o", model, "-m", "0"},
      {"train", data, "-o", model, "-m", "-1"},
      {"train", data, "-o", model, "-m", "4000000000"},
      {"train", data, "-o", model, "--passes", "0"},
      {"train", data, "-o", model, "--learner", "hinge", "--passes", "2"},
      {"train", data, "-o", model, "--stream", "--learner", "hinge"},
      {"train", "-", "-o", model, "--stream", "--passes", "2"},
      {"train", data, "-o", model, "--cache", data + ".ectcache"},
      {"train", data, "-o", model, "--resume"},
      {"train", data, "-o", model, "--checkpoint-every", "5"},
      {"train", data, "-o", model, "--checkpoint", model},
      {"train", data, "-o", model, "--checkpoint", data},
      {"train", data, "-o", model, "--stream", "--cache", model},
      {"train", data, "-o", model, "--checkpoint", model + ".c", "--learner", "command:cat"},
      {"train", data, "-o", model, "--finals", "shared"},
      {"train", data, "-o", model, "--finals", "contested:luck"},
      {"train", data, "-o", model, "--finals", "charged", "--contenders", "4"},
      {"train", data, "-o", model, "--contenders", "1"},
      {"train", data, "-o", model, "--contenders", "65"},
      {"train", data, "-o", model, "--reduction", "all-pairs", "--finals", "contested"},
      {"train", data, "-o", model, "--learner", "logistic", "--finals", "contested"},
      {"train", data, "-o", model, "--stream", "--finals", "contested:pairs"},
      {"train", data, "-o", model, "--stream", "--finals", "contested", "--trees", "2"},
      {"train", data, "-o", model, "--trees", "0"},
      {"train", data, "-o", model, "--trees", "1001"},
      {"train", data, "-o", model, "--reduction", "all-pairs", "--trees", "2"},
      {"train", data, "-o", model, "--seeding", "alike"},
      {"train", data, "-o", model, "--cost-scale", "log"},
      {"train", data, "-o", model, "--costing", "10001"},
      {"train", data, "-o", model, "--probing", "10001"},
      {"predict", model, data, "--timeout", "3"},
      {"train", data, "-o", model, "--expand", "cubic"},
      {"train", data, "-o", model, "--expand", "fourier:"},
      {"train", data, "-o", model, "--expand", "quadratic", "--learner", "c45"},
      {"train", data, "-o", model, "--expand", "fourier:10", "--learner", "boosted"},
      {"train", data, "-o", model, "--expand", "fourier:10", "--learner", "bayes"},
      {"train", data, "-o", model, "--expand", "quadratic", "--learner", "command:true"},
      {"train", data, "-o", model, "--l2", "-1"},
      {"train", data, "-o", model, "--l2", "nan"},
      {"train", data, "-o", model, "--l2", "inf"},
      {"train", data, "-o", model, "--l2", "x"},
      {"train", data, "-o", model, "--l2", "1", "--learner", "bayes"},
      {"train", data, "-o", model, "--l2", "1", "--learner", "c45"},
      {"train", data, "-o", model, "--threads", "0"},
      {"train", data, "-o", model, "--format", "frob"},
      {"train", data, "-o", model, "--chars", "5-3"},
      {"train", data, "-o", model, "--words", "0", "--chars", "0"},
      {"train", data, "-o", data},
      {"predict", model},
      {"predict", model, data, "--top", "0"},
      {"predict", model, data, "-o", model},
      {"predict", model, data, "-o", data},
      {"predict", model, data, "-o", "-"},
      {"predict", model, data, "--format", "svm"},
      {"test", model},
      {"test", model, data, "--frob"},
      {"info"}};
  for (const auto& arguments : wrong) {
    std::string line;
    for (const std::string& argument : arguments) line += argument + ' ';
    SCOPED_TRACE(line);
    expect_one_line_error(ect(arguments), 2);
  }
  EXPECT_EQ(read(model), old);
  EXPECT_EQ(read(data), kFruit);
  EXPECT_EQ(files(), before);
}

TEST_F(LearnErrors, DataThatCannotBeLearntFromLeavesTheOldModel) {
  const std::string model = write("a.model", "old");
  const struct {
    const char* name;
    const char* text;
    const char* says;
  } damaged[] = {
      {"empty.svm", "", "empty.svm: no examples"},
      {"empty.csv", "", "empty.csv: no header"},
      {"blank.tsv", "\n\n", "blank.tsv: no examples"},
      {"one.csv", "x,class\n1,a\n2,a\n", "one.csv: all 2 examples have the label 'a'"},
      {"bad.svm", "a 1:1\nb 1:x\n", "bad.svm:2: 'x' is not a number"},
      {"short.csv", "x,y,class\n1,2,a\n1,b\n", "short.csv:3: "},
      {"none.tsv", "a\tgood\nno label here\n", "none.tsv:2: the example has no label"},
      {"bytes.csv", "x,class\n1,\xff\n2,b\n", "bytes.csv:2: "},
      {"head.arff", "@relation r\n@data\n", "head.arff:"},
      {"no.vw", "a | b\nc\n", "no.vw:2: no '|'"},
  };
  for (const auto& wrong : damaged) {
    SCOPED_TRACE(wrong.name);
    const Outcome outcome = ect({"train", write(wrong.name, wrong.text), "-o", model});
    expect_one_line_error(outcome, 1);
    EXPECT_TRUE(has(outcome.err, wrong.says)) << outcome.err;
  }
  const Outcome missing = ect({"train", path("missing.csv"), "-o", model});
  expect_one_line_error(missing, 1);
  EXPECT_TRUE(has(missing.err, "missing.csv: ")) << missing.err;
  expect_one_line_error(ect({"train", folder_, "-o", model}), 1);
  expect_one_line_error(ect({"train", "-", "-o", model}), 1);
  EXPECT_EQ(read(model), "old");
}

TEST_F(LearnErrors, AModelThatCannotBeWrittenIsKnownBeforeLearning) {
  const std::string data = write("bad.svm", "a 1:1\nb 1:x\n");
  for (const std::string& model : {path("no/a.model"), folder_.string()}) {
    const Outcome outcome = ect({"train", data, "-o", model});
    expect_one_line_error(outcome, 1);
    // The model, not the damage in the data, which learning would have come upon.
    EXPECT_TRUE(has(outcome.err, model + ": cannot write")) << outcome.err;
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(LearnErrors, WhatIsNoModelIsRefused) {
  const std::string data = write("fruit.csv", kFruit);
  const std::string good = read(train(data));
  std::string weight = good;
  weight[weight.size() - 3] ^= 1;
  std::string header = good;
  header[200] ^= 1;
  const std::vector<std::string> wrong{write("cut.model", good.substr(0, good.size() / 2)),
                                       write("weight.model", weight),
                                       write("header.model", header),
                                       write("long.model", good + "x"),
                                       write("empty.model", ""),
                                       data,
                                       path("missing.model"),
                                       folder_.string()};
  for (const std::string& model : wrong) {
    SCOPED_TRACE(model);
    for (const auto& arguments : std::vector<std::vector<std::string>>{
             {"info", model}, {"predict", model, data}, {"test", model, data}}) {
      const Outcome outcome = ect(arguments);
      expect_one_line_error(outcome, 1);
      EXPECT_TRUE(outcome.err.starts_with("ect: " + model + ": ")) << outcome.err;
    }
  }
  const std::string out = path("out.txt");
  expect_one_line_error(ect({"predict", wrong[1], data, "-o", out}), 1);
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(LearnErrors, DataOfAnotherFormatThanTheModelIsRefused) {
  const std::vector<std::pair<std::string, std::string>> samples{
      {"a.svm", "p 1:1\nq 2:1\n"},
      {"a.csv", "x,class\n1,p\n5,q\n"},  // no blanks: svmlight could read it as labels
      {"a.arff", "@relation r\n@attribute x numeric\n@attribute class {p,q}\n@data\n1,p\n5,q\n"},
      {"a.vw", "p | a\nq | b\n"},
      {"a.tsv", "p\tgood\nq\tbad\n"}};
  for (const auto& sample : samples) write(sample.first, sample.second);
  for (const auto& learnt : samples) {
    const std::string model = train(path(learnt.first), few_bits(learnt.first));
    for (const auto& other : samples) {
      if (other.first == learnt.first) continue;
      SCOPED_TRACE(testing::Message() << learnt.first << " then " << other.first);
      for (const char* verb : {"predict", "test"}) {
        const Outcome outcome = ect({verb, model, path(other.first)});
        expect_one_line_error(outcome, 1);
        EXPECT_TRUE(has(outcome.err, "/" + other.first + ":")) << outcome.err;
      }
    }
  }
  // The name alone proves nothing.
  const std::string model = train(path("a.csv"));
  EXPECT_EQ(ect({"predict", model, write("b.txt", samples[1].second)}).out, "p\nq\n");
}

TEST_F(LearnErrors, FailedPredictionsLeaveNoHalfFile) {
  const std::string model = train(write("a.svm", "p 1:1\nq 2:1\n"));
  const std::string bad = write("bad.svm", "p 1:1\nq 1:x\n");
  const std::string out = write("out.txt", "old");
  expect_one_line_error(ect({"predict", model, bad, "--strict", "-o", out}), 1);
  expect_one_line_error(ect({"predict", model, bad, "--strict", "-o", path("new.txt")}), 1);
  expect_one_line_error(ect({"predict", model, bad, "-o", path("no/new.txt")}), 1);
  expect_one_line_error(ect({"predict", model, path("missing.svm")}), 1);
  expect_one_line_error(ect({"test", model, bad}), 1);
  expect_one_line_error(ect({"test", model, write("empty.svm", "")}), 1);
  EXPECT_EQ(read(out), "old");
  EXPECT_EQ(files(), 5);
  EXPECT_EQ(ect({"predict", model, path("empty.svm")}).out, "");  // no examples, no lines
}

TEST_F(LearnErrors, CostsMustBeThereForWhatIsPredicted) {
  const std::string model = train(write("a.vw", "low | a\nhigh | b\n"), {"--bits", "10"});
  const Outcome outcome = ect({"test", model, write("b.vw", "low:0 mid:1 | b\n")});
  expect_one_line_error(outcome, 1);
  EXPECT_TRUE(has(outcome.err, "the predicted label 'high' has no cost")) << outcome.err;
}

}  // namespace
}  // namespace ect::cli
