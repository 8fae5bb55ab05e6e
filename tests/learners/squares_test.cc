// Least-squares regression of probabilities: normal equations, clipping, out-of-fold margins.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "ect/predict.h"
#include "learners/linear/least_squares.h"
#include "learners/linear/linear_batch.h"
#include "model/named_options.h"
#include "tests/helpers/batch_learners.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::learners {
namespace {

using Matrix = std::vector<std::vector<double>>;

// The weights by feature and the bias last, to the last digit.
std::vector<double> fitted(const Dataset& data, const std::vector<BinaryExample>& examples,
                           double lambda) {
  LeastSquares squares;
  squares.start(data, examples, lambda);
  squares.minimise(importances_of(examples), 1e-12);
  std::vector<double> weights(data.features() + 1);
  weights.back() = squares.bias();
  for (const Weight& weight : squares.finish()) {
    weights[weight.feature] = static_cast<double>(weight.weight);
  }
  return weights;
}

// Gauss's elimination, with the largest pivot.
std::vector<double> solved(Matrix a, std::vector<double> b) {
  const std::size_t n = b.size();
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t row = i; row < n; ++row) {
      if (std::abs(a[row][i]) > std::abs(a[pivot][i])) pivot = row;
    }
    std::swap(a[i], a[pivot]);
    std::swap(b[i], b[pivot]);
    for (std::size_t row = 0; row < n; ++row) {
      if (row == i) continue;
      const double factor = a[row][i] / a[i][i];
      for (std::size_t column = i; column < n; ++column) a[row][column] -= factor * a[i][column];
      b[row] -= factor * b[i];
    }
  }
  for (std::size_t i = 0; i < n; ++i) b[i] /= a[i][i];
  return b;
}

// (lambda I + sum of h x x') w = sum of h t x, written down and solved.
std::vector<double> by_normal_equations(const Dataset& data,
                                        const std::vector<BinaryExample>& examples, double lambda) {
  const std::size_t n = data.features() + 1;
  Matrix a(n, std::vector<double>(n));
  std::vector<double> b(n);
  for (std::size_t i = 0; i < n; ++i) a[i][i] = lambda;
  for (const BinaryExample& example : examples) {
    std::vector<double> x(n);
    const Features row = data.row(example.row);
    for (std::size_t j = 0; j < row.indices.size(); ++j) {
      x[row.indices[j]] = static_cast<double>(row.values[j]);
    }
    x.back() = 1;
    const auto weight = static_cast<double>(example.weight);
    const double target = example.side == Side::kRight ? 0.5 : -0.5;
    for (std::size_t i = 0; i < n; ++i) {
      b[i] += weight * target * x[i];
      for (std::size_t j = 0; j < n; ++j) a[i][j] += weight * x[i] * x[j];
    }
  }
  return solved(std::move(a), std::move(b));
}

void expect_near_all(const std::vector<double>& a, const std::vector<double>& b, double within) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], within) << i;
}

// Rows of different lengths, so that they are kept as sparse ones.
Dataset sparse_rows(std::size_t size) {
  Random random(8);
  Dataset data;
  data.add_label("left");
  data.add_label("right");
  for (std::size_t i = 0; i < size; ++i) {
    Example example;
    double sum = 0;
    for (std::uint32_t f = 0; f < 20; ++f) {
      if (!random.chance(0.3)) continue;
      example.indices.push_back(f);
      example.values.push_back(static_cast<float>(random.uniform()));
      sum += f % 3 == 0 ? -1 : 0.5;
    }
    example.label = sum + random.uniform() > 0.5 ? "right" : "left";
    data.add(example);
  }
  return data;
}

TEST(LeastSquares, SolvesTheExampleOfItsEssay) {
  Dataset data;
  for (const float value : {1.0F, -1.0F}) {
    Example example;
    example.label = value > 0 ? "right" : "left";
    example.indices = {0};
    example.values = {value};
    data.add(example);
  }
  expect_near_all(fitted(data, {{0, Side::kRight, 1}, {1, Side::kLeft, 1}}, 1), {1.0 / 3, 0}, 1e-7);
}

TEST(LeastSquares, SolvesTheNormalEquations) {
  const Dataset dense = noisy_line(80, 5, 0.2);
  const Dataset sparse = sparse_rows(120);
  for (const double lambda : {1e-3, 1.0, 50.0}) {
    for (const Dataset* data : {&dense, &sparse}) {
      std::vector<BinaryExample> examples = binary(*data);
      expect_near_all(fitted(*data, examples, lambda), by_normal_equations(*data, examples, lambda),
                      1e-6);
      for (std::size_t i = 0; i < examples.size(); ++i) {
        examples[i].weight = static_cast<float>(1 + i % 4);
      }
      expect_near_all(fitted(*data, examples, lambda), by_normal_equations(*data, examples, lambda),
                      1e-6);
    }
  }
}

TEST(LeastSquares, WeightsAreRepeatedExamples) {
  const Dataset data = noisy_line(60, 4, 0.2);
  std::vector<BinaryExample> weighted = binary(data);
  std::vector<BinaryExample> repeated;
  for (std::size_t i = 0; i < weighted.size(); ++i) {
    weighted[i].weight = static_cast<float>(1 + i % 3);
    for (std::size_t copy = 0; copy <= i % 3; ++copy) repeated.push_back(binary(data)[i]);
  }
  expect_near_all(fitted(data, weighted, 1), fitted(data, repeated, 1), 1e-6);
}

// Where the probability is linear in the features it is what is estimated.
TEST(Squares, EstimatesProbabilities) {
  Random random(4);
  Dataset data;
  data.add_label("left");
  data.add_label("right");
  std::vector<double> truth;
  for (int i = 0; i < 40000; ++i) {
    const double p = random.uniform();
    Example example;
    example.indices = {0};
    example.values = {static_cast<float>(p)};
    example.label = random.chance(p) ? "right" : "left";
    truth.push_back(p);
    data.add(example);
  }
  const std::vector<float> margins = fit_by("squares", data, binary(data)).margins(data);
  for (std::size_t i = 0; i < margins.size(); ++i) {
    EXPECT_NEAR(probability_of(margins[i]), truth[i], 0.02);
  }
}

TEST(Squares, WhatLeavesTheUnitIntervalIsClippedAndKeepsItsOrder) {
  Dataset data;
  data.add_label("left");
  data.add_label("right");
  for (const float value : {0.0F, 0.1F, 0.9F, 1.0F, -3.0F, -2.0F, 3.0F, 4.0F}) {
    Example example;
    example.label = value > 0.5F ? "right" : "left";
    example.indices = {0};
    example.values = {value};
    data.add(example);
  }
  std::vector<BinaryExample> examples = binary(data);
  examples.resize(4);  // the others lie beyond those that are learnt from
  const std::vector<float> margins = fit_by("squares", data, examples).margins(data);
  EXPECT_LT(margins[4], margins[5]);
  EXPECT_LT(margins[5], margins[0]);
  EXPECT_LT(margins[6], margins[7]);
  EXPECT_GT(margins[6], margins[3]);
  for (const std::size_t low : {4U, 5U}) EXPECT_LT(probability_of(margins[low]), 1e-3);
  for (const std::size_t high : {6U, 7U}) EXPECT_GT(probability_of(margins[high]), 1 - 1e-3);
  for (const float margin : margins) EXPECT_TRUE(std::isfinite(margin));
}

TEST(Squares, HasTheLeastSquaredLossOfAllLinearEstimates) {
  const Dataset data = noisy_line(2000, 3, 0.3);
  const auto squared_loss = [&](const std::vector<float>& margins) {
    double sum = 0;
    for (std::size_t i = 0; i < margins.size(); ++i) {
      const double wrong =
          probability_of(margins[i]) - (binary(data)[i].side == Side::kRight ? 1 : 0);
      sum += wrong * wrong;
    }
    return sum;
  };
  std::vector<float> margins = fit_by("squares", data, binary(data)).margins(data);
  const double least = squared_loss(margins);
  for (const float factor : {0.7F, 1.4F}) {
    std::vector<float> others = margins;
    for (float& margin : others) margin *= factor;
    EXPECT_GT(squared_loss(others), least);
  }
}

TEST(Squares, OutOfFoldMarginsTellTheErrorOnNewExamples) {
  expect_out_of_fold_margins_tell_the_error_on_new_examples("squares", 0.05);
  const Dataset data = noisy_line(400, 60, 0.15, 3);
  const FittedProblem fitted = fit_by("squares", data, binary(data));
  EXPECT_LT(mistakes(binary(data), fitted.margins(data)),
            mistakes(binary(data), fitted.out_of_fold) - 0.05);
}

TEST(Squares, TheScaleOfWeightsDoesNotMatter) {
  const Dataset data = noisy_line(400, 5, 0.2);
  const std::vector<float> plain = fit_by("squares", data, binary(data)).out_of_fold;
  const std::vector<float> scaled = fit_by("squares", data, binary(data, 1024)).out_of_fold;
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(scaled[i], plain[i], 1e-5);
}

TEST(Squares, DoesAsEveryBatchLearnerMust) {
  expect_a_problem_of_one_side_is_answered_by_it("squares");
  expect_a_problem_of_nobody_has_no_opinion("squares");
  expect_labels_with_few_examples_are_not_lost("squares");
  expect_models_do_not_depend_on_threads_nor_files("squares");
}

TEST(Squares, PackedAndCompactModelsAnswerAlike) {
  model::NamedOptions how;
  how.reduction = "one-vs-all";
  how.learner = "squares";
  const Model plain = learnt("c.svm", small_svm(), how);
  how.compact = 16;
  const Model compact = model_of(bytes_of(learnt("c.svm", small_svm(), how)));
  EXPECT_LT(bytes_of(compact).size(), bytes_of(plain).size());
  Predictor exact(plain);
  Predictor rounded(compact);
  const data::DataFile file("c.svm", std::make_shared<const std::string>(small_svm()));
  const auto reader = open_reader(file, plain.parts().layout);
  for (Example example; reader->next(example);) {
    const std::uint32_t label = exact.predict(example.features());
    EXPECT_EQ(rounded.predict(example.features()), label);
    EXPECT_NEAR(rounded.probability(example.features(), label),
                exact.probability(example.features(), label), 0.02);
  }
}

// As the reductions' tests have their learners: so many problems.
class SquaresOf final : public learners::BatchLearner {
 public:
  explicit SquaresOf(std::uint32_t problems)
      : learner_(learner_named("squares").batch({problems, 1}, {})) {}
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    learner_->fit(problem, data, examples, margins);
  }
  float margin(std::uint32_t problem, Features x) const override {
    return learner_->margin(problem, x);
  }
  std::unique_ptr<TrainedClassifiers> trained() override { return learner_->trained(); }

 private:
  std::unique_ptr<BatchLearner> learner_;
};

// The paper's introduction: "Optimizing squared loss of the binary predictions instead of the 0/1
// loss makes the approach consistent".
TEST(Squares, MakeOneVsAllConsistent) {
  EXPECT_EQ(wrong_by_labels<SquaresOf>("one-vs-all", 1000, 15), 0);
  EXPECT_EQ(wrong_by_costs<SquaresOf>("one-vs-all", 1000, 15), 0);
}

}  // namespace
}  // namespace ect::learners
