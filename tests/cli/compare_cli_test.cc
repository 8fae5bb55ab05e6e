// ect compare, as a user calls it.
#include <fmt/format.h>

#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/shared_data.h"

namespace ect::cli {
namespace {

class CompareCli : public LearnCli {
 protected:
  // Points around corners, named after them. `more` is a column of numbers that say nothing.
  std::string corners(const std::string& name, int rows, const std::string& column = "y",
                      const std::string& more = "") const {
    std::string text = "x," + column + more + ",class\n";
    for (int i = 0; i < rows; ++i) {
      const int x = i % 2;
      const int y = i / 2 % 2;
      const int noise = i * 37 % 11;
      text += fmt::format("{},{}{},{}{}\n", 10 * x + noise, 10 * y + noise * noise % 7,
                          more.empty() ? "" : fmt::format(",{}", i), y != 0 ? "north" : "south",
                          x != 0 ? "east" : "west");
    }
    return write(name, text);
  }
  static std::string mistaken(const std::vector<std::string>& arguments, int status) {
    const Outcome outcome = ect(arguments);
    expect_one_line_error(outcome, status);
    return outcome.err;
  }
};

TEST_F(CompareCli, JsonHasTheKeysOfTheInterface) {
  const nlohmann::json report =
      json_of({"compare", corners("a.csv", 60), "--splits", "2", "--reductions", "tree,ect:3"});
  ASSERT_EQ(report["rows"].size(), 2U);
  const nlohmann::json& row = report["rows"][1];
  EXPECT_EQ(row["dataset"], "a");
  EXPECT_EQ(row["reduction"], "ect");
  EXPECT_EQ(row["learner"], "auto");
  for (const char* key :
       {"error", "error_sd", "train_seconds", "predict_microseconds", "questions_per_example"}) {
    EXPECT_TRUE(row[key].is_number()) << key;
  }
  EXPECT_TRUE(row["cost"].is_null());
  EXPECT_EQ(row["errors"].size(), 2U);
  EXPECT_EQ(report["train_fraction"], 0.667);
}

TEST_F(CompareCli, WhatHasNoDrawsIsTrainedOnceAndThatIsSaid) {
  const std::string data = corners("a.csv", 60) + ',' + corners("b.csv", 40);
  const std::vector<std::string> arguments{"compare",   data,         "--reductions",
                                           "all-pairs", "--learners", "c45,hinge"};
  const nlohmann::json report = json_of(arguments);
  EXPECT_EQ(report["rows"][0]["splits"], 1);
  EXPECT_TRUE(report["rows"][0]["error_sd"].is_null());
  EXPECT_EQ(report["rows"][1]["splits"], 5);
  EXPECT_TRUE(report["train_fraction"].is_null());
  EXPECT_TRUE(
      has(ect(arguments).out,
          "\nwith a test file, methods without randomness are trained once, without deviation\n"));
}

TEST_F(CompareCli, ATestFileGivesWhatTrainAndTestGive) {
  const std::string train_file = corners("a-train.csv", 60);
  const std::string test_file = corners("b.csv", 47);
  const std::string model = train(train_file, {"--seed", "4", "-m", "3"});
  const double error = json_of({"test", model, test_file})["error"];
  for (const std::vector<std::string>& data :
       {std::vector<std::string>{fmt::format("{},{}", train_file, test_file)},
        std::vector<std::string>{train_file, "--test", test_file}}) {
    std::vector<std::string> arguments{"compare", "--reductions", "ect:3", "--splits",
                                       "2",       "--seed",       "3"};
    arguments.insert(arguments.begin() + 1, data.begin(), data.end());
    const nlohmann::json row = json_of(arguments)["rows"][0];
    EXPECT_EQ(row["dataset"], "a");
    EXPECT_EQ(row["examples"], 60);
    EXPECT_EQ(row["test_examples"], 47);
    EXPECT_EQ(row["errors"][1], error);  // the second draw has the next seed
  }
}

TEST_F(CompareCli, AFileWithACommaInItsNameIsThatFile) {
  const std::string file = corners("a,b.csv", 30);
  EXPECT_EQ(json_of({"compare", file, "--splits", "1"})["rows"][0]["dataset"], "a,b");
}

TEST_F(CompareCli, TheResultDependsOnTheSeedAndNotOnThreads) {
  const std::string file = corners("a.csv", 60);
  const auto errors = [&](const std::string& threads, const std::string& seed) {
    nlohmann::json all;
    const nlohmann::json report =
        json_of({"compare", file, "--splits", "3", "--threads", threads, "--seed", seed});
    for (const nlohmann::json& row : report["rows"]) all.push_back(row["errors"]);
    return all;
  };
  EXPECT_EQ(errors("1", "7"), errors("3", "7"));
  EXPECT_NE(errors("1", "7"), errors("1", "8"));
}

TEST_F(CompareCli, ColumnsNeedBeInOneOfTheDataSetsOnly) {
  const std::string a = corners("a.csv", 40, "y", ",id");
  const std::string b = corners("b.csv", 40, "z");
  const Outcome outcome =
      ect({"compare", a, b, "--ignore", "id", "--nominal", "z", "--splits", "1"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(mistaken({"compare", a, b, "--ignore", "id,no"}, 2),
            "ect: no data file has a column 'no'\n");
  EXPECT_EQ(mistaken({"compare", b, "--ignore", "id"}, 2), "ect: there is no column 'id'\n");
}

TEST_F(CompareCli, TypesAreOfAllTablesOrByTheirNames) {
  const std::string a = corners("a.csv", 40, "y");
  const std::string b = corners("b.csv.csv", 40, "z");
  const std::string flat = write("flat.json", R"({"x": "num", "y": "nom", "z": "num"})");
  const std::string named = write("named.json", R"({"a": {"y": "nom"}, "other": {"q": "num"}})");
  const std::string flat_a = write("flat_a.json", R"({"y": "nom"})");
  const auto errors = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--splits", "3", "--reductions", "tree"});
    nlohmann::json all;
    const nlohmann::json report = json_of(arguments);
    for (const nlohmann::json& row : report["rows"]) all.push_back(row["errors"]);
    return all;
  };
  EXPECT_EQ(errors({"compare", a, b, "--types", named}),
            errors({"compare", a, b, "--types", flat}));
  EXPECT_NE(errors({"compare", a, b, "--types", named}), errors({"compare", a, b}));
  EXPECT_EQ(errors({"compare", a, "--types", named}), errors({"compare", a, "--types", flat_a}));
  // For train, too.
  EXPECT_EQ(read(train(a, {"--types", named}, "1.model")),
            read(train(a, {"--types", flat_a}, "2.model")));
  const std::string none = write("none.json", R"({"other": {"q": "num"}})");
  EXPECT_TRUE(has(mistaken({"train", a, "-o", path("m"), "--types", none}, 1),
                  "none.json: no types for the data file 'a'"));
  EXPECT_TRUE(has(mistaken({"compare", a, b, "--types", none}, 1),
                  "none.json: no types for any of the data files"));
  const std::string slip = write("slip.json", R"({"a": {"why": "nom"}})");
  EXPECT_EQ(ect({"compare", a, b, "--types", slip, "--splits", "1"}).err,
            "ect: warning: types are given for 1 column that is not in the data, the first 'a: "
            "why'\n");
}

TEST_F(CompareCli, DataWhereAMethodFailsIsShownAsADash) {
  const std::string order = write("order.txt", "northwest\nnortheast\nsouthwest\nsoutheast\n");
  const Outcome outcome =
      ect({"compare", corners("a.csv", 40), write("fruit.csv", kFruit), "--reductions", "tree,ect",
           "--seeding", "given:" + order, "--splits", "2"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(lines_in(outcome.err), 2) << outcome.err;
  EXPECT_TRUE(outcome.err.starts_with("ect: warning: tree/auto on fruit: ")) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "  fruit  3             -              -\n")) << outcome.out;
  EXPECT_TRUE(has(mistaken({"compare", path("fruit.csv"), "--reductions", "tree,ect", "--seeding",
                            "given:" + order},
                           1),
                  "nothing to compare: "));
}

TEST_F(CompareCli, WritesAPageAndSaysHowItWasMade) {
  const std::string a = corners("a.csv", 40);
  const std::string b = corners("b.csv", 40);
  const std::string page = write("page.html", "old");
  const Outcome outcome =
      ect({"compare", a, a + ',' + b, "--splits", "2", "--reductions", "tree,ect:3", "--html", page,
           "--figure", "ect:3:tree", "--threads", "1", "--ignore", "x"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string html = read(page);
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(has(html,
                  "ect compare a.csv a.csv,b.csv --reductions tree,ect:3 --splits 2 --figure "
                  "ect:3:tree --ignore x<"))
      << html;
  EXPECT_TRUE(has(html, "a (2)"));  // the same name twice
  EXPECT_FALSE(has(html, folder_));
  EXPECT_EQ(files(), 3);
}

TEST_F(CompareCli, TheCommandOfThePageIsQuotedAndHasNoFolders) {
  const std::string file = corners("a b.csv", 40);
  const std::string order = write("my order.txt", "southwest\nsoutheast\nnorthwest\nnortheast\n");
  const std::string page = path("page.html");
  fs::create_directory(path("v2"));
  const std::string one = "command:" + path("no.py") + " --in=" + path("x") + " 'a b'";
  const std::string two = "command:" + path("v2/no.py") + " --in=" + path("x") + " 'a b'";
  const Outcome outcome = ect({"compare", file, "--splits", "1", "--reductions", "tree",
                               "--learners", "hinge," + one + ',' + two, "--seeding",
                               "given:" + order, "--html", page, "--figure", "hinge:" + two});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string html = read(page);
  EXPECT_TRUE(has(html,
                  "ect compare 'a b.csv' --reductions tree --learners 'hinge,"
                  "command:no.py --in=x '\\''a b"))
      << html;
  EXPECT_TRUE(has(html, "--seeding 'given:my order.txt'")) << html;
  EXPECT_TRUE(has(html, "command:no.py --in=x 'a b' (2)")) << html;
  EXPECT_FALSE(has(html, folder_)) << html;
}

TEST_F(CompareCli, ProgressIsOnTheTerminalOnly) {
  const std::string a = corners("a.csv", 400);
  const std::vector<std::string> arguments{"compare",    a,          "--splits", "4",
                                           "--learners", "logistic", "--passes", "20"};
  EXPECT_EQ(ect(arguments).err, "");
  std::vector<std::string> quiet = arguments;
  quiet.emplace_back("--quiet");
  EXPECT_EQ(ect(quiet, "", true).err, "");
}

TEST_F(CompareCli, CostsOfTheTestFileAreFoundByName) {
  const std::string head = "x,cost:a,cost:b\n";
  std::string rows;
  for (int i = 0; i < 20; ++i) rows += i % 2 == 0 ? "0,1,3\n" : "1,5,2\n";
  std::string swapped = "cost:b,x,cost:a\n";
  for (int i = 0; i < 4; ++i) swapped += i % 2 == 0 ? "3,0,1\n" : "2,1,5\n";
  const nlohmann::json row =
      json_of({"compare", write("train.csv", head + rows), "--test", write("test.csv", swapped),
               "--costs", "--reductions", "tree"})["rows"][0];
  EXPECT_EQ(row["cost"], 1.5);
  EXPECT_EQ(row["cost_perfect"], 1.5);
  EXPECT_EQ(row["cost_single_best"], 2.5);  // b costs 2.5 in the mean, a 3
  EXPECT_EQ(row["gap_closed"], 1);
}

TEST_F(CompareCli, ALabelThatIsOnlyInTheTestFileIsAMistake) {
  const std::string test_file = write("test.csv", "x,y,class\n0,0,centre\n3,3,centre\n");
  const Outcome outcome =
      ect({"compare", corners("a.csv", 40), "--test", test_file, "--reductions", "tree"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_TRUE(has(outcome.out, "100.00 ± 0.00*")) << outcome.out;
  EXPECT_EQ(lines_in(outcome.err), 1);
  EXPECT_TRUE(has(outcome.err, "a label that " + path("a.csv") + " does not have: 2; they count"))
      << outcome.err;
}

TEST_F(CompareCli, ReadsStandardInput) {
  const Outcome outcome =
      ect({"compare", "-", "--splits", "1", "--reductions", "tree"}, read(corners("a.csv", 40)));
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(has(outcome.out, "data standard input, 4 classes")) << outcome.out;
}

TEST_F(CompareCli, BadInputIsOneLine) {
  const std::string a = corners("a.csv", 20);
  EXPECT_TRUE(has(mistaken({"compare", path("no.csv")}, 1), "no.csv: cannot open"));
  EXPECT_TRUE(has(mistaken({"compare", a + ',' + path("no.csv")}, 1), "no.csv: cannot open"));
  EXPECT_TRUE(has(mistaken({"compare", a, "--test", write("empty.csv", "x,y,class\n")}, 1),
                  "empty.csv: no examples"));
  EXPECT_TRUE(has(mistaken({"compare", write("one.csv", "x,class\n1,a\n2,a\n")}, 1),
                  "at least two classes"));
  EXPECT_TRUE(has(mistaken({"compare", a, "--folds", "21"}, 1),
                  "a: 20 examples cannot be split into 21 parts"));
  EXPECT_TRUE(has(mistaken({"compare", a, "--costs"}, 1), "a: there are no costs"));
  const std::vector<std::vector<std::string>> wrong{
      {"compare"},
      {"compare", a, "--reductions", "bush"},
      {"compare", a, "--reductions", "tree:3"},
      {"compare", a, "--reductions", "tree,tree"},
      {"compare", a, "--learners", "oracle"},
      {"compare", a, "--splits", "0"},
      {"compare", a, "--folds", "1"},
      {"compare", a, "--folds", "3", "--splits", "3"},
      {"compare", a, "--train-fraction", "1"},
      {"compare", a, "--train-fraction", "x"},
      {"compare", a, a, "--test", a},
      {"compare", a + ',' + a, "--test", a},
      {"compare", a + ",x,y"},
      {"compare", "-", "-"},
      {"compare", a, "--html", a},
      {"compare", a, "--html", "-"},
      {"compare", a, "--figure", "tree:ect"},
      {"compare", a, "--html", path("p.html"), "--figure", "tree:bush"}};
  for (const auto& arguments : wrong) {
    SCOPED_TRACE(testing::PrintToString(arguments));
    mistaken(arguments, 2);
  }
  EXPECT_FALSE(fs::exists(path("p.html")));
}

TEST_F(CompareCli, TheDataOfThePaperCanBeCompared) {
  ECT_NEEDS_FILE(types, data_file("table1/feature_types.json"));
  std::vector<std::string> arguments{"compare",          "--splits", "2",
                                     "--types",          types,      "--reductions",
                                     "tree,filter-tree", "--ignore", "Train_or_Test"};
  for (const char* name : {"glass", "lymph", "vowel"}) {
    arguments.push_back(data_file(std::string("table1/") + name + ".csv.gz"));
  }
  arguments.push_back(data_file("table1/soybean-train.csv.gz").string() + ',' +
                      data_file("table1/soybean-test.csv.gz").string());
  const nlohmann::json rows = json_of(arguments)["rows"];
  ASSERT_EQ(rows.size(), 8U);
  EXPECT_EQ(rows[7]["dataset"], "soybean");
  for (const nlohmann::json& row : rows) {
    EXPECT_GT(row["error"], 0.05);
    EXPECT_LT(row["error"], 0.7);
  }
}

}  // namespace
}  // namespace ect::cli
