// Tables, JSON and the page of a comparison, from numbers made by hand.
#include "report/compare_report.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "report/compare_figure.h"
#include "report/compare_html.h"
#include "report/markup.h"
#include "report/table.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/markup_helpers.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

model::Score score(double error, double deviation) {
  model::Score result;
  result.errors = {error - deviation, error + deviation};
  result.error = error;
  result.error_sd = deviation;
  result.train_seconds = 0.5;
  result.predict_microseconds = 1.25;
  result.questions_per_example = 4;
  return result;
}

model::Comparison by_hand() {
  model::Comparison comparison;
  comparison.methods = {{"tree", 0, "hinge", false}, {"ect", 4, "hinge", false}};
  comparison.train_fraction = 0.667;
  comparison.data.resize(3);
  const std::vector<std::pair<double, double>> errors = {{0.5, 0.25}, {0.1, 0.1}, {0.3, 0.2}};
  for (std::size_t d = 0; d < 3; ++d) {
    model::ComparedData& data = comparison.data[d];
    data.name = std::vector<std::string>{"glass", "letter", "vowel"}[d];
    data.classes = 6;
    data.examples = 214;
    data.splits = 2;
    data.scores = {score(errors[d].first, 0.01), score(errors[d].second, 0.02)};
  }
  return comparison;
}

std::size_t widest(const std::string& text) {
  std::size_t width = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    width = std::max(width, util::display_width(line));
  return width;
}

TEST(ComparisonText, MarksTheBestOfEachRowAndSumsUp) {
  EXPECT_EQ(comparison_text(by_hand()),
            "error in % ± deviation between splits; * is the best, k classes\n"
            "2 random splits of 66.7 % to learn from, seed 1\n"
            "learner hinge\n"
            "\n"
            "  data    k          tree          ect:4\n"
            "  glass   6  50.00 ± 1.00   25.00 ± 2.00*\n"
            "  letter  6  10.00 ± 1.00*  10.00 ± 2.00*\n"
            "  vowel   6  30.00 ± 1.00   20.00 ± 2.00*\n"
            "  mean              30.00          18.33\n"
            "  wins                  1              3\n"
            "\n"
            "means over the data; times on one thread; predict and questions per example\n"
            "  method  train s  predict us  questions\n"
            "  tree        0.5        1.25       4.00\n"
            "  ect:4       0.5        1.25       4.00\n");
}

TEST(ComparisonText, OfOneDataSetHasMethodsAsRows) {
  model::Comparison comparison = by_hand();
  comparison.data.resize(1);
  comparison.methods[1] = {"tree", 0, "logistic", false};
  comparison.folds = 2;
  EXPECT_EQ(comparison_text(comparison),
            "error in % ± deviation between splits; * is the best\n"
            "2 folds, seed 1\n"
            "reduction tree\n"
            "data glass, 6 classes\n"
            "\n"
            "  method           error   train s  predict us  questions\n"
            "  hinge     50.00 ± 1.00       0.5        1.25       4.00\n"
            "  logistic  25.00 ± 2.00*      0.5        1.25       4.00\n");
}

TEST(ComparisonText, ShowsADashForAFailureAndForItsMean) {
  model::Comparison comparison = by_hand();
  comparison.data[2].scores[1].failure = "no luck";
  const std::string text = comparison_text(comparison);
  EXPECT_NE(text.find("vowel   6  30.00 ± 1.00*             -\n"), std::string::npos) << text;
  EXPECT_NE(text.find("mean              30.00              -\n"), std::string::npos) << text;
  EXPECT_NE(text.find("wins                  2              2\n"), std::string::npos) << text;
}

TEST(ComparisonText, FitsEightyColumnsHoweverManyMethods) {
  model::Comparison comparison = by_hand();
  comparison.methods.clear();
  for (const char* reduction : {"tree", "all-pairs-filter-tree", "one-vs-all", "ect"}) {
    for (const char* learner : {"hinge", "logistic-batch", "boosted"}) {
      comparison.methods.push_back({reduction, 0, learner, false});
    }
  }
  comparison.data[0].name = std::string(100, 'x');
  for (model::ComparedData& data : comparison.data) data.scores.resize(12, score(0.999, 0.1));
  const std::string text = comparison_text(comparison);
  EXPECT_LE(widest(text), 80U) << text;
  for (const model::Method& method : comparison.methods) {
    EXPECT_EQ(count(text, ' ' + method.name() + ' '), 4U) << text;  // two blocks, and two of means
  }
  EXPECT_EQ(count(text, "vowel (6)"), 1U) << text;
  comparison.methods.resize(5);
  EXPECT_NE(comparison_text(comparison).find("  vowel "), std::string::npos);
  comparison.data.resize(1);
  EXPECT_LE(widest(comparison_text(comparison)), 80U);
}

// A method with a long name, in three data sets and in one.
TEST(ComparisonText, FitsEightyColumnsHoweverLongTheNames) {
  const std::string program = "command:python3 learner_" + std::string(90, 'x') + ".py --depth ";
  model::Comparison comparison = by_hand();
  comparison.seed = std::numeric_limits<std::uint64_t>::max();
  comparison.data[1].test_examples = 90;
  comparison.methods = {{"all-pairs-filter-tree", 0, program + '3', false},
                        {"all-pairs-filter-tree", 0, program + '4', false}};
  for (model::ComparedData& data : comparison.data) {
    data.name = std::string(100, 'd');
    data.cost_single_best = 1.234e9;
    data.cost_perfect = 1.234e8;
    for (model::Score& score : data.scores) {
      score.cost = 1.234e9;
      score.cost_sd = 1.234e7;
    }
  }
  const std::vector<model::Method> one_reduction = comparison.methods;
  std::vector<model::Method> one_learner = comparison.methods;
  one_learner[1] = {"tree", 0, program + '3', false};
  std::vector<model::Method> both = comparison.methods;
  both[1].reduction = "tree";
  for (const std::vector<model::Method>& methods : {one_reduction, one_learner, both}) {
    for (const std::size_t data : {3U, 1U}) {
      for (const bool by_cost : {false, true}) {
        model::Comparison one = comparison;
        one.methods = methods;
        one.data.resize(data);
        one.by_cost = by_cost;
        const std::string text = comparison_text(one);
        EXPECT_LE(widest(text), 80U) << text;
        EXPECT_GE(count(text, "h 4") + count(text, "  tree"), 1U) << text;  // told apart
      }
    }
  }
}

TEST(Table, CutsAndWrapsByCodePoints) {
  EXPECT_EQ(util::shortened("äöüß", 4), "äöüß");
  EXPECT_EQ(util::shortened("äöüßx", 4), "äöü…");
  EXPECT_EQ(util::shortened_inside("äöüß", 4), "äöüß");
  EXPECT_EQ(util::shortened_inside("äöüßxyz", 4), "äö…z");
  EXPECT_EQ(util::shortened_inside("äöüßxyz", 5), "äö…yz");
  EXPECT_EQ(util::wrapped("ää bb cc", 5), "ää bb\n  cc\n");
  EXPECT_EQ(util::wrapped("ää bb c", 7), "ää bb c\n");
}

TEST(ComparisonText, OfCostsHasTheGapAndNoMeanOfCosts) {
  model::Comparison comparison = by_hand();
  comparison.by_cost = true;
  for (model::ComparedData& data : comparison.data) {
    data.cost_single_best = 1000;
    data.cost_perfect = 200;
    data.scores[0].cost = 400;
    data.scores[1].cost = 1200;
  }
  const std::string text = comparison_text(comparison);
  EXPECT_NE(text.find("learnt from labels, not costs: tree, ect:4\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  glass   6   400*   1200\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  glass   6  75.0  -25.0\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  mean       75.0  -25.0\n"), std::string::npos) << text;
  EXPECT_EQ(count(text, "mean  "), 1U) << text;
  EXPECT_NE(text.find("  glass   6         1000      200\n"), std::string::npos) << text;
  comparison.data.resize(1);
  EXPECT_NE(
      comparison_text(comparison).find("single best choice 1000 (gap closed 0 %), perfect 200"),
      std::string::npos);
}

TEST(ComparisonJson, HasTheKeysOfTheInterface) {
  model::Comparison comparison = by_hand();
  comparison.data[1].scores[0].failure = "no luck";
  const nlohmann::json json = comparison_json(comparison);
  ASSERT_EQ(json["rows"].size(), 6U);
  const nlohmann::json& row = json["rows"][1];
  EXPECT_EQ(row["dataset"], "glass");
  EXPECT_EQ(row["reduction"], "ect");
  EXPECT_EQ(row["eliminations"], 4);
  EXPECT_EQ(row["learner"], "hinge");
  EXPECT_EQ(row["error"], 0.25);
  EXPECT_EQ(row["error_sd"], 0.02);
  EXPECT_TRUE(row["cost"].is_null());
  EXPECT_EQ(row["train_seconds"], 0.5);
  EXPECT_EQ(row["predict_microseconds"], 1.25);
  EXPECT_EQ(row["questions_per_example"], 4);
  EXPECT_EQ(row["best"], true);
  EXPECT_FALSE(row.contains("gap_closed"));
  EXPECT_FALSE(row.contains("failure"));
  EXPECT_TRUE(json["rows"][2]["error"].is_null());
  EXPECT_EQ(json["rows"][2]["failure"], "no luck");

  EXPECT_EQ(json["train_fraction"], 0.667);
  EXPECT_TRUE(json["folds"].is_null());
  comparison.folds = 2;
  EXPECT_TRUE(comparison_json(comparison)["train_fraction"].is_null());

  comparison.data[0].cost_single_best = 10;
  comparison.data[0].cost_perfect = 2;
  comparison.data[0].scores[1].cost = 4;
  const nlohmann::json with_costs = comparison_json(comparison)["rows"][1];
  EXPECT_EQ(with_costs["cost"], 4);
  EXPECT_EQ(with_costs["cost_single_best"], 10);
  EXPECT_EQ(with_costs["cost_perfect"], 2);
  EXPECT_EQ(with_costs["gap_closed"], 0.75);
}

void expect_page(const std::string& html) {
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(unbalanced(html), "");
  for (const char* part : {"http", "src=", "href", "url(", "@import", "<script", "nan", "inf\""}) {
    EXPECT_EQ(count(html, part), 0U) << part;
  }
}

TEST(ComparisonPage, StandsByItselfAndIsWellFormed) {
  const std::string html = comparison_html(by_hand(), "ect compare glass.csv");
  expect_page(html);
  EXPECT_EQ(count(html, "class=\"best\""), 4U);  // the cells; letter has two
  EXPECT_EQ(count(html, "<svg class=\"scatter\""), 1U);
  EXPECT_EQ(count(html, "<svg class=\"bars\""), 3U);
  EXPECT_EQ(count(html, "<circle"), 3U);
  EXPECT_NE(html.find("ect compare glass.csv"), std::string::npos);
}

TEST(ComparisonPage, BarsHaveTheirWholeNames) {
  model::Comparison comparison = by_hand();
  comparison.methods = {{"all-pairs-filter-tree", 0, "logistic-batch", false},
                        {"all-pairs-filter-tree", 0, "logistic", false}};
  comparison.methods[1].reduction = "tree";
  const std::string program = "command:python3 " + std::string(90, 'x') + ".py";
  std::string svg = bars_svg(comparison, 0);
  EXPECT_EQ(count(svg, ">all-pairs-filter-tree/logistic-batch</text>"), 1U) << svg;
  comparison.methods[1].learner = program;
  svg = bars_svg(comparison, 0);
  EXPECT_EQ(count(svg, "<title>tree/" + program + ": 25.00 ± 2.00</title>"), 1U) << svg;
  EXPECT_EQ(count(svg, "xxx.py</text>"), 1U) << svg;
}

TEST(ComparisonPage, SaysWhoLearntFromLabels) {
  model::Comparison comparison = by_hand();
  EXPECT_EQ(count(comparison_html(comparison, ""), "learnt from labels"), 0U);
  comparison.by_cost = true;
  comparison.methods[1].from_costs = true;
  EXPECT_EQ(count(comparison_html(comparison, ""), "<p>learnt from labels, not costs: tree</p>"),
            1U);
}

TEST(ComparisonPage, EscapesWhatOthersNamed) {
  model::Comparison comparison = by_hand();
  comparison.data[0].name = "<b>&\"\x01";
  comparison.methods[0].learner = "command:<i>";
  comparison.data[0].scores[1].failure = "no <luck>";
  const std::string html = comparison_html(comparison, "ect compare '<b>&'");
  expect_page(html);
  EXPECT_EQ(count(html, "<b>"), 0U);
  EXPECT_EQ(count(html, "<i>"), 0U);
  EXPECT_GE(count(html, "&lt;b&gt;&amp;&quot;?"), 3U);
  EXPECT_EQ(escaped("a\xff<"), "a?&lt;");
  EXPECT_EQ(escaped("é<"), "é&lt;");
}

TEST(ComparisonPage, IsWellFormedForOneDataSetForCostsAndForZeros) {
  model::Comparison comparison = by_hand();
  for (model::ComparedData& data : comparison.data) data.scores = {score(0, 0), score(0, 0)};
  expect_page(comparison_html(comparison, ""));
  comparison.by_cost = true;
  for (model::ComparedData& data : comparison.data) {
    data.cost_single_best = -5;
    data.cost_perfect = -9;
    data.scores[0].cost = -6;
    data.scores[1].cost = -8;
    data.scores[1].cost_sd = 20;
  }
  comparison.data[1].cost_single_best = -9;  // no gap
  expect_page(comparison_html(comparison, ""));
  EXPECT_EQ(count(scatter_svg(comparison, {0, 1}), "<circle"), 2U);
  comparison.data.resize(1);
  const std::string one = comparison_html(comparison, "");
  expect_page(one);
  EXPECT_EQ(count(one, "<svg class=\"scatter\""), 0U);
  EXPECT_EQ(count(comparison_html(comparison, "", {{0, 1}}), "<svg class=\"scatter\""), 1U);
}

TEST(Figures, AreThoseOfThePaperForEachLearner) {
  std::vector<model::Method> methods;
  for (const char* reduction : {"ect", "filter-tree", "tree", "all-pairs"}) {
    for (const char* learner : {"hinge", "logistic"}) methods.push_back({reduction, 0, learner});
  }
  std::vector<FigurePair> pairs = figure_pairs(methods);
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(methods[pairs[1].across].name(), "tree/logistic");
  EXPECT_EQ(methods[pairs[1].up].name(), "filter-tree/logistic");
  methods.push_back({"all-pairs-filter-tree", 0, "hinge"});
  EXPECT_EQ(figure_pairs(methods).size(), 3U);
  pairs = figure_pairs({{"ect", 0, "hinge"}, {"ect", 0, "logistic"}, {"tree", 0, "hinge"}});
  ASSERT_EQ(pairs.size(), 2U);
  EXPECT_EQ(pairs[1].across, 0U);
  EXPECT_EQ(pairs[1].up, 2U);
}

TEST(Figures, AreNamedByTheirMethods) {
  const std::vector<model::Method> methods = by_hand().methods;
  for (const char* text : {"tree:ect:4", "tree/hinge:ect:4/hinge", "tree:ect:4/hinge"}) {
    EXPECT_EQ(parse_figure(text, methods).across, 0U) << text;
    EXPECT_EQ(parse_figure(text, methods).up, 1U) << text;
  }
  EXPECT_EQ(parse_figure("ect:4:tree", methods).across, 1U);
  EXPECT_EQ(error_of([&] { parse_figure("tree:ect", methods); }),
            "'tree:ect' is not a figure (expected A:B with two of the methods, such as "
            "tree/hinge:ect:4/hinge)");
}

TEST(Figures, PutNamesWhereNoOtherIs) {
  model::Comparison comparison = by_hand();
  comparison.data.clear();
  for (int i = 0; i < 12; ++i) {
    model::ComparedData& data = comparison.data.emplace_back();
    data.name = "data" + std::to_string(i);
    data.scores = {score(0.2 + 0.002 * i, 0), score(0.2, 0)};
  }
  comparison.data.push_back(comparison.data.back());
  comparison.data.back().scores = {score(0.4, 0), score(0.4, 0)};
  const std::string svg = scatter_svg(comparison, {0, 1});
  const std::regex name("class=\"name\" x=\"([0-9.]+)\" y=\"([0-9.]+)\"");
  std::vector<std::pair<double, double>> places;
  for (std::sregex_iterator at(svg.begin(), svg.end(), name), end; at != end; ++at) {
    places.emplace_back(std::stod((*at)[1]), std::stod((*at)[2]));
  }
  EXPECT_GE(places.size(), 12U);
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_TRUE(std::abs(places[i].first - places[j].first) > 30 ||
                  std::abs(places[i].second - places[j].second) > 11.8)
          << i << ' ' << j;
    }
  }
}

}  // namespace
}  // namespace ect::report
