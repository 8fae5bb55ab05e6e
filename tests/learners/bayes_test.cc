// Naive Bayes on examples computed by hand, its leave-one-out margins, and its stored form.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "ect/error.h"
#include "learners/bayes/naive_bayes.h"
#include "learners/bayes/quadratic.h"
#include "learners/blobs.h"
#include "learners/compose.h"
#include "tests/helpers/batch_learners.h"

namespace ect::learners {
namespace {

using Row = std::vector<std::pair<std::uint32_t, float>>;

// An example on the right for each `right`, as its label.
void add(Dataset& data, bool right, const Row& row) {
  Example example;
  example.label = right ? "right" : "left";
  for (const auto& [feature, value] : row) {
    example.indices.push_back(feature);
    example.values.push_back(value);
  }
  data.add(example);
}

Dataset empty() {
  Dataset data;
  data.add_label("left");
  data.add_label("right");
  return data;
}

double margin_of(const Dataset& learnt, const std::vector<data::Attribute>& attributes,
                 const Row& row) {
  NaiveBayes bayes;
  bayes.start(learnt, binary(learnt), FeatureModels(learnt, attributes));
  double sum = bayes.base();
  for (const QuadraticTerm& term : bayes.finish()) {
    for (const auto& [feature, value] : row) {
      if (feature == term.feature) sum += term.at(static_cast<double>(value));
    }
  }
  return sum;
}

const std::vector<data::Attribute> kNumber = {{data::Attribute::Kind::kNumeric, 0, 1, false}};

// Two values of the first attribute, three of the second.
const std::vector<data::Attribute> kNames = {{data::Attribute::Kind::kNominal, 0, 2, false},
                                             {data::Attribute::Kind::kNominal, 2, 3, false}};

TEST(NaiveBayes, NumbersAreNormal) {
  Dataset data = empty();
  for (const float x : {1.0F, 3.0F}) add(data, false, {{0, x}});
  for (const float x : {5.0F, 7.0F}) add(data, true, {{0, x}});
  EXPECT_NEAR(margin_of(data, kNumber, {{0, 4.5F}}), 6.0 / 7, 1e-9);
  EXPECT_NEAR(margin_of(data, kNumber, {{0, 4.0F}}), 0, 1e-9);
  EXPECT_EQ(margin_of(data, kNumber, {}), 0);  // missing
}

TEST(NaiveBayes, NominalValuesAreCountedWithOneMore) {
  Dataset data = empty();
  for (const std::uint32_t value : {0U, 0U, 1U}) add(data, false, {{value, 1}});
  add(data, true, {{1, 1}});
  const double prior = std::log(2.0 / 4);  // one more on each side
  EXPECT_NEAR(margin_of(data, kNames, {}), prior, 1e-9);
  EXPECT_NEAR(margin_of(data, kNames, {{1, 1}}), prior + std::log(5.0 / 3), 1e-9);
  EXPECT_NEAR(margin_of(data, kNames, {{0, 1}}), prior + std::log((1.0 / 3) / (3.0 / 5)), 1e-9);
  EXPECT_NEAR(margin_of(data, kNames, {{4, 1}}), prior, 1e-9);  // nobody had it
}

TEST(NaiveBayes, MissingValuesAreLeftOut) {
  Dataset data = empty();
  add(data, false, {{0, 1}, {2, 1}});
  add(data, false, {{0, 1}});
  add(data, true, {{1, 1}, {3, 1}});
  add(data, true, {{1, 1}, {3, 1}});
  // The second attribute: of one example on the left, of two on the right.
  const double second = std::log((3.0 / 5) / (1.0 / 4));
  EXPECT_NEAR(margin_of(data, kNames, {{3, 1}}), second, 1e-9);
  EXPECT_NEAR(margin_of(data, kNames, {{1, 1}, {3, 1}}), std::log((3.0 / 4) / (1.0 / 4)) + second,
              1e-9);
}

// Two draws of feature 0 and one of feature 1 on the left, one of feature 1 on the right.
TEST(NaiveBayes, SparseDataWithoutNegativesIsCounted) {
  Dataset data = empty();
  add(data, false, {{0, 2}});
  add(data, false, {{1, 2}});
  add(data, false, {{0, 2}});
  add(data, true, {{1, 2}});
  add(data, true, {{9, 0}});  // so that most places are empty
  const double unit = 2;
  const double left = (1 + 0.3) / (3 + 0.3 * 3);
  const double right = (1 + 0.3) / (1 + 0.3 * 3);
  EXPECT_NEAR(margin_of(data, {}, {{1, 2}}), std::log(3.0 / 4) + 2 / unit * std::log(right / left),
              1e-6);
}

TEST(NaiveBayes, SparseDataWithNegativesIsNormalAndZeroWhereAbsent) {
  Dataset sparse = empty();
  Dataset dense = empty();
  Random random(5);
  for (int i = 0; i < 200; ++i) {
    const bool right = i % 2 == 0;
    Row there;
    Row all;
    for (std::uint32_t f = 0; f < 4; ++f) {
      const bool absent = random.chance(0.7);
      const auto x = static_cast<float>(random.uniform() - (right ? 0.3 : 0.7));
      if (!absent) there.emplace_back(f, x);
      all.emplace_back(f, absent ? 0.0F : x);
    }
    add(sparse, right, there);
    add(dense, right, all);
  }
  const std::vector<data::Attribute> numbers = numeric_attributes(4);
  EXPECT_NEAR(margin_of(sparse, {}, {{1, 0.5F}}),
              margin_of(dense, numbers, {{0, 0}, {1, 0.5F}, {2, 0}, {3, 0}}), 1e-6);
  EXPECT_NEAR(margin_of(sparse, {}, {}),
              margin_of(dense, numbers, {{0, 0}, {1, 0}, {2, 0}, {3, 0}}), 1e-6);
}

TEST(NaiveBayes, ConstantColumnsSayNothing) {
  Dataset data = empty();
  Dataset with = empty();
  for (int i = 0; i < 20; ++i) {
    const auto x = static_cast<float>(i % 7 + (i % 2 == 0 ? 2 : 0));
    add(data, i % 2 == 0, {{0, x}});
    add(with, i % 2 == 0, {{0, x}, {1, 0.1F}});
  }
  const std::vector<data::Attribute> both = numeric_attributes(2);
  for (const float other : {0.1F, 0.0F, 1000.0F}) {
    EXPECT_EQ(margin_of(with, both, {{0, 3}, {1, other}}), margin_of(data, kNumber, {{0, 3}}));
  }
}

// Names, counts and numbers: each example's margin without it is that of a fit of the others.
TEST(NaiveBayes, MarginsWithoutAnExampleAreThoseOfAFitWithoutIt) {
  struct Case {
    std::vector<data::Attribute> attributes;
    double within;
  };
  // The variance of both sides together keeps the example, whence the tolerance of numbers.
  for (const Case& each : {Case{kNames, 1e-9}, Case{{}, 1e-9}, Case{numeric_attributes(5), 0.05}}) {
    Dataset data = empty();
    Random random(7);
    for (int i = 0; i < 120; ++i) {
      const bool right = random.chance(0.4);
      Row row;
      if (each.attributes.size() == 5) {
        for (std::uint32_t f = 0; f < 5; ++f) {
          row.emplace_back(f, static_cast<float>(random.uniform() + (right ? 0.3 : 0)));
        }
      } else {
        row.emplace_back(random.chance(right ? 0.3 : 0.6) ? 1 : 0, 1.0F);
        row.emplace_back(2 + random.below(3), 1.0F);
      }
      add(data, right, row);
    }
    const std::vector<BinaryExample> examples = binary(data);
    const FeatureModels models(data, each.attributes);
    NaiveBayes all;
    all.start(data, examples, models);
    double changed = 0;
    for (std::size_t left_out = 0; left_out < examples.size(); left_out += 7) {
      std::vector<BinaryExample> others = examples;
      others.erase(others.begin() + static_cast<std::ptrdiff_t>(left_out));
      NaiveBayes without;
      without.start(data, others, models);
      double margin = without.base();
      const Features x = data.row(left_out);
      for (const QuadraticTerm& term : without.finish()) {
        for (std::size_t j = 0; j < x.indices.size(); ++j) {
          if (x.indices[j] == term.feature) margin += term.at(static_cast<double>(x.values[j]));
        }
      }
      EXPECT_NEAR(all.margin_without(left_out), margin, each.within);
      changed += std::abs(all.margin(left_out) - margin);
    }
    EXPECT_GT(changed, 0.1);
  }
}

TEST(NaiveBayes, CopiesAreLeftOutTogether) {
  Dataset data = empty();
  for (int i = 0; i < 40; ++i) {
    add(data, i % 2 == 0, {{i % 3 == 0 ? 0U : 1U, 1}, {2U + static_cast<std::uint32_t>(i) % 3, 1}});
  }
  std::vector<BinaryExample> twice;
  for (const BinaryExample& example : binary(data)) {
    twice.push_back({example.row, Side::kLeft, 1});
    twice.push_back({example.row, Side::kRight, 1});
  }
  NaiveBayes bayes;
  bayes.start(data, twice, FeatureModels(data, kNames));
  // Each side has each row once: with or without it, nothing tells the sides apart.
  for (std::size_t i = 0; i < twice.size(); ++i) EXPECT_NEAR(bayes.margin_without(i), 0, 1e-9);
}

TEST(Bayes, WeightsAreRepeatedExamples) {
  const Dataset data = noisy_line(900, 4, 0.2);
  std::vector<BinaryExample> weighted = binary(data);
  std::vector<BinaryExample> repeated;
  for (std::size_t i = 0; i < weighted.size(); ++i) {
    weighted[i].weight = i % 2 == 0 ? 3 : 1;
    for (float copy = 0; copy < weighted[i].weight; ++copy) {
      repeated.push_back({weighted[i].row, weighted[i].side, 1});
    }
  }
  const std::vector<float> a = fit_by("bayes", data, weighted).margins(data);
  const std::vector<float> b = fit_by("bayes", data, repeated).margins(data);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 0.05);
  const std::vector<float> plain = fit_by("bayes", data, binary(data)).margins(data);
  const std::vector<float> scaled = fit_by("bayes", data, binary(data, 1024)).margins(data);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(scaled[i], plain[i], 0.02);
}

TEST(Bayes, MarginsAreLogOddsAlthoughAttributesDepend) {
  // Ten copies of one attribute: ten times as sure as one should be.
  const auto copies = [](std::uint64_t seed) {
    Dataset data = empty();
    Random random(seed);
    for (int i = 0; i < 3000; ++i) {
      const bool right = random.chance(0.5);
      const auto x = static_cast<float>(random.uniform() + (right ? 0.4 : 0));
      Row row;
      for (std::uint32_t f = 0; f < 10; ++f) row.emplace_back(f, x);
      add(data, right, row);
    }
    return data;
  };
  const Dataset data = copies(1);
  const Dataset fresh = copies(2);
  const std::vector<float> margins = fit_by("bayes", data, binary(data)).margins(fresh);
  EXPECT_LT(log_loss(binary(fresh), margins), log_loss(binary(fresh), margins, 0.7));
  EXPECT_LT(log_loss(binary(fresh), margins), log_loss(binary(fresh), margins, 1.4));
}

TEST(Bayes, DoesAsEveryBatchLearnerMust) {
  expect_a_problem_of_one_side_is_answered_by_it("bayes");
  expect_a_problem_of_nobody_has_no_opinion("bayes");
  expect_labels_with_few_examples_are_not_lost("bayes");
  expect_out_of_fold_margins_tell_the_error_on_new_examples("bayes", 0.03);
  expect_models_do_not_depend_on_threads_nor_files("bayes");
}

TEST(Bayes, RefusesWhatItCannotHonour) {
  EXPECT_THROW(make_batch(learner_named("bayes"), {1, 1, {}}, {1, 0.1}), Error);
}

TEST(Quadratic, SolvesTheExampleOfItsEssay) {
  BlobBuilder builder(2);
  const std::vector<QuadraticTerm> terms = {{3, 0, 0.5, -1, 2}};
  builder.set(0, quadratic_blob(1, terms));
  const auto classifiers = load_quadratic(builder.finish(), 2, Verify::kNow);
  const std::vector<float> two = {2};
  for (const auto& [feature, margin] : {std::pair(3U, 7.5F), std::pair(5U, 1.0F)}) {
    const std::vector<std::uint32_t> indices = {feature};
    EXPECT_EQ(classifiers->margin(0, {indices, two}), margin);
    EXPECT_EQ(classifiers->margin(1, {indices, two}), 0);
  }
}

TEST(Quadratic, WhateverTheBytesAreAskingIsHarmless) {
  Random random(3);
  int refused = 0;
  const std::vector<std::uint32_t> indices = {0, 1, 3, 700, 0xfffffff0};
  const std::vector<float> values = {1, -1, 1e15F, 0, 3};
  for (int round = 0; round < 300; ++round) {
    std::vector<std::byte> bytes(random.below(120));
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.below(256));
    BlobBuilder builder(1);
    builder.set(0, bytes);
    const auto classifiers = load_quadratic(builder.finish(), 1, Verify::kWhenAsked);
    try {
      classifiers->margin(0, {indices, values});
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_LT(refused, 300);
}

}  // namespace
}  // namespace ect::learners
