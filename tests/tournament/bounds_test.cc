// The paper's bounds: their formulas, and that no tournament violates them.
#include "ect/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ect/schedule.h"

namespace ect::tournament {
namespace {

// No measure is above any bound that applies; `depth` may be of another plan than the counted one.
void expect_no_bound_violated(const Bounds& b, std::uint64_t first_phase, std::uint64_t depth) {
  const auto holds = [](double measured, const Bound& bound) {
    return !bound || measured <= *bound + 1e-9;
  };
  const auto d = static_cast<double>(depth);
  const auto m = static_cast<double>(b.counts.eliminations);
  for (const Bound& bound : b.first_phase) {
    ASSERT_TRUE(holds(static_cast<double>(first_phase), bound));
  }
  ASSERT_TRUE(holds(static_cast<double>(b.counts.finals_importance_depth), b.second_phase));
  for (const Bound& bound : b.importance) ASSERT_TRUE(holds(d, bound));
  ASSERT_TRUE(holds(d, b.structural));
  for (const Bound& bound : b.regret_ratio) ASSERT_TRUE(holds(d / m, bound));
}

std::uint64_t most_eliminations(std::uint64_t k) {
  return static_cast<std::uint64_t>(4 * std::log2(static_cast<double>(k)));
}

// All eliminations up to the most from one count: a bracket's course does not depend on later ones.
void check_all_eliminations(std::uint64_t k) {
  const std::uint64_t most = std::max<std::uint64_t>(1, most_eliminations(k));
  const std::vector<std::uint64_t> closing = closing_rounds(k, most);
  for (std::uint64_t m = 1; m <= most; ++m) {
    SCOPED_TRACE(testing::Message() << k << " players, " << m << " eliminations");
    Counts counts = count_error_correcting(1, m);  // the finals' share, as for any players
    counts.players = k;
    counts.first_phase_rounds = closing[m - 1];
    counts.importance_depth = counts.first_phase_rounds + counts.finals_importance_depth;
    expect_no_bound_violated(bounds(counts), counts.first_phase_rounds, counts.importance_depth);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Bounds, NoneIsViolatedForAllPlayersUpTo4096) {
  for (std::uint64_t k = 1; k <= 4096; ++k) {
    check_all_eliminations(k);
    if (HasFatalFailure()) return;
  }
}

TEST(Bounds, NoneIsViolatedAtPowersOfTwoAndJustAboveUpTo2To62) {
  for (int i = 0; i <= 62; ++i) {
    check_all_eliminations(std::uint64_t{1} << i);
    if (i < 62) check_all_eliminations((std::uint64_t{1} << i) + 1);
    if (HasFatalFailure()) return;
  }
}

// The rounds in which a schedule's brackets close.
std::vector<std::uint64_t> played_closing_rounds(const Schedule& schedule) {
  std::vector<std::uint64_t> rounds;
  for (std::uint32_t b = 1; b <= schedule.eliminations(); ++b) {
    rounds.push_back(schedule.match(schedule.title(b).index).round);
  }
  return rounds;
}

TEST(Bounds, NoneIsViolatedBySeedingTreesOfBalancedHalves) {
  for (Player k = 2; k <= 4096; k += k < 300 ? 1 : 61) {
    const auto most = static_cast<std::uint32_t>(most_eliminations(k));
    const std::vector<std::uint64_t> closing =
        played_closing_rounds(error_correcting(Seeding::ranked(k), most));
    for (std::uint32_t m = 1; m <= most; ++m) {
      SCOPED_TRACE(testing::Message() << k << " players, " << m << " eliminations");
      const Bounds b = bounds(k, m);
      expect_no_bound_violated(b, closing[m - 1],
                               closing[m - 1] + b.counts.finals_importance_depth);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(Bounds, AreThePapersFormulas) {
  const Bounds b = bounds(8, 3);
  EXPECT_DOUBLE_EQ(*b.first_phase[0], 3 + 3 * 2);
  EXPECT_DOUBLE_EQ(*b.first_phase[1], 4.5 + 9 + 1);
  EXPECT_DOUBLE_EQ(*b.first_phase[2], 4 + 6);
  EXPECT_NEAR(*b.first_phase[3],
              4 + std::log(8) + std::sqrt(std::log(8)) * std::sqrt(std::log(8) + 8), 1e-12);
  EXPECT_DOUBLE_EQ(*b.second_phase, 3);
  EXPECT_DOUBLE_EQ(*b.importance[0], 9 + 4);
  EXPECT_DOUBLE_EQ(*b.importance[1], 4.5 + 9 + 4);
  EXPECT_DOUBLE_EQ(*b.importance[2], 4 + 6 + 4);
  EXPECT_NEAR(*b.importance[3], 6 + 4 + 2 * std::log(8) + 2 * std::sqrt(3 * std::log(8)), 1e-12);
  EXPECT_DOUBLE_EQ(b.structural, 13);
  EXPECT_DOUBLE_EQ(*b.regret_ratio[0], 2 + 4.0 / 3 + 8.0 / 6);
  EXPECT_NEAR(*b.regret_ratio[1], 4 + 2 * std::log(8) / 3 + 2 * std::sqrt(std::log(8) / 3), 1e-12);
  EXPECT_DOUBLE_EQ(*b.filter_tree_log_k, 3);
  EXPECT_DOUBLE_EQ(*b.filter_tree_k_half, 4);
  EXPECT_DOUBLE_EQ(*b.filter_tree_k_minus_one, 7);
  EXPECT_DOUBLE_EQ(*b.lower_bound_any, 2);
  EXPECT_DOUBLE_EQ(*b.lower_bound_fixed_rounds, 2.75);
  EXPECT_DOUBLE_EQ(b.measured_ratio(), 10.0 / 3);
}

TEST(Bounds, GiveTheRegretRatioOfFiveAndAHalf) {
  // "For m = 4 ln k it gives a ratio of 5.5."
  for (const double k : {1e3, 1e6, 1e12}) {
    const auto m = static_cast<std::uint64_t>(std::ceil(4 * std::log(k)));
    const Bounds b = bounds(static_cast<std::uint64_t>(k), m);
    EXPECT_LE(*b.regret_ratio[1], 5.5);  // m is rounded up
    EXPECT_NEAR(*b.regret_ratio[1], 5.5, 0.02);
    EXPECT_LT(b.measured_ratio(), 5.5);
  }
}

TEST(Bounds, SayWhereACaseDoesNotApply) {
  EXPECT_FALSE(bounds(8, 1).second_phase);
  EXPECT_FALSE(bounds(8, 1).regret_ratio[0]);
  EXPECT_FALSE(bounds(2, 3).regret_ratio[0]);
  EXPECT_TRUE(bounds(8, 12).first_phase[3]);  // m = 4 log2 k
  EXPECT_FALSE(bounds(8, 13).first_phase[3]);
  EXPECT_FALSE(bounds(8, 13).importance[3]);
  EXPECT_FALSE(bounds(8, 13).regret_ratio[1]);
  EXPECT_FALSE(bounds(1, 1).filter_tree_log_k);
  EXPECT_FALSE(bounds(2, 5).lower_bound_any);
  EXPECT_FALSE(bounds(3, 1).lower_bound_fixed_rounds);
  EXPECT_FALSE(bounds(4, 1).lower_bound_fixed_rounds);
  EXPECT_TRUE(bounds(4, 2).lower_bound_fixed_rounds);
  EXPECT_DOUBLE_EQ(*bounds(3, 1).filter_tree_k_half, 2);  // k/2 = 1.5 is too little for odd k
}

}  // namespace
}  // namespace ect::tournament
