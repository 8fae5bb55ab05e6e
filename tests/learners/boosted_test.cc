// Forests and boosted trees: evaluation against XGBoost itself, damaged bytes, weights.
#include <gtest/gtest.h>

#ifdef ECT_HAVE_XGBOOST
#include <xgboost/c_api.h>
#endif

#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "ect/error.h"
#include "learners/blobs.h"
#include "learners/trees/forest.h"
#include "learners/trees/xgboost.h"
#include "tests/helpers/batch_learners.h"
#include "tests/helpers/data_helpers.h"

namespace ect::learners {
namespace {

// Feature 3 below 0.5? The leaf -1, else 1. An example without it goes where it is told.
Forest small_trees(bool missing_below) {
  return {{0}, {{3, 0.5F, 4U + (missing_below ? 1U : 0U)}, {0, -1, 0}, {0, 1, 0}}};
}

std::unique_ptr<TrainedClassifiers> kept(std::vector<std::byte> blob) {
  BlobBuilder builder(1);
  builder.set(0, std::move(blob));
  return load_forest(builder.finish(), 1, Verify::kWhenAsked);
}

float ask(const Classifiers& classifiers, std::vector<std::uint32_t> indices,
          std::vector<float> values) {
  return classifiers.margin(0, {indices, values});
}

TEST(Forest, WalkTheExampleOfTheEssay) {
  for (const bool missing_below : {false, true}) {
    const auto trees = kept(forest_blob(10, small_trees(missing_below)));
    EXPECT_EQ(ask(*trees, {3}, {0.5F}), 11);
    EXPECT_EQ(ask(*trees, {3}, {std::nextafter(0.5F, 0.0F)}), 9);
    EXPECT_EQ(ask(*trees, {0, 1, 2, 3}, {7, 7, 7, 0}), 9);
    EXPECT_EQ(ask(*trees, {0, 2, 4}, {7, 7, 7}), missing_below ? 9 : 11);
    EXPECT_EQ(ask(*trees, {}, {}), missing_below ? 9 : 11);
  }
}

TEST(Forest, WhateverTheBytesAreAskingIsHarmless) {
  const std::vector<std::byte> good = forest_blob(0, small_trees(true));
  const std::vector<std::uint32_t> indices = {0, 3, 0xffffffff};
  const std::vector<float> values = {1, 2, 3};
  int refused = 0;
  int taken = 0;
  const auto ask_damaged = [&](std::vector<std::byte> bytes) {
    try {
      kept(std::move(bytes))->margin(0, {indices, values});
      ++taken;
    } catch (const Error&) {
      ++refused;
    }
  };
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int change : {0x01, 0x02, 0x10, 0x80, 0xff}) {
      std::vector<std::byte> bytes = good;
      bytes[at] ^= static_cast<std::byte>(change);
      ask_damaged(bytes);
    }
    ask_damaged({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(at)});
  }
  EXPECT_GT(refused, 20);
  EXPECT_GT(taken, 50);
}

TEST(Forest, NodesThatPointBackAreRefused) {
  Forest trees = small_trees(false);
  trees.nodes[2] = {3, 0.5F, 2};  // to the leaf before it
  EXPECT_NE(error_of([&] { ask(*kept(forest_blob(0, trees)), {3}, {1}); }).find("damaged"),
            std::string::npos);
}

#ifndef ECT_HAVE_XGBOOST

TEST(Boosted, SaysWhatIsMissing) {
  EXPECT_EQ(error_of([] {
              learner_named("boosted").batch({1, 1, {}}, {});
            }),
            "this ect was built without XGBoost (libxgboost-dev)");
}

#else

// Whole numbers, so that many values lie on thresholds; some are missing, some are 0.
Dataset holes(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  Dataset data;
  data.add_label("left");
  data.add_label("right");
  for (std::size_t i = 0; i < size; ++i) {
    Example example;
    double sum = 0;
    for (std::uint32_t f = 0; f < 6; ++f) {
      if (random.chance(0.3)) {
        sum += f == 2 ? 3 : 0;  // that it is missing says something, too
        continue;
      }
      const double value = static_cast<double>(random.below(9)) - 4;
      example.indices.push_back(5 * f + 1);
      example.values.push_back(static_cast<float>(value));
      sum += f % 2 == 0 ? value : -std::abs(value);
    }
    example.label = (sum > -2) != random.chance(0.05) ? "right" : "left";
    data.add(example);
  }
  return data;
}

// What XGBoost itself says of the rows.
std::vector<float> by_xgboost(const std::string& json, const CompactRows& rows) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < rows.size(); ++i) starts.push_back(rows.first(i));
  starts.push_back(rows.values().size());
  DMatrixHandle matrix = nullptr;
  BoosterHandle booster = nullptr;
  EXPECT_EQ(XGDMatrixCreateFromCSREx(starts.data(), rows.indices().data(), rows.values().data(),
                                     starts.size(), rows.values().size(), rows.features(), &matrix),
            0);
  EXPECT_EQ(XGBoosterCreate(nullptr, 0, &booster), 0);
  EXPECT_EQ(XGBoosterLoadModelFromBuffer(booster, json.data(), json.size()), 0);
  bst_ulong size = 0;
  const float* margins = nullptr;
  EXPECT_EQ(XGBoosterPredict(booster, matrix, 1, 0, 0, &size, &margins), 0);
  std::vector<float> result(margins, margins + size);
  XGBoosterFree(booster);
  XGDMatrixFree(matrix);
  return result;
}

TEST(Boosted, OurTreesSayWhatXGBoostSays) {
  const Dataset data = holes(1500, 1);
  const std::vector<BinaryExample> examples = binary(data);
  CompactRows rows;
  rows.start(data, examples, CompactRows::Zeros::kKept);
  std::vector<std::uint32_t> which(1000);  // the others are new to the trees
  std::iota(which.begin(), which.end(), 0);
  std::vector<float> labels;
  labels.reserve(examples.size());
  for (const BinaryExample& example : examples) labels.push_back(example.side == Side::kRight);
  const std::vector<float> weights(examples.size(), 1);
  const std::string json = boosted_json(rows, which, labels, weights, 1);
  const std::vector<float> theirs = by_xgboost(json, rows);
  const Forest trees = trees_of_json(json, rows);
  ASSERT_EQ(theirs.size(), data.size());
  EXPECT_GT(trees.nodes.size(), 500U);
  for (std::size_t i = 0; i < data.size(); ++i) {
    EXPECT_NEAR(margin_of_forest(trees, data.row(i)), theirs[i], 1e-4);
  }
}

TEST(Boosted, LearnsWhatNoLineCan) {
  const Dataset data = holes(2000, 1);
  const Dataset fresh = holes(2000, 2);
  const FittedProblem trees = fit_by("boosted", data, binary(data));
  const FittedProblem line = fit_by("logistic-batch", data, binary(data));
  EXPECT_LT(mistakes(binary(fresh), trees.margins(fresh)),
            mistakes(binary(fresh), line.margins(fresh)) - 0.05);
}

TEST(Boosted, ExamplesOfHardlyAnyWeightAreHardlyThereAndTheScaleDoesNotMatter) {
  const Dataset data = holes(400, 1);
  std::vector<BinaryExample> weighted = binary(data);
  std::vector<BinaryExample> without;
  for (std::size_t i = 0; i < weighted.size(); ++i) {
    weighted[i].weight = i % 4 == 0 ? 1e-6F : 1;  // as good as absent
    if (i % 4 != 0) without.push_back(weighted[i]);
  }
  const std::vector<float> plain = fit_by("boosted", data, without).margins(data);
  const std::vector<float> all = fit_by("boosted", data, binary(data)).margins(data);
  const std::vector<float> light = fit_by("boosted", data, weighted).margins(data);
  double from_plain = 0;
  double from_all = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    from_plain += std::abs(static_cast<double>(light[i] - plain[i]));
    from_all += std::abs(static_cast<double>(light[i] - all[i]));
  }
  EXPECT_LT(from_plain, from_all / 2);
  EXPECT_EQ(fit_by("boosted", data, binary(data, 1024)).margins(data), all);
}

TEST(Boosted, ExamplesWithoutAnyFeatureGetTheOdds) {
  Dataset data;
  for (const char* label : {"a", "b", "b"}) {
    Example example;
    example.label = label;
    data.add(example);
  }
  const FittedProblem fitted = fit_by("boosted", data, binary(data));
  EXPECT_NEAR(std::abs(fitted.margins(data)[0]), std::log(3.0 / 2), 1e-6);
}

TEST(Boosted, MoreRegularizationMakesSmallerMargins) {
  const Dataset data = holes(300, 1);
  const float plain = fit_by("boosted", data, binary(data)).margins(data)[0];
  const float small = fit_by("boosted", data, binary(data), {1, 10.0}).margins(data)[0];
  EXPECT_LT(std::abs(small), std::abs(plain) / 2);
}

TEST(Boosted, DoesAsEveryBatchLearnerMust) {
  expect_a_problem_of_one_side_is_answered_by_it("boosted");
  expect_a_problem_of_nobody_has_no_opinion("boosted");
  expect_labels_with_few_examples_are_not_lost("boosted");
  expect_models_do_not_depend_on_threads_nor_files("boosted");
}

TEST(Boosted, VastFeatureNumbersCostNoMemory) {
  Dataset data;
  for (std::uint32_t i = 0; i < 40; ++i) {
    Example example;
    example.label = i % 2 == 0 ? "left" : "right";
    example.indices = {i % 2 == 0 ? 7U : 4000000000U};
    example.values = {1};
    data.add(example);
  }
  EXPECT_EQ(mistakes(binary(data), fit_by("boosted", data, binary(data)).out_of_fold), 0);
}

#endif  // ECT_HAVE_XGBOOST

}  // namespace
}  // namespace ect::learners
