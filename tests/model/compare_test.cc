// Comparisons: which examples methods are trained and tested on, and how results are summarized.
#include "model/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "data/synth/synth.h"
#include "ect/predict.h"
#include "model/named_options.h"
#include "model/split_scores.h"
#include "model/train.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/sanitized.h"

namespace ect::model {
namespace {

Dataset drawn(std::uint32_t classes, std::uint64_t part, std::size_t size) {
  data::SynthOptions options;
  options.classes = classes;
  const data::Distribution distribution(options);
  Dataset data;
  for (std::uint32_t label = 0; label < classes; ++label) data.add_label(std::to_string(label));
  Random random = distribution.part(part);
  data::Distribution::Drawn example;
  for (std::size_t i = 0; i < size; ++i) {
    distribution.draw(random, example);
    data.add(example.example);
  }
  return data;
}

std::vector<CompareData> two_data_sets() {
  std::vector<CompareData> data;
  data.push_back({"small", data::Layout(), drawn(5, 1, 120), std::nullopt});
  data.push_back({"pair", data::Layout(), drawn(7, 1, 200), drawn(7, 2, 90)});
  return data;
}

std::vector<Method> all_methods() {
  return make_methods({"tree", "filter-tree", "ect:3"}, {"hinge", "logistic"});
}

// Everything but the times.
using Result = std::tuple<std::string, std::vector<double>, double, double>;
std::vector<Result> results(const Comparison& comparison) {
  std::vector<Result> all;
  for (const ComparedData& data : comparison.data) {
    for (const Score& score : data.scores) {
      all.emplace_back(score.failure, score.errors, score.error, score.questions_per_example);
    }
  }
  return all;
}

TEST(Compare, IsWhatTrainingOnEachSplitByHandGives) {
  const std::vector<CompareData> data = two_data_sets();
  CompareOptions options;
  options.splits = all_or_enough(3U, 2U);
  options.train.seed = 5;
  const Comparison comparison = compare(data, all_methods(), options);
  for (std::size_t d = 0; d < data.size(); ++d) {
    const Dataset& test = data[d].test ? *data[d].test : data[d].data;
    for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
      ASSERT_EQ(comparison.data[d].scores[m].errors.size(), options.splits);
      for (std::uint32_t s = 0; s < options.splits; ++s) {
        const data::Split split = compare_split(data[d], options, s);
        model::NamedOptions how;
        how.reduction = comparison.methods[m].reduction;
        how.eliminations = comparison.methods[m].eliminations;
        how.learner = comparison.methods[m].learner;
        how.seed = 5 + s;
        const Model model = train(data[d].data.subset(split.train), how);
        Predictor predictor(model);
        double mistakes = 0;
        for (const std::uint32_t row : split.test) {
          mistakes += predictor.predict(test.row(row)) != test.label(row) ? 1 : 0;
        }
        EXPECT_EQ(comparison.data[d].scores[m].errors[s],
                  mistakes / static_cast<double>(split.test.size()));
      }
    }
  }
  EXPECT_EQ(comparison.data[0].classes, 5U);
  EXPECT_EQ(comparison.data[1].test_examples, 90U);
}

TEST(Compare, DoesNotDependOnThreadsNorOnTheOtherMethodsAndData) {
  const std::vector<CompareData> data = two_data_sets();
  CompareOptions options;
  options.splits = all_or_enough(4U, 2U);
  options.threads = 1;
  const Comparison one = compare(data, all_methods(), options);
  options.threads = 5;
  EXPECT_EQ(results(one), results(compare(data, all_methods(), options)));

  std::vector<CompareData> alone;
  alone.push_back({"pair", data::Layout(), drawn(7, 1, 200), drawn(7, 2, 90)});
  const Comparison other = compare(alone, make_methods({"ect:3"}, {"logistic"}), options);
  EXPECT_EQ(other.data[0].scores[0].errors, one.data[1].scores[5].errors);
}

TEST(Compare, FoldsTestEveryExampleOnce) {
  std::vector<CompareData> data;
  data.push_back({"small", data::Layout(), drawn(5, 1, 103), std::nullopt});
  CompareOptions options;
  options.folds = 4;
  std::vector<int> tested(103, 0);
  for (std::uint32_t s = 0; s < splits_of(data[0], options); ++s) {
    for (const std::uint32_t row : compare_split(data[0], options, s).test) ++tested[row];
  }
  EXPECT_EQ(tested, std::vector<int>(103, 1));
  const Comparison comparison = compare(data, make_methods({"tree"}, {}), options);
  const Score& score = comparison.data[0].scores[0];
  ASSERT_EQ(score.errors.size(), 4U);
  // Over all examples, whose number the folds do not share equally.
  const double mistakes = score.error * 103;
  EXPECT_NEAR(mistakes, std::round(mistakes), 1e-9);
}

TEST(Compare, HasDefaultsForRandomSplitsAndForTestFiles) {
  const std::vector<CompareData> data = two_data_sets();
  EXPECT_EQ(splits_of(data[0], {}), 10U);
  EXPECT_EQ(splits_of(data[1], {}), 5U);
  EXPECT_EQ(compare_split(data[0], {}, 0).train.size(), 80U);
  EXPECT_NE(compare_split(data[0], {}, 0).train, compare_split(data[0], {}, 1).train);
  EXPECT_EQ(compare_split(data[1], {}, 0).train.size(), 200U);
  EXPECT_EQ(compare_split(data[1], {}, 1).test.size(), 90U);
}

TEST(Compare, AMethodThatFailsDoesNotSpoilTheOthers) {
  const std::vector<CompareData> data = two_data_sets();
  CompareOptions options;
  options.splits = 2;
  std::vector<Method> methods = make_methods({"tree", "ect"}, {"hinge"});
  const Comparison whole = compare(data, methods, options);
  methods.insert(methods.begin() + 1, Method{"tree", 2, "hinge", false});  // it has but one
  const Comparison comparison = compare(data, methods, options);
  for (std::size_t d = 0; d < data.size(); ++d) {
    const std::vector<Score>& scores = comparison.data[d].scores;
    EXPECT_EQ(scores[1].failure, "tree has one elimination; only ect has more");
    EXPECT_EQ(scores[0].errors, whole.data[d].scores[0].errors);
    EXPECT_EQ(scores[2].errors, whole.data[d].scores[1].errors);
    EXPECT_FALSE(comparison.best(d, 1));
    EXPECT_FALSE(comparison.value(d, 1));
  }
  const std::vector<Summary> summaries = summarize(comparison);
  EXPECT_FALSE(summaries[1].error);
  EXPECT_TRUE(summaries[0].error);
}

TEST(Compare, AMethodIsNotToldWhatItHasNoUseFor) {
  const std::vector<CompareData> data = two_data_sets();
  CompareOptions options;
  options.splits = 1;
  options.train.seeding = "given:no such file";
  options.train.passes = 1;
  options.train.eliminations = 3;
  const auto errors = [&](const CompareOptions& how, const char* reduction, const char* learner) {
    const Comparison comparison = compare(data, make_methods({reduction}, {learner}), how);
    EXPECT_EQ(comparison.data[0].scores[0].failure, "") << learner;
    return comparison.data[0].scores[0].errors;
  };
  for (const char* reduction : {"all-pairs", "one-vs-all", "pecoc", "ecoc"}) {
    EXPECT_EQ(errors(options, reduction, "hinge"), errors({{}, false, 1}, reduction, "hinge"));
  }
  options.train.seeding = "random";
  options.train.passes = 0;
  const std::vector<double> online = errors(options, "tree", "logistic");
  options.train.costing = 3;
  EXPECT_EQ(errors(options, "tree", "logistic"), online);
  options.train.costing = 0;
  for (const char* learner : {"bayes", "c45"}) {
    const std::vector<double> without = errors(options, "tree", learner);
    options.train.l2 = 0.5;
    EXPECT_EQ(errors(options, "tree", learner), without);
    options.train.l2.reset();
  }
  options.train.l2 = -1;  // one that has a use for it is told
  EXPECT_NE(compare(data, make_methods({"tree"}, {"hinge"}), options).data[0].scores[0].failure,
            "");
}

// Those that are trained once are those that learn the same with every seed.
TEST(Compare, WhatDrawsNothingIsTrainedOnceWithATestSet) {
  std::vector<CompareData> data;
  const std::size_t size = all_or_enough<std::size_t>(120, 60);
  data.push_back({"pair", data::Layout(), drawn(4, 1, size), drawn(4, 2, 90)});
  data.push_back({"split", data::Layout(), drawn(4, 1, size), std::nullopt});
  CompareOptions options;
  options.splits = all_or_enough(3U, 2U);
  const std::vector<Method> methods =
      make_methods({}, {"bayes", "c45", "hinge", "logistic", "logistic-batch"});
  const Comparison comparison = compare(data, methods, options);
  std::size_t once = 0;
  for (std::size_t m = 0; m < methods.size(); ++m) {
    SCOPED_TRACE(methods[m].name());
    const Score& score = comparison.data[0].scores[m];
    EXPECT_EQ(comparison.data[1].scores[m].errors.size(), options.splits);
    ASSERT_EQ(score.failure, "");
    if (score.errors.size() == options.splits) continue;
    ++once;
    ASSERT_EQ(score.errors.size(), 1U);
    EXPECT_FALSE(score.error_sd);
    std::vector<std::vector<double>> probabilities;
    for (const std::uint64_t seed : {1, 2}) {
      model::NamedOptions how;
      how.reduction = methods[m].reduction;
      how.learner = methods[m].learner;
      how.seed = seed;
      Predictor predictor(train(drawn(4, 1, size), how));
      std::vector<double>& all = probabilities.emplace_back();
      for (std::size_t i = 0; i < data[0].test->size(); ++i) {
        all.push_back(predictor.predict(data[0].test->row(i)));
        all.push_back(predictor.probability(data[0].test->row(i), 0));
      }
    }
    EXPECT_EQ(probabilities[0], probabilities[1]);
  }
  EXPECT_EQ(once, 9U);  // all-pairs, one-vs-all and pecoc with bayes, c45 and logistic-batch
  options.train.costing = 2;
  EXPECT_EQ(
      compare(data, make_methods({"all-pairs"}, {"c45"}), options).data[0].scores[0].errors.size(),
      options.splits);
}

TEST(Compare, SaysHowFarItIs) {
  const std::vector<CompareData> data = two_data_sets();
  CompareOptions options;
  options.splits = 2;
  std::vector<CompareProgress> seen;
  compare(data, make_methods({"tree", "ect"}, {}), options,
          [&](const CompareProgress& state) { seen.push_back(state); });
  ASSERT_EQ(seen.size(), 8U);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i].done, i + 1);
    EXPECT_EQ(seen[i].jobs, 8U);
    EXPECT_GT(seen[i].share, i == 0 ? 0 : seen[i - 1].share);
  }
  EXPECT_NEAR(seen.back().share, 1, 1e-9);
}

TEST(Compare, RefusesWhatMeansNothing) {
  const auto refused = [](const std::vector<CompareData>& data, const CompareOptions& options) {
    return error_of([&] { compare(data, make_methods({"tree"}, {}), options); });
  };
  std::vector<CompareData> data;
  data.push_back({"tiny", data::Layout(), drawn(3, 1, 4), std::nullopt});
  CompareOptions options;
  options.folds = 5;
  EXPECT_EQ(refused(data, options), "tiny: 4 examples cannot be split into 5 parts");
  options.folds = 1;
  EXPECT_EQ(refused(data, options),
            "one fold leaves no training examples (expected at least 2 folds)");
  options = {};
  options.costs = true;
  EXPECT_EQ(refused(data, options),
            "tiny: there are no costs (csv columns cost:NAME) to compare by");
  for (const double fraction : {0.0, 1.0, -1.0, std::nan("")}) {
    options = {};
    options.train_fraction = fraction;
    EXPECT_EQ(refused(data, options), "the training fraction must lie between 0 and 1");
  }
}

TEST(Methods, AreAllPairsOfReductionsAndLearners) {
  const std::vector<Method> methods = make_methods({"tree", "ect:4"}, {"hinge", "logistic"});
  ASSERT_EQ(methods.size(), 4U);
  EXPECT_EQ(methods[1].name(), "tree/logistic");
  EXPECT_EQ(methods[2].name(), "ect:4/hinge");
  EXPECT_EQ(methods[2].eliminations, 4U);
  for (const Method& method : make_methods({}, {})) {
    EXPECT_EQ(method.learner, model::NamedOptions().learner);
  }
  EXPECT_GE(make_methods({}, {}).size(), 3U);
}

TEST(Methods, SayWhatIsWrong) {
  const auto refused = [](const std::string& reduction) {
    return error_of([&] { make_methods({reduction}, {}); });
  };
  EXPECT_TRUE(refused("bush").starts_with("unknown reduction 'bush' (expected "));
  for (const char* text : {"ect:0", "ect:x", "ect:", "tree:2"}) {
    EXPECT_EQ(refused(text),
              "'" + std::string(text) +
                  "' is not a reduction with eliminations (expected one such as ect:4)");
  }
  EXPECT_EQ(error_of([] { make_methods({"tree", "tree"}, {}); }), "tree/auto is listed twice");
  EXPECT_TRUE(error_of([] { make_methods({}, {"oracle"}); }).starts_with("unknown learner"));
}

SplitResult result_of(std::uint64_t examples, std::uint64_t mistakes, double costs) {
  SplitResult result;
  result.test.examples = examples;
  result.test.mistakes = mistakes;
  result.test.costs = costs;
  result.test.questions = 3 * examples;
  result.test.seconds = 1e-6 * static_cast<double>(examples);
  result.train_seconds = static_cast<double>(mistakes);
  return result;
}

TEST(Score, HasTheDeviationThatOneComputesByHand) {
  // Errors 0.1, 0.2 and 0.6, mean 0.3: squares 0.04 + 0.01 + 0.09, divided by 2.
  const Score score = score_of({result_of(10, 1, 20), result_of(10, 2, 20), result_of(10, 6, 50)});
  EXPECT_DOUBLE_EQ(score.error, 0.3);
  EXPECT_DOUBLE_EQ(*score.error_sd, std::sqrt(0.07));
  EXPECT_DOUBLE_EQ(*score.cost, 3);
  EXPECT_DOUBLE_EQ(*score.cost_sd, std::sqrt(3.0));  // 2, 2 and 5
  EXPECT_DOUBLE_EQ(score.train_seconds, 3);
  EXPECT_DOUBLE_EQ(score.predict_microseconds, 1);
  EXPECT_DOUBLE_EQ(score.questions_per_example, 3);
  // Parts of different sizes: by examples.
  EXPECT_DOUBLE_EQ(score_of({result_of(30, 3, 0), result_of(10, 5, 0)}).error, 0.2);
  EXPECT_FALSE(score_of({result_of(10, 1, 0)}).error_sd);
}

TEST(Score, OfOneFailureIsThatFailure) {
  SplitResult failed;
  failed.failure = "no luck";
  const Score score = score_of({result_of(10, 1, 20), failed});
  EXPECT_TRUE(score.failed());
  EXPECT_EQ(score.failure, "no luck");
}

Dataset with_costs(const std::vector<std::vector<float>>& costs) {
  Dataset data;
  for (std::size_t c = 0; c < costs[0].size(); ++c) data.add_label(std::to_string(c));
  for (const std::vector<float>& row : costs) {
    Example example;
    example.label = std::to_string(std::min_element(row.begin(), row.end()) - row.begin());
    example.indices = {0};
    example.values = {row[0]};
    example.costs = row;
    data.add(example);
  }
  return data;
}

TEST(Choices, AreTheBestOfTheTrainingPartAndThePerfectOneOnTheTestPart) {
  // Class 1 is cheapest in training (3 against 9 and 6); on the test part class 2 would be.
  const Dataset data = with_costs({{4, 1, 3}, {5, 2, 3}, {1, 9, 2}, {9, 7, 0}});
  const Choices choices = choices_of(data, data, {{0, 1}, {2, 3}});
  EXPECT_EQ(choices.examples, 2U);
  EXPECT_DOUBLE_EQ(choices.single_best, 16);
  EXPECT_DOUBLE_EQ(choices.perfect, 1);
}

TEST(Choices, AreTheEndsOfTheGap) {
  Comparison comparison;
  comparison.methods = make_methods({"tree", "ect"}, {});
  comparison.data.resize(2);
  for (ComparedData& data : comparison.data) {
    data.cost_single_best = 10;
    data.cost_perfect = 2;
    data.scores.resize(2);
    data.scores[0].cost = 4;
    data.scores[1].cost = 12;
  }
  comparison.data[1].cost_perfect = 10;  // the single best choice is perfect: there is no gap
  comparison.by_cost = true;
  EXPECT_DOUBLE_EQ(*comparison.gap_closed(0, 0), 0.75);
  EXPECT_DOUBLE_EQ(*comparison.gap_closed(0, 1), -0.25);
  EXPECT_FALSE(comparison.gap_closed(1, 0));
  EXPECT_DOUBLE_EQ(*summarize(comparison)[0].gap_closed, 0.75);
  EXPECT_TRUE(comparison.best(0, 0));
  EXPECT_FALSE(comparison.best(0, 1));
}

TEST(Compare, MeasuresCostsOnTheTestParts) {
  std::vector<std::vector<float>> rows;
  for (int i = 0; i < 40; ++i) {
    const float x = i % 2 == 0 ? 0.0F : 5.0F;
    rows.push_back({x, 2, 7});
  }
  std::vector<CompareData> data;
  data.push_back({"costs", data::Layout(), with_costs(rows), std::nullopt});
  CompareOptions options;
  options.splits = 4;
  options.costs = true;
  const Comparison comparison = compare(data, make_methods({"tree"}, {}), options);
  // The feature is the cost of class 0, so the cheaper of 0 and 1 is learnt without a mistake.
  EXPECT_DOUBLE_EQ(*comparison.data[0].scores[0].cost, *comparison.data[0].cost_perfect);
  EXPECT_GT(*comparison.data[0].cost_single_best, *comparison.data[0].cost_perfect);
  EXPECT_DOUBLE_EQ(*comparison.gap_closed(0, 0), 1);
}

}  // namespace
}  // namespace ect::model
