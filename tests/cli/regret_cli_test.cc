// `ect regret` as a user would call it, and the content of its table.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "ect/regret_table.h"
#include "report/regret_report.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/places.h"
#include "util/display_width.h"

namespace ect::cli {
namespace {

nlohmann::json rows_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "regret");
  arguments.emplace_back("--json");
  const Outcome outcome = ect(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  return nlohmann::json::parse(outcome.out)["rows"];
}

nlohmann::json row_of(const nlohmann::json& rows, const std::string& reduction,
                      const std::string& nodes, const std::string& distribution = "random") {
  for (const nlohmann::json& row : rows) {
    if (row["reduction"] == reduction && row["nodes"] == nodes &&
        row["distribution"] == distribution) {
      return row;
    }
  }
  ADD_FAILURE() << "no row of " << reduction << ", " << nodes << ", " << distribution;
  return {};
}

TEST(RegretCli, ShowsTheIntroductionInEightyColumns) {
  const Outcome outcome = ect({"regret", "--trials", "3"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  for (const char* part : {"8 classes, 8 inputs, 3 trials", "inconsistent: exact nodes",
                           "random: planted nodes, rate 0.1", "ect:9", "filter-tree", "tree", "3 r",
                           "0.1250", "consistent  whether"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part;
  }
}

TEST(RegretCli, JsonHasTheKeysOfTheManPage) {
  const std::string man = read(source_path("man/ect.1"));
  const nlohmann::json rows = rows_of({"--trials", "2", "--classes", "4"});
  for (const auto& [key, value] : rows[0].items()) {
    EXPECT_NE(man.find(key), std::string::npos) << key;
  }
  EXPECT_EQ(rows[0].size(), 17U);
}

TEST(RegretCli, SaysWhoIsConsistentAndThatNoBoundIsBroken) {
  const nlohmann::json rows = rows_of({"--trials", "4"});
  for (const nlohmann::json& row : rows) EXPECT_FALSE(row["broken"]);
  EXPECT_TRUE(row_of(rows, "filter-tree", "exact")["consistent"]);
  EXPECT_TRUE(row_of(rows, "ect", "planted", "inconsistent")["consistent"]);
  const nlohmann::json tree = row_of(rows, "tree", "exact", "inconsistent");
  EXPECT_FALSE(tree["consistent"]);
  EXPECT_NEAR(tree["multiclass_regret"].get<double>(), 0.125, 1e-6);
  EXPECT_TRUE(tree["ratio"].is_null());
  EXPECT_TRUE(tree["bound"].is_null());
  EXPECT_EQ(tree["bound_kind"], "none");
  const nlohmann::json ect = row_of(rows, "ect", "planted");
  EXPECT_EQ(ect["eliminations"], 9);  // 4 ln 8 is 8.3
  EXPECT_EQ(ect["problems"], 71);
  EXPECT_LE(ect["multiclass_regret"].get<double>(), ect["bound"].get<double>());
  EXPECT_GE(ect["worst_ratio"].get<double>(), ect["ratio"].get<double>());
}

TEST(RegretCli, OneVsAllIsConsistentByScoresAndNotByVotes) {
  const nlohmann::json rows = rows_of({"--trials", "4", "--nodes", "exact"});
  for (const char* distribution : {"inconsistent", "random"}) {
    EXPECT_TRUE(row_of(rows, "one-vs-all", "exact", distribution)["consistent"]);
    const nlohmann::json votes = row_of(rows, "one-vs-all:votes", "exact", distribution);
    EXPECT_FALSE(votes["consistent"]);
    EXPECT_EQ(votes["binary_regret"], 0);
    EXPECT_EQ(votes["bound_kind"], "none");
  }
}

// Two scores that are wrong by half of their difference.
TEST(RegretCli, TheBoundOfOneVsAllIsReached) {
  const nlohmann::json rows =
      rows_of({"--reductions", "one-vs-all", "--nodes", "planted", "--trials", "3"});
  EXPECT_GT(row_of(rows, "one-vs-all", "planted")["bound_used"].get<double>(), 0.98);
}

TEST(RegretCli, DependsOnTheSeedAlone) {
  const auto out = [](const char* seed) {
    return ect({"regret", "--trials", "2", "--classes", "5", "--nodes", "planted,learned",
                "--distribution", "random", "--examples", "200", "--seed", seed})
        .out;
  };
  EXPECT_EQ(out("7"), out("7"));
  EXPECT_NE(out("7"), out("8"));
}

TEST(RegretCli, PlantingNothingIsExactAndPlantingMoreIsWorse) {
  const auto regret = [](const char* rate) {
    const nlohmann::json rows =
        rows_of({"--nodes", "planted", "--rate", rate, "--reductions", "filter-tree",
                 "--distribution", "random", "--trials", "30"});
    return rows[0]["multiclass_regret"].get<double>();
  };
  EXPECT_LE(regret("0"), 1e-6);
  EXPECT_GT(regret("0.1"), 0.01);
  EXPECT_GT(regret("0.4"), regret("0.1"));
}

TEST(RegretCli, LearnedNodesHaveLessRegretWithMoreExamples) {
  const auto row = [](const char* examples, const char* learner) {
    return rows_of({"--nodes", "learned", "--reductions", "filter-tree", "--distribution", "random",
                    "--examples", examples, "--trials", "6", "--learner", learner})[0];
  };
  for (const char* learner : {"hinge", "logistic"}) {
    const nlohmann::json few = row("40", learner);
    const nlohmann::json many = row("4000", learner);
    EXPECT_GT(few["binary_regret"].get<double>(), 2 * many["binary_regret"].get<double>());
    EXPECT_GT(few["multiclass_regret"].get<double>(), many["multiclass_regret"].get<double>());
    EXPECT_LT(many["multiclass_regret"].get<double>(), 0.05);
  }
}

TEST(RegretCli, LearnsFromDistributionsWithFeatures) {
  const nlohmann::json rows = rows_of({"--nodes", "learned", "--distribution", "dense,words",
                                       "--reductions", "filter-tree", "--trials", "1"});
  ASSERT_EQ(rows.size(), 2U);
  for (const nlohmann::json& row : rows) EXPECT_LT(row["multiclass_regret"].get<double>(), 0.2);
}

// Later brackets learn from fewer and harder examples: what the classifiers themselves lose grows
// with the eliminations faster than the tournament corrects it.
TEST(RegretCli, WithLearnedNodesMoreEliminationsHaveMoreRegretAndContestedFinalsLess) {
  const nlohmann::json rows = rows_of({"--nodes", "learned", "--distribution", "inconsistent",
                                       "--classes", "16", "--examples", "2000", "--reductions",
                                       "filter-tree,ect:12,ect:contested", "--trials", "40"});
  ASSERT_EQ(rows.size(), 3U);
  const auto regret = [&](int row) { return rows[row]["multiclass_regret"].get<double>(); };
  const auto error = [&](int row) { return rows[row]["multiclass_regret_error"].get<double>(); };
  for (int row = 0; row < 3; ++row) {
    EXPECT_GT(error(row), 0);
    EXPECT_LT(error(row), 0.02);
  }
  EXPECT_GT(regret(1) - error(1), regret(0) + error(0));
  EXPECT_LT(regret(2) + error(2), regret(0) - error(0));
  EXPECT_EQ(rows[1]["eliminations"], 12);
  EXPECT_EQ(rows[1]["finals"], "charged");
  // Nothing is known of the binary problems of contested finals, and nothing is claimed.
  EXPECT_EQ(rows[2]["finals"], "contested");
  EXPECT_EQ(rows[2]["eliminations"], 1);
  EXPECT_EQ(rows[2]["bound_kind"], "none");
  EXPECT_GT(rows[2]["questions"].get<double>(), rows[0]["questions"].get<double>());
  for (const char* key : {"binary_regret", "ratio", "bound", "worst_ratio", "consistent"}) {
    EXPECT_TRUE(rows[2][key].is_null()) << key;
  }
}

TEST(RegretCli, LearnedNodesAreShownWithStandardErrorsInEightyColumns) {
  const Outcome outcome =
      ect({"regret", "--nodes", "learned", "--trials", "2", "--examples", "200", "--reductions",
           "all-pairs-filter-tree,one-vs-all,filter-tree:contested,ect:3,"
           "ect:3:contested"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::istringstream lines(outcome.out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(util::display_width(line), 80U) << line;
  }
  for (const char* part : {"asked  regret       ±", "  ect:3 ", "  ect:3:contested ",
                           "  filter-tree:contested ", "standard error of the regret"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << outcome.out;
  }
}

TEST(RegretCli, AReductionNamedWithItsEliminationsIsTheSameAsByTheOption) {
  const auto regret = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--nodes", "planted", "--distribution", "random", "--trials",
                                       "2", "--classes", "5"});
    return rows_of(arguments);
  };
  EXPECT_EQ(regret({"--reductions", "ect:3"}), regret({"--reductions", "ect", "-m", "3"}));
  EXPECT_EQ(regret({"--reductions", "ect:3", "-m", "2"})[0]["eliminations"], 3);
}

// r is of squared loss where the bound has a root, and that is what the learner minimises.
TEST(RegretCli, LeastSquaresHaveLessRegretOfSquaredLossThanLogisticRegression) {
  const auto row_by = [](const std::string& learner) {
    return row_of(
        rows_of({"--nodes", "learned", "--learner", learner, "--reductions", "one-vs-all",
                 "--distribution", "inconsistent", "--examples", "2000", "--trials", "5"}),
        "one-vs-all", "learned", "inconsistent");
  };
  const nlohmann::json squares = row_by("squares");
  EXPECT_LT(squares["binary_regret"].get<double>(),
            0.75 * row_by("logistic-batch")["binary_regret"].get<double>());
  EXPECT_LT(squares["multiclass_regret"].get<double>(), squares["bound"].get<double>());
}

TEST(RegretCli, CostsAreForReductionsThatTakeThem) {
  const nlohmann::json rows = rows_of({"--costs", "--trials", "3"});
  for (const nlohmann::json& row : rows) {
    EXPECT_NE(row["reduction"], "tree");
    EXPECT_FALSE(row["broken"]);
  }
  EXPECT_EQ(row_of(rows, "filter-tree", "planted")["bound_kind"], "7 r");
  EXPECT_TRUE(row_of(rows, "ect", "exact")["consistent"]);
}

TEST(RegretCli, TwoClassesAreTooFewForInconsistency) {
  const nlohmann::json rows = rows_of({"--classes", "2", "--trials", "2"});
  EXPECT_FALSE(rows.empty());
  for (const nlohmann::json& row : rows) EXPECT_EQ(row["distribution"], "random");
  const Outcome outcome = ect({"regret", "--classes", "2", "--distribution", "inconsistent"});
  expect_one_line_error(outcome, 2);
  EXPECT_EQ(outcome.err, "ect: the distribution inconsistent needs at least 3 classes\n");
}

TEST(RegretCli, ScoresAreHowOneVsAllIsDecodedIfNothingIsSaid) {
  const auto rows = [](const char* reduction) {
    return rows_of({"--trials", "2", "--classes", "4", "--reductions", reduction});
  };
  EXPECT_EQ(rows("one-vs-all:scores"), rows("one-vs-all"));
}

TEST(RegretCli, WrongUsageIsOneLineAndStatus2) {
  const std::vector<std::vector<std::string>> wrong{
      {"--classes", "1"},
      {"--classes", "100000"},
      {"--inputs", "0"},
      {"--distribution", "odd"},
      {"--nodes", "best"},
      {"--rate", "1.5"},
      {"--rate", "x"},
      {"--learner", "oracle"},
      {"--reductions", "nothing"},
      {"--reductions", "ect:votes"},
      {"--reductions", "one-vs-all:"},
      {"--reductions", "one-vs-all:lot"},
      {"--reductions", "ect:0"},
      {"--reductions", "ect:4:"},
      {"--reductions", "ect:contested:4"},
      {"--reductions", "filter-tree:2"},
      {"--reductions", "ect:contested"},
      {"--nodes", "learned", "--learner", "logistic", "--reductions", "ect:contested"},
      {"--nodes", "learned", "--reductions", "pecoc:contested"},
      {"--trials", "0"},
      {"--costs", "--reductions", "tree"},
      {"--costs", "--nodes", "learned"},
      {"--costs", "--distribution", "dense"}};
  for (std::vector<std::string> arguments : wrong) {
    SCOPED_TRACE(arguments.back());
    arguments.insert(arguments.begin(), "regret");
    expect_one_line_error(ect(arguments), 2);
  }
}

TEST(RegretReport, ShowsWhatIsInfiniteAndHasNoBound) {
  RegretRow row;
  row.distribution = "random";
  row.reduction = "tree";
  row.nodes = "planted";
  row.bound_kind = "none";
  row.ratio = row.worst_ratio = std::numeric_limits<double>::infinity();
  const std::string text = report::regret_text({}, {row});
  EXPECT_NE(text.find("inf"), std::string::npos);
  EXPECT_TRUE(report::regret_json({}, {row})["rows"][0]["worst_ratio"].is_null());
}

}  // namespace
}  // namespace ect::cli
