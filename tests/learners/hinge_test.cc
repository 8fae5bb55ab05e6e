// The hinge learner: the optimum of dual descent, out-of-fold margins, and the capped loss.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "learners/learners.h"
#include "learners/linear/dual_descent.h"
#include "tests/helpers/batch_learners.h"

namespace ect::learners {
namespace {

double objective(const DualDescent& fit, const std::vector<BinaryExample>& examples,
                 const std::vector<double>& weights, double bias, double lambda,
                 const Dataset& data) {
  double sum = bias * bias;
  for (const double weight : weights) sum += weight * weight;
  double loss = 0;
  for (const BinaryExample& example : examples) {
    const Features x = data.row(example.row);
    double margin = bias;
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      margin += weights[x.indices[j]] * static_cast<double>(x.values[j]);
    }
    const double own = example.side == Side::kRight ? margin : -margin;
    const double short_of = std::max(0.0, 1 - own);
    loss += static_cast<double>(example.weight) * short_of * short_of;
  }
  EXPECT_EQ(fit.size(), examples.size());
  return lambda / 2 * sum + loss;
}

std::vector<std::uint32_t> order_of(std::size_t size) {
  std::vector<std::uint32_t> order(size);
  for (std::uint32_t i = 0; i < size; ++i) order[i] = i;
  return order;
}

TEST(DualDescent, SolvesTheExampleOfItsEssay) {
  Dataset data;
  for (const auto& [label, value] : {std::pair("right", 1.0F), std::pair("left", -1.0F)}) {
    Example example;
    example.label = label;
    example.indices = {0};
    example.values = {value};
    data.add(example);
  }
  DualDescent fit;
  Random random(1);
  fit.start(data, std::vector<BinaryExample>{{0, Side::kRight, 1}, {1, Side::kLeft, 1}}, 1);
  for (int i = 0; i < 50; ++i) fit.descend(order_of(2), 100, random);
  EXPECT_NEAR(fit.bias(), 0, 1e-9);
  EXPECT_NEAR(static_cast<double>(fit.finish(1).front().weight), 0.8, 1e-6);
}

// At the optimum no small step in any direction makes the objective smaller.
TEST(DualDescent, FindsTheMinimum) {
  for (const double lambda : {0.1, 1.0, 10.0}) {
    const Dataset data = noisy_line(300, 5, 0.2);
    const std::vector<BinaryExample> examples = binary(data);
    DualDescent fit;
    Random random(1);
    fit.start(data, examples, lambda);
    for (int i = 0; i < 20000; ++i) fit.descend(order_of(data.size()), 1, random);
    const double bias = fit.bias();
    std::vector<double> weights(5);
    for (const Weight& weight : fit.finish(1)) {
      weights[weight.feature] = static_cast<double>(weight.weight);
    }
    const double best = objective(fit, examples, weights, bias, lambda, data);
    for (std::size_t f = 0; f < 5; ++f) {
      for (const double step : {-0.01, 0.01}) {
        std::vector<double> moved = weights;
        moved[f] += step;
        EXPECT_GT(objective(fit, examples, moved, bias, lambda, data), best - 1e-6);
      }
    }
    for (const double step : {-0.01, 0.01}) {
      EXPECT_GT(objective(fit, examples, weights, bias + step, lambda, data), best - 1e-6);
    }
  }
}

TEST(DualDescent, AWeightOfTwoIsAnExampleTwice) {
  const Dataset data = noisy_line(60, 3, 0.2);
  std::vector<BinaryExample> twice = binary(data);
  for (const BinaryExample& example : binary(data)) twice.push_back(example);
  DualDescent heavy;
  DualDescent doubled;
  Random random(1);
  heavy.start(data, binary(data, 2), 1);
  doubled.start(data, twice, 1);
  for (int i = 0; i < 300; ++i) {
    heavy.descend(order_of(60), 1, random);
    doubled.descend(order_of(120), 1, random);
  }
  for (std::size_t i = 0; i < 60; ++i) EXPECT_NEAR(heavy.margin(i), doubled.margin(i), 1e-4);
}

TEST(DualDescent, LeavesNothingBehindForTheNextProblem) {
  const Dataset data = noisy_line(100, 4, 0.1);
  DualDescent fit;
  Random random(1);
  fit.start(data, binary(data), 1);
  fit.descend(order_of(100), 10, random);
  fit.finish(1);
  fit.start(data, binary(data), 1);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(fit.margin(i), 0);
}

FittedProblem fit_hinge(const Dataset& data, const std::vector<BinaryExample>& examples,
                        std::uint64_t seed = 1) {
  return fit_by("hinge", data, examples, {seed, std::nullopt});
}

TEST(Hinge, OutOfFoldMarginsTellTheErrorOnNewExamples) {
  // Enough features to memorize the examples: the training error is far too low.
  const Dataset data = noisy_line(300, 60, 0.15, 3);
  const Dataset fresh = noisy_line(5000, 60, 0.15, 4);
  const std::vector<BinaryExample> examples = binary(data);
  const FittedProblem fitted = fit_hinge(data, examples);
  std::vector<float> seen(data.size());
  std::vector<float> unseen(fresh.size());
  for (std::size_t i = 0; i < data.size(); ++i)
    seen[i] = fitted.classifiers->margin(0, data.row(i));
  for (std::size_t i = 0; i < fresh.size(); ++i) {
    unseen[i] = fitted.classifiers->margin(0, fresh.row(i));
  }
  const double in_sample = mistakes(examples, seen);
  const double out_of_fold = mistakes(examples, fitted.out_of_fold);
  const double real = mistakes(binary(fresh), unseen);
  EXPECT_LT(in_sample, real - 0.05);
  EXPECT_NEAR(out_of_fold, real, 0.05);
}

TEST(Hinge, MarginsAreLogOdds) {
  const Dataset data = noisy_line(4000, 3, 0.2);
  const FittedProblem fitted = fit_hinge(data, binary(data));
  const Dataset fresh = noisy_line(20000, 3, 0.2, 9);
  // Neither half nor twice the margins predict the sides of new examples better.
  const auto log_loss = [&](double scale) {
    double sum = 0;
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      const double margin =
          scale * static_cast<double>(fitted.classifiers->margin(0, fresh.row(i)));
      sum += std::log1p(std::exp(fresh.label(i) == 1 ? -margin : margin));
    }
    return sum / static_cast<double>(fresh.size());
  };
  EXPECT_LT(log_loss(1), log_loss(0.5));
  EXPECT_LT(log_loss(1), log_loss(2));
}

// Some examples lie deep on the wrong side; a squared hinge would give up others to please them.
TEST(Hinge, ExamplesOutOfReachCostLessThanInAPlainSquaredHinge) {
  Dataset data;
  Random random(2);
  std::vector<BinaryExample> examples;
  for (std::uint32_t i = 0; i < 800; ++i) {
    const bool stray = i % 8 == 0;
    const double x = stray ? 2 : 2 * random.uniform() - 1;
    const bool right = x > 0 && !stray;
    Example example;
    example.label = right ? "right" : "left";
    example.indices = {0};
    example.values = {static_cast<float>(x)};
    data.add(example);
    examples.push_back({i, right ? Side::kRight : Side::kLeft, 1});
  }
  DualDescent plain;
  plain.start(data, examples, 1);
  plain.descend(order_of(800), 1000, random);
  const FittedProblem fitted = fit_hinge(data, examples);
  std::vector<float> capped(800);
  std::vector<float> uncapped(800);
  for (std::size_t i = 0; i < 800; ++i) {
    capped[i] = fitted.classifiers->margin(0, data.row(i));
    uncapped[i] = static_cast<float>(plain.margin(i));
  }
  EXPECT_LT(mistakes(examples, capped), mistakes(examples, uncapped) - 0.05);
  EXPECT_LT(mistakes(examples, capped), 0.15);  // an eighth cannot be had
}

TEST(Hinge, LabelsWithFewExamplesAreNotLostToOutOfFoldMargins) {
  const Dataset data = one_example_a_label({1, 1});
  const std::vector<BinaryExample> examples = {{0, Side::kLeft, 1}, {1, Side::kRight, 1}};
  const FittedProblem fitted = fit_hinge(data, examples);
  EXPECT_LT(fitted.out_of_fold[0], 0);
  EXPECT_GT(fitted.out_of_fold[1], 0);
}

TEST(Hinge, AProblemOfOneSideIsAnsweredByIt) {
  const Dataset data = noisy_line(20, 2, 0);
  for (const Side side : {Side::kLeft, Side::kRight}) {
    std::vector<BinaryExample> examples = binary(data);
    for (BinaryExample& example : examples) example.side = side;
    const FittedProblem fitted = fit_hinge(data, examples);
    EXPECT_EQ(side_of(fitted.classifiers->margin(0, data.row(0))), side);
    EXPECT_EQ(mistakes(examples, fitted.out_of_fold), 0);
  }
}

TEST(Hinge, TheScaleOfWeightsDoesNotMatter) {
  const Dataset data = noisy_line(400, 5, 0.2);
  const std::vector<float> plain = fit_hinge(data, binary(data)).out_of_fold;
  for (const float weight : {0.125F, 1024.0F}) {  // powers of two, which round as 1 does
    EXPECT_EQ(fit_hinge(data, binary(data, weight)).out_of_fold.size(), plain.size());
    const std::vector<float> scaled = fit_hinge(data, binary(data, weight)).out_of_fold;
    EXPECT_EQ(mistakes(binary(data), scaled), mistakes(binary(data), plain));
  }
}

TEST(Hinge, VastFeatureNumbersCostNoMemory) {
  Dataset data;
  for (std::uint32_t i = 0; i < 40; ++i) {
    Example example;
    example.label = i % 2 == 0 ? "left" : "right";
    example.indices = {i % 2 == 0 ? 7U : 2000000000U};
    example.values = {1};
    data.add(example);
  }
  EXPECT_EQ(mistakes(binary(data), fit_hinge(data, binary(data)).out_of_fold), 0);
}

TEST(Hinge, AnswersInBetweenAsItWillWhenItIsLearnt) {
  const Dataset data = noisy_line(200, 5, 0.2);
  const auto hinge = make_hinge({3, data.features(), {}}, {});
  std::vector<float> margins(data.size());
  hinge->fit(1, data, binary(data), margins);
  std::vector<float> between(data.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    between[i] = hinge->margin(1, data.row(i));
    EXPECT_EQ(hinge->margin(2, data.row(i)), 0);
  }
  const auto learnt = hinge->trained();
  for (std::size_t i = 0; i < data.size(); ++i) {
    ASSERT_EQ(learnt->margin(1, data.row(i)), between[i]);
  }
}

TEST(Hinge, IsReproducible) {
  const Dataset data = noisy_line(500, 10, 0.2);
  EXPECT_EQ(fit_hinge(data, binary(data)).out_of_fold, fit_hinge(data, binary(data)).out_of_fold);
  EXPECT_NE(fit_hinge(data, binary(data)).out_of_fold,
            fit_hinge(data, binary(data), 2).out_of_fold);
}

}  // namespace
}  // namespace ect::learners
