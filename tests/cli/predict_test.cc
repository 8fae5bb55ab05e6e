// `ect predict`: a line out for each record in, whatever the record.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <nlohmann/json.hpp>

#include "ect/dataset.h"
#include "ect/model.h"
#include "model/named_options.h"
#include "tests/helpers/learn_helpers.h"
#include "util/text.h"

namespace ect::cli {
namespace {

constexpr const char* kArff =
    "@relation fruit\n@attribute size numeric\n@attribute class {apple, kiwi}\n@data\n";

// Records as they come, what is answered, and the reasons with their lines.
struct Case {
  std::string learnt;  // the data's file
  std::string text;
  std::string records;
  std::string answers;
  std::vector<std::string> reasons;
};

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

class Predict : public LearnCli {
 protected:
  std::string text_model() const {
    return train(write("a.tsv", repeated("weather\train today\nmusic\tplay a song\n", 5)),
                 {"--fast"});
  }
};

std::vector<Case> cases() {
  return {
      {"a.tsv",
       repeated("weather\train today\nmusic\tplay a song\n", 5),
       "rain\n\n \t \na song\n__label__ x\n\xff\tsong\nsong",
       // A label that is no text is not needed.
       "weather\n?\n?\nmusic\n?\nmusic\nmusic\n",
       {"2: a blank line", "3: a blank line", "5: no label"}},
      {"a.csv",
       kFruit,
       "size,colour\n1,red\n\n5,yellow\n3\nx,red\n3,\"green\"!,\"\n\"\n5,\"yellow\"\n",
       "apple\n?\nbanana\n?\n?\n?\nbanana\n",
       {"3: a blank line", "5: 1 field (expected 2)", "6: 'x' in column 'size' is not a number",
        "7: text after a closing quote (a quote inside a quoted field is written twice)"}},
      {"a.svm",
       repeated("a 1:1\nb 2:1\n", 5),
       "x 1:1\n# a comment is no record\n\nx 2:y\n  # nor is this\nx 2:1 # but this is\n1:1\nx "
       "1:1\n",
       "a\n?\n?\nb\n?\na\n",
       {"3: a blank line", "4: 'y' is not a number", "7: '1:1' where a label was expected"}},
      {"a.vw",
       repeated("1 | rain today\n2 | song play\n", 5),
       "| rain\n\nrain\n1:0.5 | rain\n1 | song\n| song:x\n| song\n",
       "1\n?\n?\n1\n2\n?\n2\n",
       {"2: a blank line", "3: no '|' (expected label | features)", "6: 'x' is not a number"}},
      {"a.arff",
       kArff + repeated("1,apple\n3,kiwi\n", 5),
       kArff + std::string("1,?\n% a comment is no record\n\n3\nx,?\n3,kiwi % but this is\n"),
       "apple\n?\n?\n?\nkiwi\n",
       {"7: a blank line", "8: 1 value (expected 2)", "9: 'x' in column 'size' is not a number"}},
  };
}

TEST_F(Predict, EveryRecordOfEveryFormatHasALine) {
  for (const Case& sample : cases()) {
    const std::string model = train(write(sample.learnt, sample.text), {"--fast"});
    std::string told;
    for (const std::string& reason : sample.reasons) told += "ect: standard input:" + reason + '\n';
    const long records = lines_in(sample.answers);
    told += fmt::format("ect: standard input: {} of {} records were not answered\n",
                        std::count(sample.answers.begin(), sample.answers.end(), '?'), records);
    for (const std::string threads : {"1", "3"}) {
      const Outcome outcome = ect({"predict", model, "-", "--threads", threads}, sample.records);
      EXPECT_EQ(outcome.status, 1) << sample.learnt;
      EXPECT_EQ(outcome.out, sample.answers) << sample.learnt;
      EXPECT_EQ(outcome.err, told) << sample.learnt;
    }
  }
}

TEST_F(Predict, ARecordThatIsNotAnsweredIsOneLineWhateverIsPrintedForOthers) {
  const std::string model = text_model();
  const Outcome outcome = ect({"predict", model, "-", "--top", "2", "--probabilities"}, "\nrain\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_TRUE(outcome.out.starts_with("?\nweather\t0.")) << outcome.out;
  EXPECT_EQ(lines_in(outcome.out), 2);
  EXPECT_TRUE(has(outcome.err, ": 1 of 2 records was not answered\n")) << outcome.err;
}

TEST_F(Predict, ReasonsAreBoundedAndTheRestCounted) {
  const std::string model = text_model();
  for (const std::string threads : {"1", "4"}) {
    const Outcome outcome =
        ect({"predict", model, "-", "--threads", threads}, repeated("rain\n\n", 100'000));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(outcome.out == repeated("weather\n?\n", 100'000));
    const std::vector<std::string> told = parts_of(outcome.err, '\n');
    ASSERT_EQ(told.size(), 21U) << outcome.err.substr(0, 1000);
    EXPECT_EQ(told[19], "ect: standard input:40: a blank line");
    EXPECT_EQ(
        told[20],
        "ect: standard input: 100000 of 200000 records were not answered (99980 more reasons; "
        "--json has them all)");
  }
}

TEST_F(Predict, StrictStopsAtTheFirst) {
  for (const Case& sample : cases()) {
    const std::string model = train(write(sample.learnt, sample.text), {"--fast"});
    const Outcome outcome = ect({"predict", model, "-", "--strict"}, sample.records);
    EXPECT_EQ(outcome.status, 1);
    EXPECT_EQ(outcome.out, sample.answers.substr(0, sample.answers.find('?')));
    EXPECT_EQ(outcome.err, "ect: standard input:" + sample.reasons.front() + '\n');
    const Outcome into =
        ect({"predict", model, "-", "--strict", "-o", path("out")}, sample.records);
    EXPECT_EQ(into.status, 1);
    EXPECT_FALSE(fs::exists(path("out")));
  }
}

TEST_F(Predict, AFileOfAnswersIsWrittenAlthoughSomeAreMissing) {
  const std::string model = text_model();
  const Outcome outcome = ect({"predict", model, "-", "-o", path("out")}, "rain\n\nsong\n");
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(read(path("out")), "weather\n?\nmusic\n");
}

TEST_F(Predict, JsonIsAnObjectForEachRecord) {
  const std::string model = text_model();
  const Outcome plain = ect({"predict", model, "-", "--json"}, "rain\n\nsong\n");
  EXPECT_EQ(plain.status, 1);
  const std::vector<std::string> lines = parts_of(plain.out, '\n');
  ASSERT_EQ(lines.size(), 3U);
  const auto weather = nlohmann::ordered_json::parse(lines[0]);
  EXPECT_EQ(weather["label"], "weather");
  EXPECT_EQ(weather["reason"], nullptr);
  EXPECT_GT(weather["probability"], 0.5);
  EXPECT_FALSE(weather.contains("top"));
  EXPECT_EQ(lines[1], R"({"label":null,"probability":null,"reason":"a blank line"})");

  const Outcome top = ect({"predict", model, "-", "--json", "--top", "5"}, "\nsong\n");
  const std::vector<std::string> both = parts_of(top.out, '\n');
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(nlohmann::json::parse(both[0])["top"], nlohmann::json::array());
  const auto music = nlohmann::json::parse(both[1]);
  ASSERT_EQ(music["top"].size(), 2U);
  EXPECT_EQ(music["top"][0]["label"], "music");
  EXPECT_EQ(music["top"][0]["probability"], music["probability"]);
  EXPECT_NEAR(music["top"][1]["probability"].get<double>(), 1 - music["probability"].get<double>(),
              1e-9);

  // Every reason is there, however many.
  const Outcome many = ect({"predict", model, "-", "--json"}, std::string(100, '\n'));
  const std::vector<std::string> blank = parts_of(many.out, '\n');
  EXPECT_EQ(std::count(blank.begin(), blank.end(), lines[1]), 100);
}

TEST_F(Predict, JsonIsUtf8WhateverTheRecordHolds) {
  const std::string model = train(write("a.csv", kFruit), {"--fast"});
  const Outcome outcome =
      ect({"predict", model, "-", "--json"}, "size,colour\n\xff\xfe,red\n\"\xc3\n\",red\n");
  EXPECT_EQ(lines_in(outcome.out), 2);
  EXPECT_TRUE(util::is_utf8(outcome.out)) << outcome.out;
  for (const std::string& line : parts_of(outcome.out, '\n')) {
    EXPECT_EQ(nlohmann::json::parse(line)["label"], nullptr) << line;
  }
}

TEST_F(Predict, AQuestionMarkThatIsALabelIsWarnedOf) {
  const std::string model = train(write("a.svm", repeated("? 1:1\nb 2:1\n", 5)), {"--fast"});
  const Outcome text = ect({"predict", model, "-"}, "x 1:1\n\n");
  EXPECT_EQ(text.out, "?\n?\n");
  EXPECT_TRUE(text.err.starts_with("ect: warning: '?' is a label of the model")) << text.err;
  const Outcome json = ect({"predict", model, "-", "--json"}, "x 1:1\n\n");
  EXPECT_FALSE(has(json.err, "warning")) << json.err;
  const std::vector<std::string> lines = parts_of(json.out, '\n');
  EXPECT_EQ(nlohmann::json::parse(lines[0])["label"], "?");
  EXPECT_EQ(nlohmann::json::parse(lines[1])["label"], nullptr);
  EXPECT_EQ(ect({"predict", model, "-", "--strict"}, "x 1:1\n").err, "");
}

TEST_F(Predict, LabelsThatAreNotOneLineAreNotLearnt) {
  for (const std::string text :
       {"n,class\n1,\"a\nb\"\n2,c\n", "n,class\n1,\"a\tb\"\n2,c\n",
        "n,\"cost:a\nb\",cost:c\n1,2,3\n4,1,2\n", "n,\"cost:a\tb\",cost:c\n1,2,3\n4,1,2\n"}) {
    const Outcome outcome = ect({"train", write("a.csv", text), "-o", path("a.model"), "--fast"});
    expect_one_line_error(outcome, 1);
    EXPECT_TRUE(has(outcome.err, "a tab, a line break")) << outcome.err;
  }
}

TEST_F(Predict, LabelsOfModelsFromElsewhereStayOnTheirLine) {
  Dataset data;
  for (int i = 0; i < 10; ++i) {
    Example example;
    example.label = i % 2 == 0 ? "one\ntwo\tthree" : "b";
    example.indices = {static_cast<std::uint32_t>(i % 2)};
    example.values = {1};
    data.add(example);
  }
  model::NamedOptions options;
  options.fast = true;
  model::train(std::move(data), options).save(path("a.model"));
  const std::string records = "x 1:1\nx 2:1\n";
  EXPECT_EQ(ect({"predict", path("a.model"), "-"}, records).out, "one\\x0atwo\\x09three\nb\n");
  const Outcome json = ect({"predict", path("a.model"), "-", "--json"}, records);
  const std::vector<std::string> lines = parts_of(json.out, '\n');
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(nlohmann::json::parse(lines[0])["label"], "one\ntwo\tthree");
}

TEST_F(Predict, TheFormatCanBeSaidWhereTheNameTellsAnother) {
  const std::string model = text_model();
  const std::string data = write("b.csv", "weather\train\nmusic\tsong\n");
  const Outcome named = ect({"predict", model, write("c.csv", "a,b\nrain,2\n")});
  EXPECT_TRUE(has(named.err, "the format is csv (expected text, which the model was trained on)"))
      << named.err;
  const Outcome said = ect({"predict", model, path("c.csv"), "--format", "text"});
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_EQ(lines_in(said.out), 2);

  for (const char* verb : {"predict", "test"}) {
    EXPECT_EQ(ect({verb, model, data, "--format", "text"}).status, 0) << verb;
    const Outcome other = ect({verb, model, data, "--format", "svm"});
    expect_one_line_error(other, 2);
    EXPECT_EQ(other.err, "ect: --format svm: the model was trained on text\n");
    expect_one_line_error(ect({verb, model, data, "--format", "xml"}), 2);
  }
}

TEST_F(Predict, WhatEndsTheFileEndsTheAnswersAfterThoseBefore) {
  const std::string model = train(write("a.csv", kFruit), {"--fast"});
  const Outcome open = ect({"predict", model, "-"}, "size,colour\n1,red\n\n5,\"yel\n1,red\n");
  EXPECT_EQ(open.status, 1);
  EXPECT_EQ(open.out, "apple\n?\n");
  EXPECT_EQ(open.err,
            "ect: standard input:3: a blank line\n"
            "ect: standard input:4: a quote is never closed\n");

  const std::string packed = path("cut.csv.gz");
  const gzFile file = gzopen(packed.c_str(), "wb");
  gzputs(file, ("size,colour\n" + repeated("1,red\n", 1000)).c_str());
  gzflush(file, Z_SYNC_FLUSH);
  gzclose(file);
  fs::resize_file(packed, fs::file_size(packed) - 10);
  const Outcome cut = ect({"predict", model, packed});
  EXPECT_EQ(cut.status, 1);
  EXPECT_EQ(cut.out, repeated("apple\n", 1000));
  EXPECT_TRUE(has(cut.err, "gzip data ends too early")) << cut.err;
  EXPECT_EQ(lines_in(cut.err), 1) << cut.err;
}

TEST_F(Predict, RowsWithoutAHeaderAreRecordsFromTheFirstLineOn) {
  const std::string model = train(write("a.csv", repeated("1,0,7\n0,1,8\n", 5)), {"--fast"});
  for (const std::string threads : {"1", "3"}) {
    const Outcome outcome =
        ect({"predict", model, "-", "--threads", threads}, "\n\n1,0,?\nx,1,?\n0,1,?\n");
    EXPECT_EQ(outcome.out, "?\n?\n7\n?\n8\n");
    EXPECT_TRUE(
        outcome.err.starts_with("ect: standard input:1: a blank line\n"
                                "ect: standard input:2: a blank line\n"
                                "ect: standard input:4: 'x' in column '1' is not a number\n"))
        << outcome.err;
  }
}

TEST_F(Predict, ABlankLineInATableOfOneColumnIsAMissingValue) {
  const std::string model =
      train(write("a.csv", "size,class\n" + repeated("1,a\n9,b\n", 5)), {"--fast"});
  const Outcome outcome = ect({"predict", model, "-"}, "size\n1\n\n9\n");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(lines_in(outcome.out), 3);
  EXPECT_FALSE(has(outcome.out, "?")) << outcome.out;
}

TEST_F(Predict, ALabelThatNobodyUsesIsNoReasonNotToAnswer) {
  const std::string head = "@relation r\n@attribute size numeric\n@attribute class {a,b}\n@data\n";
  const std::string model = train(write("a.arff", head + "1,a\n9,b\n2,a\n8,b\n1,a\n9,b\n"));
  const Outcome unlisted = ect({"predict", model, "-"}, head + "1,zz\n9,b\n");
  EXPECT_EQ(unlisted.out, "a\nb\n") << unlisted.err;
  EXPECT_EQ(unlisted.status, 0);
  expect_one_line_error(ect({"test", model, write("b.arff", head + "1,zz\n")}), 1);
  const std::string fruit = train(write("fruit.csv", kFruit), {}, "fruit.model");
  const Outcome tab = ect({"predict", fruit, "-"}, "size,colour,class\n1,red,\"a\tb\"\n");
  EXPECT_EQ(tab.out, "apple\n") << tab.err;
}

TEST_F(Predict, ValuesNeverSeenInRecordsThatAreNotAnsweredDoNotCount) {
  const std::string model = train(write("a.csv", kFruit), {"--fast"});
  const Outcome outcome = ect({"predict", model, "-"}, "colour,size\nblue,x\npink,x\n");
  EXPECT_EQ(outcome.out, "?\n?\n");
  EXPECT_FALSE(has(outcome.err, "ignored")) << outcome.err;
}

TEST_F(Predict, TestsAndTrainingStillStopAtTheFirstBadRecord) {
  const std::string text = repeated("a 1:1\n\nb 2:1\n", 5);
  const std::string model = train(write("a.svm", text), {"--fast"});  // blank lines are no examples
  const std::string bad = write("bad.svm", text + "a 1:x\nb 2:y\n");
  const std::string place = fmt::format("ect: {}:16: 'x' is not a number\n", bad);
  EXPECT_EQ(ect({"test", model, path("a.svm")}).status, 0);
  for (const Outcome& outcome :
       {ect({"test", model, bad}), ect({"train", bad, "-o", path("b.model")})}) {
    expect_one_line_error(outcome, 1);
    EXPECT_EQ(outcome.err, place);
  }
}

}  // namespace
}  // namespace ect::cli
