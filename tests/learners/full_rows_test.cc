// Rows without absent features are trained on in place, with vector code and partly with floats.
// The same data with gaps between its features takes the code of sparse rows: both must agree.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "ect/random.h"
#include "learners/linear/dual_descent.h"
#include "learners/linear/linear.h"
#include "learners/linear/logistic_newton.h"

namespace ect::learners {
namespace {

constexpr std::uint32_t kFeatures = 70;
constexpr std::uint32_t kRows = 400;

struct Problem {
  Dataset data;
  std::vector<BinaryExample> examples;
};

// Features 0, apart, 2 apart and so on; rows of different lengths.
Problem problem(std::uint32_t apart) {
  Problem result;
  Random random(4);
  for (std::uint32_t i = 0; i < kRows; ++i) {
    Example example;
    double sum = 0;
    const std::uint64_t length = kFeatures - random.below(5);
    for (std::uint32_t j = 0; j < length; ++j) {
      const double value = (random.uniform() - 0.5) / 3;
      example.indices.push_back(j * apart);
      example.values.push_back(static_cast<float>(value));
      sum += j % 3 == 0 ? value : 0;
    }
    const bool right = sum + 0.3 * (random.uniform() - 0.5) > 0;
    example.label = right ? "right" : "left";
    result.data.add(example);
    result.examples.push_back(
        {i, right ? Side::kRight : Side::kLeft, static_cast<float>(1 + i % 3)});
  }
  EXPECT_EQ(result.data.full(), apart == 1);
  return result;
}

void expect_near(const std::vector<Weight>& full, const std::vector<Weight>& sparse,
                 std::uint32_t apart, double difference) {
  ASSERT_EQ(full.size(), kFeatures);
  ASSERT_EQ(sparse.size(), kFeatures);
  for (std::size_t i = 0; i < full.size(); ++i) {
    EXPECT_EQ(apart * full[i].feature, sparse[i].feature);
    EXPECT_NEAR(static_cast<double>(full[i].weight), static_cast<double>(sparse[i].weight),
                difference);
  }
}

TEST(FullRows, DualDescentComesToTheSameWeights) {
  const Problem full = problem(1);
  const Problem sparse = problem(3);
  std::vector<std::uint32_t> all(kRows);
  std::iota(all.begin(), all.end(), 0);
  DualDescent a;
  DualDescent b;
  for (const double lambda : {0.1, 3.0}) {
    a.start(full.data, full.examples, lambda);
    b.start(sparse.data, sparse.examples, lambda);
    Random random_a(1);
    Random random_b(1);
    for (int i = 0; i < 30; ++i) {
      a.descend(all, 100, random_a);
      b.descend(all, 100, random_b);
    }
    EXPECT_NEAR(a.bias(), b.bias(), 1e-3);
    for (std::size_t i = 0; i < kRows; ++i) EXPECT_NEAR(a.margin(i), b.margin(i), 2e-3);
    expect_near(a.finish(2), b.finish(2), 3, 5e-3);
  }
}

TEST(FullRows, LogisticNewtonComesToTheSameWeights) {
  const Problem full = problem(1);
  const Problem sparse = problem(3);
  const std::vector<double> importances(kRows, 2);
  LogisticNewton a;
  LogisticNewton b;
  a.start(full.data, full.examples, 0.1);
  b.start(sparse.data, sparse.examples, 0.1);
  EXPECT_EQ(a.size(), kRows);
  a.minimise(importances, 1e-8, 100);
  b.minimise(importances, 1e-8, 100);
  EXPECT_NEAR(a.bias(), b.bias(), 1e-5);
  for (std::size_t i = 0; i < kRows; ++i) EXPECT_NEAR(a.margin(i), b.margin(i), 1e-4);
  expect_near(a.finish(), b.finish(), 3, 1e-4);
}

TEST(FullRows, AreAskedAsSparseOnesAre) {
  Random random(2);
  LinearBuilder builder(1);
  std::vector<Weight> weights;
  for (std::uint32_t i = 0; i < kFeatures; ++i) {
    weights.push_back({i, static_cast<float>(random.uniform() - 0.5)});
  }
  builder.set(0, 0.25F, weights);
  // Shorter than the weights, as long, longer; and without the first feature.
  for (const std::uint32_t length : {0U, 1U, 40U, kFeatures, kFeatures + 9}) {
    for (const std::uint32_t first : {0U, 1U}) {
      std::vector<std::uint32_t> indices;
      std::vector<float> values;
      double expected = 0.25;
      for (std::uint32_t i = first; i < length; ++i) {
        indices.push_back(i);
        values.push_back(static_cast<float>(random.uniform()));
        if (i < kFeatures) {
          expected += static_cast<double>(weights[i].weight) * static_cast<double>(values.back());
        }
      }
      EXPECT_NEAR(static_cast<double>(builder.margin(0, {indices, values})), expected, 1e-5)
          << length << ' ' << first;
    }
  }
}

}  // namespace
}  // namespace ect::learners
