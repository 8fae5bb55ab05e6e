// All pairs: numbering of pairs, prediction, probabilities, and the regret bound.
#include "reductions/flat/all_pairs.h"

#include <gtest/gtest.h>

#include <cmath>

#include "reductions/contested/pairs.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::reductions {
namespace {

std::uint32_t ask(const Reduction& reduction, const std::vector<float>& margins) {
  std::uint64_t questions = 0;
  const std::uint32_t label = reduction.predict(FixedClassifiers(margins), {}, questions);
  EXPECT_EQ(questions, reduction.problems());
  return label;
}

TEST(Pairs, AreNumberedOneByOne) {
  std::uint32_t number = 0;
  for (std::uint32_t high = 1; high < 300; ++high) {
    for (std::uint32_t low = 0; low < high; ++low, ++number) {
      ASSERT_EQ(pair_number({low, high}), number);
      ASSERT_EQ(pair_at(number), (Pair{low, high}));
    }
    EXPECT_EQ(number, pairs_among(high + 1));
  }
  // The last ones there may be, where the root is least sure.
  for (std::uint32_t high = 65000; high < 65536; ++high) {
    EXPECT_EQ(pair_at(pair_number({0, high})), (Pair{0, high}));
    EXPECT_EQ(pair_at(pair_number({high - 1, high})), (Pair{high - 1, high}));
  }
  EXPECT_EQ(pairs_among(1U << 31), (std::uint64_t{1} << 30) * ((1U << 31) - 1));
}

TEST(AllPairs, AnExampleIsLearntAtThePairsOfItsLabel) {
  const AllPairs reduction(4);
  std::vector<Member> members;
  reduction.problems_of(2, members);  // pairs (0,2), (1,2), (2,3)
  EXPECT_EQ(members, (std::vector<Member>{{1, Side::kRight}, {2, Side::kRight}, {5, Side::kLeft}}));
  // From the other end it is the same.
  for (std::uint32_t problem = 0; problem < reduction.problems(); ++problem) {
    std::vector<Member> labels;
    reduction.labels_of(problem, labels);
    ASSERT_EQ(labels.size(), 2U);
    for (const Member& label : labels) {
      reduction.problems_of(label.index, members);
      EXPECT_EQ(std::count(members.begin(), members.end(), Member{problem, label.side}), 1);
    }
  }
}

TEST(AllPairs, WithOptimalPairsIsConsistent) {
  EXPECT_EQ(wrong_by_labels<MajorityLearner>("all-pairs", 3000, 15), 0);
  EXPECT_EQ(wrong_by_costs<MajorityLearner>("all-pairs", 3000, 15), 0);
}

TEST(AllPairs, MostWinsDecideThenProbabilitiesThenTheLowestLabel) {
  const AllPairs two(2);
  EXPECT_EQ(ask(two, {1}), 1U);
  EXPECT_EQ(ask(two, {0}), 0U);
  const AllPairs three(3);  // pairs (0,1), (0,2), (1,2)
  EXPECT_EQ(ask(three, {-0.1F, -0.1F, 9}), 0U);
  // Everybody wins once: 0 beats 1, 1 beats 2, 2 beats 0.
  EXPECT_EQ(ask(three, {-1, 2, -1}), 2U);
  EXPECT_EQ(ask(three, {-1, 2, -3}), 1U);
  EXPECT_EQ(ask(three, {-1, 1, -1}), 0U);
}

// What the essay proves: the regret of every prediction, over every pattern of wins, is at most the
// sum of the regrets of the pairs.
TEST(AllPairs, RegretIsAtMostTheSumOfThePairs) {
  Random random(9);
  for (std::uint32_t k = 2; k <= 5; ++k) {
    const AllPairs reduction(k);
    for (int round = 0; round < 5; ++round) {
      std::vector<float> p = random_masses(k, random);
      if (round % 2 == 0) p[0] = p[k - 1];
      for (std::uint32_t pattern = 0; pattern < 1U << reduction.problems(); ++pattern) {
        std::vector<float> margins;
        double sum = 0;
        for (std::uint32_t n = 0; n < reduction.problems(); ++n) {
          margins.push_back((pattern >> n & 1) != 0 ? 1 : -1);
          const Pair pair = pair_at(n);
          const auto more = static_cast<double>(p[pair.high]) - static_cast<double>(p[pair.low]);
          sum += std::max(0.0, margins[n] > 0 ? -more : more);
        }
        const float best = *std::max_element(p.begin(), p.end());
        ASSERT_LE(static_cast<double>(best - p[ask(reduction, margins)]), sum + 1e-6);
      }
    }
  }
}

TEST(AllPairs, ProbabilitiesOfTheEssaysExample) {
  const AllPairs reduction(3);
  const float two_to_one = std::log(2.0F);
  const FixedClassifiers classifiers({-two_to_one, -two_to_one, 0});
  EXPECT_NEAR(reduction.probability(classifiers, {}, 0), 0.5, 1e-6);
  EXPECT_NEAR(reduction.probability(classifiers, {}, 1), 0.25, 1e-6);
  EXPECT_NEAR(reduction.probability(classifiers, {}, 2), 0.25, 1e-6);
}

TEST(AllPairs, ExactPairsGiveExactProbabilities) {
  Random random(10);
  for (int round = 0; round < 300; ++round) {
    const auto k = static_cast<std::uint32_t>(2 + random.below(14));
    const std::vector<float> p = random_masses(k, random);
    const AllPairs reduction(k);
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

TEST(AllPairs, RefusesMorePairsThanFitMemory) {
  EXPECT_EQ(AllPairs(16384).problems(), 134209536U);
  EXPECT_EQ(error_of([] { AllPairs reduction(100000); }),
            "all-pairs needs a classifier for each of 4999950000 pairs of 100000 labels (expected "
            "at most 134217728; ect needs a few per label)");
  EXPECT_NE(error_of([] { AllPairs reduction(0xffffffff); }), "");
}

}  // namespace
}  // namespace ect::reductions
