// Batch logistic regression: conditions of the optimum, LIBLINEAR's result, out-of-fold margins.
#include <gtest/gtest.h>

#ifdef ECT_HAVE_LIBLINEAR
#include <linear.h>
#endif

#include <cmath>
#include <string>
#include <vector>

#include "learners/linear/linear_batch.h"
#include "learners/linear/logistic_newton.h"
#include "tests/helpers/batch_learners.h"

namespace ect::learners {
namespace {

// The weights by feature and the bias last, to the last digit.
std::vector<double> exact(const Dataset& data, const std::vector<BinaryExample>& examples,
                          double lambda) {
  LogisticNewton newton;
  newton.start(data, examples, lambda);
  newton.minimise(importances_of(examples), 1e-10, 100);
  std::vector<double> weights(data.features() + 1);
  weights.back() = newton.bias();
  for (const Weight& weight : newton.finish()) {
    weights[weight.feature] = static_cast<double>(weight.weight);
  }
  return weights;
}

void expect_near(const std::vector<double>& a, const std::vector<double>& b, double relative) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_NEAR(a[i], b[i], relative * (1 + std::abs(a[i]))) << i;
  }
}

// The lengths of numbers that rows have differ, as do the weights of examples.
struct Uneven {
  Dataset data;
  std::vector<BinaryExample> examples;
};

Uneven uneven(std::size_t size) {
  Uneven result;
  Random random(8);
  for (std::uint32_t i = 0; i < size; ++i) {
    Example example;
    double sum = 0;
    for (std::uint32_t f = 0; f < 40; ++f) {
      if (!random.chance(0.2)) continue;
      example.indices.push_back(f);
      example.values.push_back(static_cast<float>(random.uniform()));
      sum += f % 3 == 0 ? -1 : 0.5;
    }
    const bool right = sum + 2 * random.uniform() > 1;
    example.label = right ? "right" : "left";
    result.data.add(example);
    result.examples.push_back(
        {i, right ? Side::kRight : Side::kLeft, static_cast<float>(1 + i % 3)});
  }
  return result;
}

TEST(LogisticNewton, SolvesTheExampleOfItsEssay) {
  Dataset data;
  for (const float value : {1.0F, -1.0F}) {
    Example example;
    example.label = value > 0 ? "right" : "left";
    example.indices = {0};
    example.values = {value};
    data.add(example);
  }
  const std::vector<BinaryExample> examples = {{0, Side::kRight, 1}, {1, Side::kLeft, 1}};
  const std::vector<double> weights = exact(data, examples, 1);
  EXPECT_NEAR(weights[0], 0.6748, 1e-4);
  EXPECT_NEAR(weights[0], 2 / (1 + std::exp(weights[0])), 1e-6);
  EXPECT_NEAR(weights[1], 0, 1e-12);
  LogisticNewton newton;
  newton.start(data, examples, 1);
  EXPECT_EQ(newton.minimise(importances_of(examples), 0, 1), 1);
  EXPECT_NEAR(newton.weights()[0], 2.0 / 3, 1e-9);
}

// At the optimum the gradient is 0: it is reckoned here feature by feature.
TEST(LogisticNewton, FindsWhereTheGradientIsZero) {
  const Uneven problem = uneven(500);
  for (const double lambda : {1e-3, 1.0, 100.0}) {
    const std::vector<double> weights = exact(problem.data, problem.examples, lambda);
    std::vector<double> gradient;
    for (const double weight : weights) gradient.push_back(lambda * weight);
    double size = 0;
    for (const BinaryExample& example : problem.examples) {
      const Features x = problem.data.row(example.row);
      double margin = weights.back();
      for (std::size_t j = 0; j < x.indices.size(); ++j) {
        margin += weights[x.indices[j]] * static_cast<double>(x.values[j]);
      }
      const double right = 1 / (1 + std::exp(-margin));
      const double slope =
          static_cast<double>(example.weight) * (right - (example.side == Side::kRight ? 1 : 0));
      for (std::size_t j = 0; j < x.indices.size(); ++j) {
        gradient[x.indices[j]] += slope * static_cast<double>(x.values[j]);
      }
      gradient.back() += slope;
      size += std::abs(slope);
    }
    for (const double part : gradient) EXPECT_NEAR(part / size, 0, 1e-6) << lambda;
  }
}

TEST(LogisticNewton, WeightsAreRepeatedExamples) {
  const Uneven problem = uneven(200);
  std::vector<BinaryExample> repeated;
  for (const BinaryExample& example : problem.examples) {
    for (float copy = 0; copy < example.weight; ++copy) {
      repeated.push_back({example.row, example.side, 1});
    }
  }
  expect_near(exact(problem.data, problem.examples, 0.1), exact(problem.data, repeated, 0.1), 1e-6);
}

TEST(LogisticNewton, ExamplesWithoutImportanceAreAsGoodAsAbsent) {
  const Uneven problem = uneven(200);
  std::vector<double> importances = importances_of(problem.examples);
  std::vector<BinaryExample> there;
  for (std::size_t i = 0; i < importances.size(); ++i) {
    if (i % 3 == 0) importances[i] = 0;
    if (i % 3 != 0) there.push_back(problem.examples[i]);
  }
  LogisticNewton newton;
  newton.start(problem.data, problem.examples, 0.1);
  newton.minimise(importances_of(problem.examples), 1e-3, 100);  // a start elsewhere
  newton.minimise(importances, 1e-10, 100);
  const std::vector<double> weights = exact(problem.data, there, 0.1);
  EXPECT_NEAR(newton.bias(), weights.back(), 1e-6);
  EXPECT_NEAR(
      newton.margin(0),
      [&] {
        double sum = weights.back();
        const Features x = problem.data.row(0);
        for (std::size_t j = 0; j < x.indices.size(); ++j) {
          sum += weights[x.indices[j]] * static_cast<double>(x.values[j]);
        }
        return sum;
      }(),
      1e-5);
}

#ifdef ECT_HAVE_LIBLINEAR

// By its trust region solver, which draws nothing.
std::vector<double> by_liblinear(const Dataset& data, const std::vector<BinaryExample>& examples,
                                 double lambda) {
  set_print_string_function([](const char*) {});
  const auto features = static_cast<int>(data.features());
  std::vector<std::vector<feature_node>> rows;
  std::vector<double> signs;
  for (const BinaryExample& example : examples) {
    const Features x = data.row(example.row);
    std::vector<feature_node>& row = rows.emplace_back();
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      row.push_back({static_cast<int>(x.indices[j]) + 1, static_cast<double>(x.values[j])});
    }
    row.push_back({features + 1, 1});
    row.push_back({-1, 0});
    signs.push_back(example.side == Side::kRight ? 1 : -1);
  }
  std::vector<feature_node*> starts;
  for (std::vector<feature_node>& row : rows) starts.push_back(row.data());
  const problem all{static_cast<int>(rows.size()), features + 1, signs.data(), starts.data(), 1};
  parameter how{};
  how.solver_type = L2R_LR;
  how.C = 1 / lambda;
  how.eps = 1e-9;
  ::model* fitted = ::train(&all, &how);
  std::vector<double> weights(fitted->w, fitted->w + features + 1);
  free_and_destroy_model(&fitted);
  return weights;
}

TEST(LogisticNewton, AgreesWithLiblinear) {
  Uneven problem = uneven(600);
  for (BinaryExample& example : problem.examples) example.weight = 1;
  const Dataset dense = noisy_line(500, 12, 0.1);
  for (const double lambda : {0.01, 1.0, 50.0}) {
    expect_near(exact(problem.data, problem.examples, lambda),
                by_liblinear(problem.data, problem.examples, lambda), 1e-4);
    expect_near(exact(dense, binary(dense), lambda), by_liblinear(dense, binary(dense), lambda),
                1e-4);
  }
}

#endif  // ECT_HAVE_LIBLINEAR

TEST(LogisticBatch, OutOfFoldMarginsTellTheErrorOnNewExamples) {
  expect_out_of_fold_margins_tell_the_error_on_new_examples("logistic-batch", 0.05);
  const Dataset data = noisy_line(400, 60, 0.15, 3);
  const FittedProblem fitted = fit_by("logistic-batch", data, binary(data));
  EXPECT_LT(mistakes(binary(data), fitted.margins(data)),
            mistakes(binary(data), fitted.out_of_fold) - 0.05);
}

TEST(LogisticBatch, MarginsAreLogOdds) {
  const Dataset data = noisy_line(4000, 3, 0.2);
  const Dataset fresh = noisy_line(20000, 3, 0.2, 9);
  const std::vector<float> margins = fit_by("logistic-batch", data, binary(data)).margins(fresh);
  EXPECT_LT(log_loss(binary(fresh), margins), log_loss(binary(fresh), margins, 0.8));
  EXPECT_LT(log_loss(binary(fresh), margins), log_loss(binary(fresh), margins, 1.25));
}

TEST(LogisticBatch, SidesThatALineTellsApartHaveFiniteWeights) {
  const Dataset data = noisy_line(300, 4, 0);
  for (const double l2 : {0.0, 1e-9, 1e-5}) {
    const FittedProblem fitted = fit_by("logistic-batch", data, binary(data), {1, l2});
    EXPECT_EQ(mistakes(binary(data), fitted.margins(data)), 0);
    for (const float margin : fitted.margins(data)) EXPECT_LT(std::abs(margin), 1e6);
  }
}

TEST(LogisticBatch, MoreRegularizationMakesSmallerMargins) {
  const Dataset data = noisy_line(300, 4, 0.1);
  const auto size = [&](double l2) {
    double sum = 0;
    for (const float margin : fit_by("logistic-batch", data, binary(data), {1, l2}).margins(data)) {
      sum += std::abs(static_cast<double>(margin));
    }
    return sum;
  };
  EXPECT_GT(size(1e-5), 2 * size(0.1));
  EXPECT_GT(size(0.1), 2 * size(10));
}

TEST(LogisticBatch, TheScaleOfWeightsDoesNotMatter) {
  const Dataset data = noisy_line(400, 5, 0.2);
  const std::vector<float> plain = fit_by("logistic-batch", data, binary(data)).out_of_fold;
  const std::vector<float> scaled = fit_by("logistic-batch", data, binary(data, 1024)).out_of_fold;
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(scaled[i], plain[i], 1e-5);
}

TEST(LogisticBatch, DoesAsEveryBatchLearnerMust) {
  expect_a_problem_of_one_side_is_answered_by_it("logistic-batch");
  expect_a_problem_of_nobody_has_no_opinion("logistic-batch");
  expect_labels_with_few_examples_are_not_lost("logistic-batch");
  expect_models_do_not_depend_on_threads_nor_files("logistic-batch");
}

TEST(LogisticBatch, VastFeatureNumbersCostNoMemory) {
  Dataset data;
  for (std::uint32_t i = 0; i < 40; ++i) {
    Example example;
    example.label = i % 2 == 0 ? "left" : "right";
    example.indices = {i % 2 == 0 ? 7U : 2000000000U};
    example.values = {1};
    data.add(example);
  }
  const FittedProblem fitted = fit_by("logistic-batch", data, binary(data));
  EXPECT_EQ(mistakes(binary(data), fitted.out_of_fold), 0);
}

}  // namespace
}  // namespace ect::learners
