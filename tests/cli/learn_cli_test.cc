// train, predict, test and info as a user calls them: every format, every output. Errors are
// in learn_errors_test, streams and seeding files in learn_stream_test.
#include <zlib.h>

#include <cmath>
#include <set>

#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/sanitized.h"

namespace ect::cli {
namespace {

struct Sample {
  const char* name;
  const char* text;
};

// The same two classes in each format, told by the name's ending.
const Sample kSamples[] = {
    {"a.svm", "left 1:1 2:0.5\nright 3:1\nleft 1:2\nright 3:0.5 4:1\n"},
    {"a.csv", "x,class\n1,left\n5,right\n2,left\n6,right\n"},
    {"a.arff",
     "@relation r\n@attribute x numeric\n@attribute class {left,right}\n@data\n"
     "1,left\n5,right\n2,left\n6,right\n"},
    {"a.vw", "left | a b\nright | c d\nleft | a\nright | d\n"},
    {"a.tsv", "left\tgood day\nright\tbad night\nleft\tgood\nright\tbad\n"},
};

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, text.size()) + 32, '\0');
  std::string copy = text;
  stream.next_in = reinterpret_cast<Bytef*>(copy.data());
  stream.avail_in = static_cast<uInt>(copy.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

TEST_F(LearnCli, EveryFormatIsLearntAndPredicted) {
  for (const Sample& sample : kSamples) {
    SCOPED_TRACE(sample.name);
    const std::string data = write(sample.name, sample.text);
    const std::string model = train(data, few_bits(sample.name));
    EXPECT_EQ(ect({"predict", model, data}).out, "left\nright\nleft\nright\n");
    EXPECT_EQ(json_of({"test", model, data})["error"], 0);
    EXPECT_EQ(json_of({"info", model})["classes"], 2);
  }
}

TEST_F(LearnCli, PackedDataAndStandardInputGiveTheSameModelAsAFile) {
  for (const Sample& sample : kSamples) {
    SCOPED_TRACE(sample.name);
    const std::string data = write(sample.name, sample.text);
    const std::string packed = write(std::string(sample.name) + ".gz", gzipped(sample.text));
    const std::string model = train(data, few_bits(sample.name));
    const std::string from_packed = train(packed, few_bits(sample.name), "packed.model");
    const std::string from_input = train("-", few_bits(sample.name), "input.model", sample.text);
    // They differ only in the name of the data.
    const Outcome expected = ect({"predict", model, data, "--probabilities", "--top", "2"});
    for (const std::string& other : {from_packed, from_input}) {
      EXPECT_EQ(ect({"predict", other, packed, "--probabilities", "--top", "2"}).out, expected.out);
      EXPECT_EQ(ect({"predict", other, "-", "--probabilities", "--top", "2"}, sample.text).out,
                expected.out);
    }
  }
}

TEST_F(LearnCli, LabelsAreNamesInAnyScript) {
  const std::string data = write("a.tsv",
                                 "play music\tput on jazz\nპროგნოზი\twill it rain\n"
                                 "play music\tput on a song\nპროგნოზი\train today\n");
  const std::string model = train(data);
  EXPECT_EQ(ect({"predict", model, "-"}, "some jazz\nrain\n").out, "play music\nპროგნოზი\n");
  EXPECT_TRUE(has(ect({"info", model}).out, "play music, პროგნოზი"));
  EXPECT_EQ(json_of({"info", model, "--labels"})["labels"],
            nlohmann::json({"play music", "პროგნოზი"}));
}

TEST_F(LearnCli, DataWithoutLabelsIsPredicted) {
  const std::string fruit = train(write("fruit.csv", kFruit));
  // Columns in another order, without the label's.
  EXPECT_EQ(ect({"predict", fruit, "-"}, "colour,size\nyellow,5\nred,1\n").out, "banana\napple\n");
  for (const auto& [sample, text] :
       {std::pair(kSamples[2],
                  "@relation r\n@attribute x numeric\n@attribute class {left,right}\n@data\n1,?\n"),
        std::pair(kSamples[3], "| a\n"), std::pair(kSamples[4], "good\n")}) {
    SCOPED_TRACE(sample.name);
    const std::string model = train(write(sample.name, sample.text), few_bits(sample.name));
    EXPECT_EQ(ect({"predict", model, "-"}, text).out, "left\n");
    expect_one_line_error(ect({"test", model, "-"}, text), 1);
  }
}

TEST_F(LearnCli, WhatIsNotKnownFromLearningIsOneWarningEach) {
  const std::string model = train(write("fruit.csv", kFruit));
  const std::string data =
      write("new.csv", "size,colour,class\n9,blue,plum\n1,blue,fig\n1,red,apple\n");
  const Outcome predicted = ect({"predict", model, data});
  EXPECT_EQ(predicted.status, 0);
  EXPECT_EQ(lines_in(predicted.out), 3);
  EXPECT_EQ(lines_in(predicted.err), 1) << predicted.err;
  EXPECT_TRUE(has(predicted.err, "ect: warning: 2 nominal values")) << predicted.err;
  EXPECT_TRUE(has(predicted.err, "new.csv:2")) << predicted.err;

  const Outcome tested = ect({"test", model, data, "--json"});
  EXPECT_EQ(lines_in(tested.err), 2) << tested.err;
  EXPECT_TRUE(has(tested.err, "examples with a label that the model does not know: 2,"))
      << tested.err;
  EXPECT_DOUBLE_EQ(nlohmann::json::parse(tested.out)["error"], 2.0 / 3);
}

TEST_F(LearnCli, TopAndProbabilitiesBeginWithThePrediction) {
  const std::string data = path("synth.svm");
  ASSERT_EQ(ect({"synth", "--classes", "8", "--examples", "400", "-o", data}).status, 0);
  for (const char* reduction : {"tree", "filter-tree", "ect"}) {
    SCOPED_TRACE(reduction);
    const std::string model = train(data, {"--reduction", reduction});
    const auto predicted = parts_of(ect({"predict", model, data}).out, '\n');
    const auto top = parts_of(ect({"predict", model, data, "--top", "3"}).out, '\n');
    const auto sure = parts_of(ect({"predict", model, data, "--probabilities"}).out, '\n');
    const auto all =
        parts_of(ect({"predict", model, data, "--top", "99", "--probabilities"}).out, '\n');
    ASSERT_EQ(predicted.size(), 400U);
    for (std::size_t i = 0; i < predicted.size(); ++i) {
      const auto three = parts_of(top[i], '\t');
      ASSERT_EQ(std::set(three.begin(), three.end()).size(), 3U) << top[i];
      EXPECT_EQ(three[0], predicted[i]);
      EXPECT_TRUE(sure[i].starts_with(predicted[i] + "\t0.")) << sure[i];
      const auto pairs = parts_of(all[i], '\t');
      ASSERT_EQ(pairs.size(), 16U);
      EXPECT_EQ(pairs[0], predicted[i]);
      double sum = 0;
      for (std::size_t j = 1; j < pairs.size(); j += 2) sum += std::stod(pairs[j]);
      EXPECT_LE(sum, 1 + 1e-5);  // rounded to six digits each
      EXPECT_GE(sum, 0.95);
      for (std::size_t j = 5; j < pairs.size(); j += 2) {
        EXPECT_LE(std::stod(pairs[j]), std::stod(pairs[j - 2]));
      }
    }
  }
}

TEST_F(LearnCli, PredictionsGoIntoAFile) {
  const std::string data = write("fruit.csv", kFruit);
  const std::string model = train(data);
  const std::string file = write("out.txt", "old");
  const Outcome outcome = ect({"predict", model, data, "-o", file});
  EXPECT_EQ(outcome.out + outcome.err, "");
  EXPECT_EQ(read(file), ect({"predict", model, data}).out);
  EXPECT_EQ(files(), 3);
}

TEST_F(LearnCli, JsonHasTheKeysOfTheInterface) {
  const std::string data = write("fruit.csv", kFruit);
  const std::string model = train(data, {"-m", "3", "--finals", "charged", "--fast"});
  const nlohmann::json test = json_of({"test", model, data});
  const std::set<std::string> of_test{"examples",
                                      "error",
                                      "mean_cost",
                                      "log_loss",
                                      "calibration_error",
                                      "questions_per_example",
                                      "microseconds_per_example",
                                      "contenders_by_examples"};
  std::set<std::string> found;
  for (const auto& item : test.items()) found.insert(item.key());
  EXPECT_EQ(found, of_test);
  EXPECT_EQ(test["examples"], 9);
  EXPECT_TRUE(test["mean_cost"].is_null());
  EXPECT_GT(test["log_loss"], 0);

  const nlohmann::json info = json_of({"info", model});
  EXPECT_EQ(info["reduction"], "ect");
  EXPECT_EQ(info["eliminations"], 3);
  EXPECT_EQ(info["learner"], "hinge");
  EXPECT_EQ(info["classes"], 3);
  EXPECT_EQ(info["features"], 4);  // a number and three colours
  EXPECT_EQ(info["matches"], 3 * 2 + 2);
  EXPECT_GE(info["depth"], 4);
  EXPECT_EQ(info["bytes"], fs::file_size(model));
  EXPECT_EQ(info["bounds"]["regret_ratio"]["theorem"].size(), 2U);
  EXPECT_EQ(info["trained_on"]["data"], "fruit.csv");
  EXPECT_EQ(info["trained_on"]["format"], "csv");
  EXPECT_EQ(info["trained_on"]["examples"], 9);
  // The tree is known not to be consistent: no bound may be shown.
  const std::string tree = train(data, {"--reduction", "tree"}, "tree.model");
  EXPECT_TRUE(json_of({"info", tree})["bounds"].is_null());
  EXPECT_TRUE(has(ect({"info", tree}).out, "guarantee   none"));
}

// What is proved is the sum over m; as a multiple of the average it depends on how many inputs.
TEST_F(LearnCli, InfoSaysWhichFinalsKeepWhichGuarantee) {
  const std::string data = write("fruit.csv", kFruit);
  const auto told = [&](const std::vector<std::string>& options) {
    const std::string model = train(data, options, "told.model");
    const nlohmann::json bounds = json_of({"info", model})["bounds"];
    const std::string text = ect({"info", model}).out;
    const std::size_t line = text.find("guarantee   ");
    return std::pair(text.substr(line, text.find('\n', line) - line),
                     bounds.is_null() ? "" : bounds["statement"].get<std::string>());
  };
  const std::string sum = "for each input, regret <= the sum of its matches' regrets";
  EXPECT_EQ(told({"--finals", "charged", "-m", "4"}),
            std::pair("guarantee   " + sum + " / 4", sum + " / 4"));
  EXPECT_EQ(told({"--reduction", "filter-tree"}), std::pair("guarantee   " + sum, sum));
  EXPECT_EQ(told({"--finals", "contested:wins"}),
            std::pair("guarantee   " + sum + ", plus the sum of its finals'",
                      sum + ", plus the sum of its finals'"));
  EXPECT_EQ(told({"--finals", "contested:scorers"}),
            std::pair(std::string("guarantee   none for this kind of finals "
                                  "(contested:wins and charged have one)"),
                      std::string()));
}

TEST_F(LearnCli, InfoTellsTheRatioAtOneInputFromThatOverSeveral) {
  const std::string data = write("fruit.csv", kFruit);
  const std::string four = train(data, {"--finals", "charged", "-m", "4"});
  EXPECT_TRUE(has(ect({"info", four}).out,
                  "at most     2.75 x their average regret at one input, 3.00 x over several\n"))
      << ect({"info", four}).out;
  const std::string wins = train(data, {"--finals", "contested:wins"}, "wins.model");
  EXPECT_FALSE(has(ect({"info", wins}).out, "average regret"));
}

TEST_F(LearnCli, EveryReductionIsLearntAskedAndTold) {
  struct Expected {
    std::vector<std::string> options;
    int matches;
    int questions;
    std::string guarantee;
  };
  const std::string data = write("fruit.csv", kFruit);
  for (const Expected& expected : std::vector<Expected>{
           {{"one-vs-all"}, 3, 3, "regret <= sqrt(2 k r), r the average regret of squared loss"},
           {{"one-vs-all", "--decode", "votes"}, 3, 3, ""},
           {{"all-pairs"}, 3, 3, "for each input, regret <= 2 x the average of its pairs"},
           {{"ecoc"}, 3, 3, "none of regret; error <= 3.00 x the average error of its columns"},
           {{"ecoc", "--code", "random:2"},
            2,
            2,
            "none of regret; error <= 4.00 x the average error of its columns"},
           {{"pecoc"}, 3, 3, "regret <= 4 sqrt(r), r the average regret of squared loss"}}) {
    SCOPED_TRACE(expected.options.back());
    std::vector<std::string> options = {"--reduction"};
    options.insert(options.end(), expected.options.begin(), expected.options.end());
    const std::string model = train(data, options);
    EXPECT_EQ(json_of({"test", model, data})["questions_per_example"], expected.questions);
    const nlohmann::json info = json_of({"info", model});
    EXPECT_EQ(info["reduction"], expected.options.front());
    EXPECT_EQ(info["matches"], expected.matches);
    EXPECT_EQ(info["questions"], expected.questions);
    for (const char* key : {"eliminations", "seeding", "depth"}) {
      EXPECT_TRUE(info.at(key).is_null()) << key;
    }
    const std::string text = ect({"info", model}).out;
    if (expected.guarantee.empty()) {
      EXPECT_TRUE(info["bounds"].is_null());
      EXPECT_TRUE(has(text, "guarantee   none: it is not consistent\n")) << text;
    } else {
      EXPECT_EQ(info["bounds"]["statement"], expected.guarantee);
      EXPECT_TRUE(has(text, "guarantee   " + expected.guarantee + "\n")) << text;
    }
  }
  // The variant of the Filter Tree has a tournament, and asks a pair for each of its matches.
  const std::string model = train(data, {"--reduction", "all-pairs-filter-tree"});
  const nlohmann::json info = json_of({"info", model});
  EXPECT_EQ(info["matches"], 3);
  EXPECT_EQ(info["questions"], 2);
  EXPECT_EQ(info["depth"], 2);
  EXPECT_EQ(info["eliminations"], 1);
  EXPECT_EQ(info["bounds"]["filter_tree"]["log_k"], 2);
  EXPECT_EQ(json_of({"test", model, data})["questions_per_example"], 2);
}

TEST_F(LearnCli, ReductionsThatCompareProbabilitiesGetALearnerThatEstimatesThem) {
  const std::string data = write("fruit.csv", kFruit);
  const std::pair<std::string, std::string> learners[] = {
      {"ect", "hinge"}, {"all-pairs", "hinge"}, {"one-vs-all", "logistic-batch"}};
  for (const auto& [reduction, learner] : learners) {
    const std::string model = train(data, {"--reduction", reduction}, reduction + ".model");
    EXPECT_EQ(json_of({"info", model})["learner"], learner) << reduction;
  }
}

TEST_F(LearnCli, CostsGiveTheMeanCostOfWhatIsPredicted) {
  const std::string data = write("costs.csv",
                                 "x,class,cost:low,cost:high\n1,low,0,4\n9,high,2,0.5\n"
                                 "2,low,0,4\n8,high,2,0.5\n");
  const std::string model = train(data, {"--costs"});
  EXPECT_EQ(json_of({"test", model, data})["error"], 0);
  EXPECT_DOUBLE_EQ(json_of({"test", model, data})["mean_cost"], 0.25);
  EXPECT_TRUE(has(ect({"test", model, data}).out, "mean cost"));
}

TEST_F(LearnCli, ConfusionNamesWhatIsTakenForWhat) {
  const std::string model = train(write("fruit.csv", kFruit));
  const std::string wrong = write("wrong.csv", "size,colour,class\n1,red,banana\n1,red,apple\n");
  const Outcome text = ect({"test", model, wrong, "--confusion"});
  EXPECT_TRUE(has(text.out, "banana  apple                1")) << text.out;
  const nlohmann::json confusion = json_of({"test", model, wrong, "--confusion"})["confusion"];
  ASSERT_EQ(confusion.size(), 2U);  // what is right is there, too
  EXPECT_EQ(confusion[1],
            nlohmann::json({{"label", "banana"}, {"predicted", "apple"}, {"examples", 1}}));
}

TEST_F(LearnCli, SameSeedSameBytesWhateverTheThreads) {
  const std::string data = path("synth.svm");
  ASSERT_EQ(ect({"synth", "--classes", "12", "--examples", all_or_enough("500", "200"), "-o", data})
                .status,
            0);
  for (const char* learner : {"hinge", "logistic"}) {
    SCOPED_TRACE(learner);
    const std::string one = read(train(data, {"--learner", learner, "--threads", "1"}));
    EXPECT_TRUE(one == read(train(data, {"--learner", learner, "--threads", "2"})));
    EXPECT_TRUE(one == read(train(data, {"--learner", learner, "--seed", "1"})));
    EXPECT_FALSE(one == read(train(data, {"--learner", learner, "--seed", "2"})));
  }
}

TEST_F(LearnCli, TrainSaysWhatItDid) {
  const std::string data = write("fruit.csv", kFruit);
  const Outcome text = ect({"train", data, "-o", path("a.model")});
  EXPECT_TRUE(text.out.starts_with("learnt 3 classes of fruit.csv from 9 examples in "))
      << text.out;
  EXPECT_TRUE(has(text.out, "by ect, 1 elimination, hinge, similar seeding\n"));
  EXPECT_TRUE(has(text.out, "finals contested by wins, at most 8 contenders"));
  EXPECT_TRUE(has(text.out, "tried  hinge, fourier:2000"));
  const nlohmann::json json =
      json_of({"train", data, "-o", path("a.model"), "--learner", "logistic", "--passes", "3"});
  EXPECT_EQ(json["learner"], "logistic");
  EXPECT_EQ(json["passes"], 3);
  EXPECT_EQ(json["bytes"], fs::file_size(path("a.model")));
  EXPECT_EQ(files(), 2);
  // What is no file has no size.
  EXPECT_EQ(ect({"train", data, "-o", "/dev/null"}).status, 0);
  EXPECT_TRUE(json_of({"train", data, "-o", "/dev/null"})["bytes"].is_null());
}

}  // namespace
}  // namespace ect::cli
