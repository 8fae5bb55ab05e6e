// Probabilistic output codes: the Hadamard transform, exactness, and the regret bound.
#include "reductions/flat/pecoc.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::reductions {
namespace {

double sign(std::uint32_t row, std::uint32_t column) { return hadamard_bit(row, column) ? -1 : 1; }

TEST(Hadamard, RowsAndColumnsAreOrthogonal) {
  for (std::uint32_t n = 1; n <= 128; n *= 2) {
    for (std::uint32_t a = 0; a < n; ++a) {
      for (std::uint32_t b = 0; b < n; ++b) {
        double product = 0;
        for (std::uint32_t i = 0; i < n; ++i) product += sign(a, i) * sign(b, i);
        ASSERT_EQ(product, a == b ? n : 0);
        ASSERT_EQ(hadamard_bit(a, b), hadamard_bit(b, a));
      }
    }
  }
}

TEST(Hadamard, TheFastTransformIsThePlainOne) {
  Random random(61);
  for (std::uint32_t n = 1; n <= 256; n *= 2) {
    std::vector<double> values(n);
    for (double& value : values) value = 2 * random.uniform() - 1;
    std::vector<double> fast = values;
    walsh_hadamard(fast);
    for (std::uint32_t i = 0; i < n; ++i) {
      double plain = 0;
      for (std::uint32_t j = 0; j < n; ++j) plain += sign(i, j) * values[j];
      ASSERT_NEAR(fast[i], plain, 1e-9);
    }
  }
}

TEST(Pecoc, EveryColumnHasLabelsOnBothSides) {
  for (std::uint32_t k = 2; k <= 70; ++k) {
    const Pecoc reduction(k);
    EXPECT_EQ(reduction.problems(), std::bit_ceil(k) - 1);
    for (std::uint32_t problem = 0; problem < reduction.problems(); ++problem) {
      std::vector<Member> labels;
      reduction.labels_of(problem, labels);
      ASSERT_EQ(labels.size(), k);
      const auto right = std::count_if(labels.begin(), labels.end(), [](const Member& member) {
        return member.side == Side::kRight;
      });
      EXPECT_GT(right, 0);
      EXPECT_LT(right, k);
    }
  }
}

TEST(Pecoc, ExactProbabilitiesOfSubsetsGiveExactProbabilitiesOfLabels) {
  Random random(62);
  for (int round = 0; round < 500; ++round) {
    const auto k = static_cast<std::uint32_t>(2 + random.below(39));
    const std::vector<float> p = random_masses(k, random);
    const Pecoc reduction(k);
    LogOddsLearner learner(reduction.problems());
    const Dataset data = one_example_a_label(p, true);
    reduction.fit(learner, data, all_rows(data), 1, nullptr);
    double sum = 0;
    for (const float mass : p) sum += static_cast<double>(mass);
    for (std::uint32_t label = 0; label < k; ++label) {
      ASSERT_NEAR(reduction.probability(learner, {}, label), static_cast<double>(p[label]) / sum,
                  1e-6);
    }
  }
}

TEST(Pecoc, IsConsistent) {
  EXPECT_EQ(wrong_by_labels<LogOddsLearner>("pecoc", 3000, 15), 0);
  EXPECT_EQ(wrong_by_costs<LogOddsLearner>("pecoc", 3000, 15), 0);
}

// The paper's bound, at inputs where the regressors are wrong by anything.
TEST(Pecoc, RegretIsAtMostFourRootsOfTheAverageSquaredRegret) {
  Random random(63);
  double closest = 0;
  for (int round = 0; round < 3000; ++round) {
    const auto k = static_cast<std::uint32_t>(2 + random.below(10));
    std::vector<double> p(k);
    double sum = 0;
    for (double& mass : p) sum += mass = std::pow(random.uniform(), 4);
    for (double& mass : p) mass /= sum;
    const Pecoc reduction(k);
    std::vector<float> margins;
    double squares = 0;
    const double noise = random.uniform();
    for (std::uint32_t problem = 0; problem < reduction.problems(); ++problem) {
      double exact = 0;
      for (std::uint32_t label = 0; label < k; ++label) {
        exact += hadamard_bit(label, problem + 1) ? p[label] : 0;
      }
      const double estimate = std::clamp(exact + noise * (random.uniform() - 0.5), 1e-6, 1 - 1e-6);
      squares += (estimate - exact) * (estimate - exact);
      margins.push_back(static_cast<float>(std::log(estimate / (1 - estimate))));
    }
    std::uint64_t questions = 0;
    const std::uint32_t predicted = reduction.predict(FixedClassifiers(margins), {}, questions);
    EXPECT_EQ(questions, reduction.problems());
    const double regret = *std::max_element(p.begin(), p.end()) - p[predicted];
    const double bound = 4 * std::sqrt(squares / reduction.problems());
    ASSERT_LE(regret, bound + 1e-6);
    closest = std::max(closest, regret / (bound + 1e-9));
  }
  EXPECT_GT(closest, 0.1);  // mistakes were made
}

TEST(Pecoc, TwoLabelsAreOneQuestion) {
  const Pecoc reduction(2);
  ASSERT_EQ(reduction.problems(), 1U);
  std::uint64_t questions = 0;
  EXPECT_EQ(reduction.predict(FixedClassifiers({0.5F}), {}, questions), 1U);
  EXPECT_EQ(reduction.predict(FixedClassifiers({0}), {}, questions), 0U);
  EXPECT_NEAR(reduction.probability(FixedClassifiers({0.5F}), {}, 1),
              learners::probability_of(0.5F), 1e-9);
}

TEST(Pecoc, CostsBecomeOddsOfSubsets) {
  const Pecoc reduction(3);  // subsets {1}, {2}, {1, 2}
  const std::vector<float> costs = {0.25F, 1, 0.5F};
  const std::vector<std::pair<float, float>> expected = {{1.25F, 0}, {0.75F, 0.5F}, {0.75F, 0.5F}};
  for (std::uint32_t problem = 0; problem < 3; ++problem) {
    const SideWeights weights = reduction.weigh(problem, costs);
    EXPECT_EQ(std::pair(weights.left, weights.right), expected[problem]);
  }
}

}  // namespace
}  // namespace ect::reductions
