// Table 1 of the paper on six of its data sets; bench/table1 has all 18. Every tolerance is three
// standard errors of what is compared, reckoned from the spread over splits that is measured here:
// the paper's figures are means of 10 random splits, ours of as many as are said below.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/places.h"
#include "tests/helpers/shared_data.h"

namespace ect::cli {
namespace {

constexpr double kPapersSplits = 10;
constexpr double kStandardErrors = 3;

using Splits = std::vector<double>;  // the error in percent in each split

double mean(const Splits& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

// Of one split.
double deviation(const Splits& values) {
  double sum = 0;
  for (const double value : values) sum += (value - mean(values)) * (value - mean(values));
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

double standard_error(const Splits& values) {
  return deviation(values) / std::sqrt(static_cast<double>(values.size()));
}

// How far a mean of ours may be from one of the paper's, if they measure the same.
double tolerance(const Splits& ours) {
  return kStandardErrors * deviation(ours) *
         std::sqrt(1 / kPapersSplits + 1 / static_cast<double>(ours.size()));
}

// In the same splits.
Splits difference(const Splits& a, const Splits& b) {
  Splits result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] - b[i]);
  return result;
}

template <class Value>
using Table = std::map<std::string, std::map<std::string, Value>>;  // by data, then method

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

Table<double> table_of_the_paper() {
  const std::map<std::string, std::string> names = {
      {"j48_tree", "tree/c45"},
      {"j48_filter_tree", "filter-tree/c45"},
      {"j48_all_pairs", "all-pairs/c45"},
      {"j48_all_pairs_filter_tree", "all-pairs-filter-tree/c45"},
      {"logistic_tree", "tree/logistic-batch"},
      {"logistic_filter_tree", "filter-tree/logistic-batch"},
      {"logistic_all_pairs", "all-pairs/logistic-batch"},
      {"logistic_all_pairs_filter_tree", "all-pairs-filter-tree/logistic-batch"}};
  std::ifstream file(source_path("tests/files/table1-paper.csv"));
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> columns = cells_of(line);
  Table<double> errors;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t i = 2; i < cells.size(); ++i) {
      errors[cells[0]][names.at(columns[i])] = std::stod(cells[i]);
    }
  }
  return errors;
}

Table<Splits> measured(const std::string& folder, const std::vector<std::string>& sets,
                       const std::string& splits, const std::string& reductions,
                       const std::string& learners) {
  std::vector<std::string> arguments = {"compare",      "--json",    "--splits",
                                        splits,         "--types",   folder + "/feature_types.json",
                                        "--reductions", reductions,  "--learners",
                                        learners,       "--seeding", "random",
                                        "--finals",     "charged",   "--expand",
                                        "none"};
  for (const std::string& set : sets) arguments.push_back(folder + "/" + set + ".csv.gz");
  const Outcome outcome = ect(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  Table<Splits> errors;
  const auto json = nlohmann::json::parse(outcome.out);
  for (const auto& row : json.at("rows")) {
    Splits& here = errors[row.at("dataset")][row.at("method")];
    for (const double error : row.at("errors")) here.push_back(100 * error);
  }
  return errors;
}

// On these sets every cell of the table is the paper's but for chance; where others differ, and
// why, is in docs/measured/table1.md.
TEST(Table1, ComesOutAsInThePaperWithinThreeStandardErrors) {
  ECT_NEEDS_FILE(folder, data_file("table1"));
  const std::vector<std::string> sets = {"ecoli", "glass", "vehicle", "yeast"};
  const Table<double> papers = table_of_the_paper();
  const Table<Splits> ours =
      measured(folder.string(), sets, "100", "tree,filter-tree,all-pairs,all-pairs-filter-tree",
               "c45,logistic-batch");
  for (const std::string& set : sets) {
    for (const auto& [method, error] : papers.at(set)) {
      const Splits& here = ours.at(set).at(method);
      EXPECT_NEAR(mean(here), error, tolerance(here)) << set << ' ' << method;
    }
    // What the filter changes, in the same splits with the same tree. By decision trees it changes
    // next to nothing here (docs/measured/table1.md).
    for (const auto& [plain, filtered] :
         {std::pair<std::string, std::string>("tree", "filter-tree"),
          {"all-pairs", "all-pairs-filter-tree"}}) {
      for (const std::string learner : {"/c45", "/logistic-batch"}) {
        const Splits change =
            difference(ours.at(set).at(filtered + learner), ours.at(set).at(plain + learner));
        EXPECT_GT(deviation(change), 0) << set << ": " << filtered + learner << " is " << plain;
        if (learner == "/c45") continue;
        EXPECT_NEAR(mean(change),
                    papers.at(set).at(filtered + learner) - papers.at(set).at(plain + learner),
                    tolerance(change))
            << set << ' ' << filtered << " - " << plain;
      }
    }
  }
}

// "The Filter Tree dominates the Tree reduction". These sets were taken out of 13 because the
// difference is beyond chance there in so few splits: that tells a broken filter, and is no
// evidence for the sentence. All 18 sets are in docs/measured/table1.md.
TEST(Table1, TheFilterTreeIsBelowTheTreeBeyondChance) {
  ECT_NEEDS_FILE(folder, data_file("table1"));
  const Table<double> papers = table_of_the_paper();
  for (const auto& [set, splits] :
       {std::pair<std::string, std::string>("yeast", "100"), {"letter", "10"}, {"kropt", "10"}}) {
    const Table<Splits> ours =
        measured(folder.string(), {set}, splits, "tree,filter-tree", "logistic-batch");
    const Splits change = difference(ours.at(set).at("filter-tree/logistic-batch"),
                                     ours.at(set).at("tree/logistic-batch"));
    EXPECT_LT(mean(change), -kStandardErrors * standard_error(change)) << set;
    EXPECT_LT(papers.at(set).at("filter-tree/logistic-batch"),
              papers.at(set).at("tree/logistic-batch"));
  }
}

}  // namespace
}  // namespace ect::cli
