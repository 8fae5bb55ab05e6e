// Table 1 of the paper on four of its data sets, against wide margins; bench/table1 has all 18.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tests/cli_helpers.h"
#include "tests/shared_data.h"

namespace ect::cli {
namespace {

using Errors = std::map<std::string, std::map<std::string, double>>;  // data, method -> percent

const std::vector<std::string> kSets = {"ecoli", "glass", "vehicle", "yeast"};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

Errors errors_of_the_paper() {
  const std::map<std::string, std::string> names = {
      {"j48_tree", "tree/c45"},
      {"j48_filter_tree", "filter-tree/c45"},
      {"j48_all_pairs", "all-pairs/c45"},
      {"j48_all_pairs_filter_tree", "all-pairs-filter-tree/c45"},
      {"logistic_tree", "tree/logistic-batch"},
      {"logistic_filter_tree", "filter-tree/logistic-batch"},
      {"logistic_all_pairs", "all-pairs/logistic-batch"},
      {"logistic_all_pairs_filter_tree", "all-pairs-filter-tree/logistic-batch"}};
  std::ifstream file(std::string(ECT_SOURCE_DIR) + "/tests/data/table1-paper.csv");
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> columns = cells_of(line);
  Errors errors;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = cells_of(line);
    for (std::size_t i = 2; i < cells.size(); ++i) {
      errors[cells[0]][names.at(columns[i])] = std::stod(cells[i]);
    }
  }
  return errors;
}

Errors measured(const std::string& folder) {
  std::vector<std::string> arguments = {
      "compare",      "--json",
      "--splits",     "10",
      "--types",      folder + "/feature_types.json",
      "--reductions", "tree,filter-tree,all-pairs,all-pairs-filter-tree",
      "--learners",   "c45,logistic-batch",
      "--seeding",    "random",
      "--finals",     "charged"};
  for (const std::string& set : kSets) arguments.push_back(folder + "/" + set + ".csv.gz");
  const Outcome outcome = ect(arguments);
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  Errors errors;
  const auto json = nlohmann::json::parse(outcome.out);
  for (const auto& row : json.at("rows")) {
    errors[row.at("dataset")][row.at("method")] = 100 * row.at("error").get<double>();
  }
  return errors;
}

TEST(Table1, ComesOutAsInThePaper) {
  ECT_NEEDS_FILE(folder, data_file("table1"));
  const Errors ours = measured(folder.string());
  const Errors papers = errors_of_the_paper();
  for (const std::string& set : kSets) {
    for (const auto& [method, error] : papers.at(set)) {
      EXPECT_NEAR(ours.at(set).at(method), error, 7) << set << ' ' << method;
    }
  }
  for (const std::string learner : {"c45", "logistic-batch"}) {
    double filter = 0;
    double pairs = 0;
    for (const std::string& set : kSets) {
      const auto& errors = ours.at(set);
      filter += errors.at("filter-tree/" + learner) - errors.at("tree/" + learner);
      pairs += errors.at("all-pairs-filter-tree/" + learner) - errors.at("all-pairs/" + learner);
    }
    EXPECT_LT(filter / 4, 1) << learner;
    EXPECT_LT(std::abs(pairs / 4), 2.5) << learner;
  }
}

}  // namespace
}  // namespace ect::cli
