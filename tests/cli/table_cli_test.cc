// Tables in common dialects, from the file to the predictions.
#include "tests/helpers/learn_helpers.h"

namespace ect::cli {
namespace {

class TableCli : public LearnCli {
 protected:
  // What a model says of how it reads data.
  static std::string layout_in(const std::string& model) {
    const std::string bytes = read(model);
    const std::size_t start = bytes.find("\"layout\"");
    return bytes.substr(start, bytes.find("]}", start) - start);
  }
};

// Rows of two classes without a header: numbers, a colour, the label.
const std::string kRows =
    "1.5,red,apple\n5.1,yellow,banana\n1.2,red,apple\n5.5,yellow,banana\n1.1,red,apple\n"
    "5.2,yellow,banana\n";

std::string with(std::string text, char separator) {
  for (char& c : text) c = c == ',' ? separator : c;
  return text;
}

TEST_F(TableCli, ATableWithTabsIsATable) {
  const std::string data = write("fruit.tsv", with(kFruit, '\t'));
  const std::string model = train(data, {"--label", "class"});
  EXPECT_EQ(ect({"predict", model, "-"}, "colour\tsize\nyellow\t5\nred\t1\n").out,
            "banana\napple\n");
  EXPECT_EQ(json_of({"test", model, data})["error"], 0);
  EXPECT_TRUE(has(layout_in(model), R"("separator":"\t")")) << layout_in(model);
  // Also if nothing is said, and from a pipe.
  EXPECT_EQ(json_of({"info", train(data, {}, "b.model")})["classes"], 3);
  EXPECT_EQ(json_of({"info", train("-", {}, "c.model", with(kFruit, '\t'))})["classes"], 3);
  EXPECT_EQ(json_of({"info", train(data, {"--stream"}, "d.model")})["classes"], 3);
}

TEST_F(TableCli, AModelOfATableWithCommasSaysNothingOfSeparators) {
  EXPECT_FALSE(has(layout_in(train(write("fruit.csv", kFruit))), "separator"));
}

TEST_F(TableCli, DecimalCommasAndPercentagesAreReadAgainToPredict) {
  const std::string data =
      write("a.csv",
            "x;share;class\n1,5;10 %;p\n9,5;90 %;q\n1,25;12 %;p\n9,75;80 %;q\n2;9 %;p\n9;70 %;q\n");
  const std::string model = train(data);
  EXPECT_TRUE(has(layout_in(model), R"("decimal_comma":true)")) << layout_in(model);
  EXPECT_TRUE(has(layout_in(model), R"("percent":true)")) << layout_in(model);
  EXPECT_EQ(ect({"predict", model, "-"}, "x;share\n1,75;11 %\n9,5;85 %\n").out, "p\nq\n");
  const Outcome pointed = ect({"predict", model, "-"}, "x;share\n1.75;11 %\n");
  EXPECT_EQ(pointed.status, 1);
  EXPECT_EQ(pointed.out, "?\n");
  EXPECT_TRUE(has(pointed.err, "expected a decimal comma, as in the training data")) << pointed.err;
}

TEST_F(TableCli, WithoutAHeaderTheFirstLineIsARow) {
  const std::string data = write("rows.csv", kRows);
  const Outcome lost = ect({"train", data, "-o", path("lost.model")});
  EXPECT_TRUE(has(lost.err,
                  "rows.csv:1: the first line is read as column names but looks like "
                  "data; --no-header reads it as a row\n"))
      << lost.err;
  EXPECT_EQ(json_of({"info", path("lost.model")})["trained_on"]["examples"], 5);

  const std::string model = train(data, {"--no-header", "--label", "3"});
  EXPECT_EQ(json_of({"info", model})["trained_on"]["examples"], 6);
  EXPECT_EQ(json_of({"test", model, data})["examples"], 6);
  EXPECT_EQ(json_of({"test", model, data})["error"], 0);
  // The label at the end may be missing.
  EXPECT_EQ(ect({"predict", model, "-"}, "1.3,red\n5.3,yellow\n").out, "apple\nbanana\n");
  // What has other columns, or a header, is refused.
  const Outcome narrow = ect({"predict", model, "-"}, "1.3\n");
  expect_one_line_error(narrow, 1);
  EXPECT_TRUE(has(narrow.err, "1 columns without names (expected 3, as in the training data)"))
      << narrow.err;
  const Outcome header = ect({"predict", model, "-"}, "size,colour\n1.3,red\n");
  EXPECT_EQ(header.status, 1);
  EXPECT_EQ(header.out, "?\napple\n");
  EXPECT_TRUE(has(header.err, "the training data had no header; does this file have one?"))
      << header.err;
}

TEST_F(TableCli, WithoutAHeaderTheSeparatorIsThatOfTheModel) {
  const std::string model =
      train(write("rows.csv", "1,2,red,x\n5,6,blue,y\n1,3,red,x\n5,7,blue,y\n"), {"--no-header"});
  const Outcome outcome = ect({"predict", model, "-"}, "1,2,3a;b;c,x\n5,6,blue,y\n");
  EXPECT_EQ(outcome.out, "x\ny\n") << outcome.err;
}

TEST_F(TableCli, WithoutAHeaderTheLabelMayStandInFront) {
  const std::string data = write("rows.tsv",
                                 "apple\t1.5\t7\nbanana\t5.1\t8\napple\t1.2\t9\n"
                                 "banana\t5.5\t8\n");
  const std::string model = train(data, {"--no-header", "--label", "1", "--ignore", "3"});
  EXPECT_EQ(ect({"predict", model, data}).out, "apple\nbanana\napple\nbanana\n");
  // Without the label the others would be taken for their neighbours.
  expect_one_line_error(ect({"predict", model, "-"}, "1.5\t7\n"), 1);
  EXPECT_EQ(json_of({"info", train(data, {"--no-header", "--label", "1", "--stream"})})["classes"],
            2);
}

TEST_F(TableCli, OptionsThatMeanNothingForTheFormatAreRefused) {
  const struct {
    const char* name;
    std::string text;
    std::vector<std::string> options;
    const char* says;
  } wrong[] = {
      {"a.csv", kFruit, {"--words", "2"}, "--words applies only to text, but "},
      {"a.csv", kFruit, {"--chars", "1-3"}, "--chars applies only to text, but "},
      {"a.csv", kFruit, {"--bits", "10"}, "--bits applies only to vw and text, but "},
      {"a.svm", "a 1:1\nb 2:1\n", {"--label", "x"}, "--label applies only to csv and arff, but "},
      {"a.svm", "a 1:1\nb 2:1\n", {"--bits", "10"}, "a.svm is read as svm"},
      {"a.vw", "a | x\nb | y\n", {"--ignore", "x"}, "--ignore applies only to csv and arff, but "},
      {"a.vw", "a | x\nb | y\n", {"--words", "1"}, "a.vw is read as vw"},
      {"a.tsv", "a\tx\nb\ty\n", {"--nominal", "q"}, "--nominal applies only to csv and arff, but "},
      {"a.tsv", "a\tx\nb\ty\n", {"--label", "q"}, "a.tsv is read as text (--format F reads it"},
      {"a.svm",
       "a 1:1\nb 2:1\n",
       {"--types", "TYPES"},
       "--types applies only to csv and arff, but "},
      {"a.arff",
       "@attribute x numeric\n@attribute class {a,b}\n@data\n1,a\n2,b\n",
       {"--no-header"},
       "--no-header applies only to csv, but "},
  };
  const std::string types = write("types.json", R"({"x": "num"})");
  for (const auto& one : wrong) {
    SCOPED_TRACE(testing::Message() << one.name << ' ' << one.options.front());
    const std::string data = write(one.name, one.text);
    for (const bool stream : {false, true}) {
      std::vector<std::string> arguments{"train", data, "-o", path("a.model")};
      for (const std::string& option : one.options) {
        arguments.push_back(option == "TYPES" ? types : option);
      }
      if (stream) arguments.emplace_back("--stream");
      const Outcome outcome = ect(arguments);
      expect_one_line_error(outcome, 2);
      EXPECT_TRUE(has(outcome.err, one.says)) << outcome.err;
    }
  }
  EXPECT_FALSE(fs::exists(path("a.model")));
}

TEST_F(TableCli, OfSeveralFilesEachOptionIsForOne) {
  const std::string table = write("a.csv", kFruit);
  const std::string text = write("b.tsv", "p\tgood\nq\tbad\np\tfine\nq\tevil\np\tnice\nq\tpoor\n");
  const std::vector<std::string> how{"--splits", "1", "--reductions", "tree", "--fast"};
  const auto compare = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "compare");
    arguments.insert(arguments.end(), how.begin(), how.end());
    return ect(arguments);
  };
  EXPECT_EQ(compare({table, text, "--bits", "10", "--ignore", "size"}).status, 0);
  const Outcome outcome = compare({table, write("c.csv", kFruit), "--words", "1"});
  expect_one_line_error(outcome, 2);
  EXPECT_TRUE(has(outcome.err, "--words applies only to text, but the data is read as csv"))
      << outcome.err;
}

TEST_F(TableCli, AClassThatAnArffFileDoesNotListIsRefused) {
  const std::string head = "@relation r\n@attribute x numeric\n@attribute class {p,q}\n@data\n";
  const std::string model = train(write("a.arff", head + "1,p\n5,q\n2,p\n6,q\n"));
  const std::string data = write("b.arff", head + "1,p\n5,q\n2,r\n6,?\n");
  for (const auto& arguments :
       std::vector<std::vector<std::string>>{{"train", data, "-o", path("b.model")},
                                             {"train", data, "-o", path("b.model"), "--stream"},
                                             {"test", model, data}}) {
    SCOPED_TRACE(arguments.front());
    const Outcome outcome = ect(arguments);
    expect_one_line_error(outcome, 1);
    EXPECT_TRUE(has(outcome.err, "b.arff:7: 'r' is not one of the classes listed for 'class'"))
        << outcome.err;
  }
}

TEST_F(TableCli, WarningsSayWhatToTypeAndItHelps) {
  std::string text = ",when,price\n";
  for (int i = 0; i < 40; ++i) {
    text += std::to_string(i) + ",2024-01-" + std::to_string(i + 10) + "," +
            std::to_string(i % 2 * 100 + i) + ".5\n";
  }
  const std::string data = write("sales.csv", text);
  const Outcome outcome = ect({"train", data, "-o", path("a.model"), "--fast"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(lines_in(outcome.err), 3) << outcome.err;
  for (const char* part : {"--label COLUMN", "has no name and is ignored", "--ignore 'when'"}) {
    EXPECT_TRUE(has(outcome.err, part)) << outcome.err;
  }
}

}  // namespace
}  // namespace ect::cli
