// The paper's Section 6 as tests: what wrong answers at single matches can cost in all.
#include "ect/regret.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "ect/bounds.h"
#include "ect/random.h"
#include "tests/patterns.h"

namespace ect {
namespace {

constexpr double kSlack = 1e-9;

// All label distributions whose probabilities are multiples of 1/parts.
std::vector<std::vector<double>> grid(Player labels, int parts) {
  std::vector<std::vector<double>> result;
  std::vector<double> p(labels, 0);
  const auto fill = [&](auto self, Player label, int left) -> void {
    if (label + 1 == labels) {
      p[label] = static_cast<double>(left) / parts;
      result.push_back(p);
      return;
    }
    for (int here = 0; here <= left; ++here) {
      p[label] = static_cast<double>(here) / parts;
      self(self, label + 1, left - here);
    }
  };
  fill(fill, 0, parts);
  return result;
}

template <class Check>
void for_patterns_and_distributions(std::uint32_t matches, int parts, Check check) {
  for_schedules_up_to(matches, [&](const Schedule& schedule) {
    const auto distributions = grid(schedule.players(), parts);
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      const Played played =
          play(schedule, [&](std::uint32_t n, Player, Player) { return side_of(pattern, n); });
      for (const auto& p : distributions) check(schedule, played, p);
    });
  });
}

TEST(Regret, TimesEliminationsIsAtMostTheSumOfBinaryRegrets) {
  for_patterns_and_distributions(
      11, 4, [](const Schedule& schedule, const Played& played, const std::vector<double>& p) {
        const RegretAt at = regret_at(schedule, played, p);
        ASSERT_LE(schedule.eliminations() * at.regret, at.binary + kSlack);
      });
}

TEST(Regret, AtASingleInputIsAtMostDepthOverEliminationsTimesTheAverageBinaryRegret) {
  for_patterns_and_distributions(
      11, 4, [](const Schedule& schedule, const Played& played, const std::vector<double>& p) {
        const RegretAt at = regret_at(schedule, played, p);
        const Counts counts = count_error_correcting(schedule.players(), schedule.eliminations());
        const auto d = static_cast<double>(counts.importance_depth);
        ASSERT_LE(at.regret * at.weight * schedule.eliminations(), d * at.binary + kSlack);
        ASSERT_LE(at.weight, static_cast<double>(counts.weight_sum) + kSlack);
      });
}

RC_GTEST_PROP(RegretProperty, HoldsForLargeTournamentsAndRandomDistributions, ()) {
  const Player k = *rc::gen::inRange<Player>(2, 300);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 24);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::vector<double> p(k);
  double sum = 0;
  const double concentration = 1 + 20 * random.uniform();
  for (double& value : p) sum += value = std::pow(random.uniform(), concentration);
  for (double& value : p) value /= sum;
  const double error = random.uniform();
  const Schedule schedule = error_correcting(k, m);
  const Played played = play(schedule, [&](std::uint32_t, Player a, Player b) {
    const Side better = p[a] >= p[b] ? Side::kLeft : Side::kRight;
    return random.chance(error) ? other(better) : better;
  });
  const RegretAt at = regret_at(schedule, played, p);
  const Counts counts = count_error_correcting(k, m);
  RC_ASSERT(m * at.regret <= at.binary + kSlack);
  RC_ASSERT(at.regret * at.weight * m <=
            static_cast<double>(counts.importance_depth) * at.binary + kSlack);
  RC_ASSERT(at.weight <= static_cast<double>(counts.weight_sum) + kSlack);
}

// The largest regret over average binary regret at k = m = 3, by brute force.
double worst_ratio(FinalsWeight finals) {
  const Schedule schedule = error_correcting(3, 3);
  const auto distributions = grid(3, 60);
  double worst = 0;
  for_every_pattern(schedule, [&](std::uint32_t pattern) {
    const Played played =
        play(schedule, [&](std::uint32_t n, Player, Player) { return side_of(pattern, n); });
    for (const auto& p : distributions) {
      const RegretAt at = regret_at(schedule, played, p, finals);
      if (at.binary > kSlack) worst = std::max(worst, at.regret * at.weight / at.binary);
    }
  });
  return worst;
}

TEST(Regret, KeepsTheMainTheoremWithTheLargerChargeAsWeight) {
  EXPECT_LE(worst_ratio(FinalsWeight::kLargerCharge), *bounds(3, 3).regret_ratio[0]);
}

TEST(Regret, BreaksTheMainTheoremWithTheWeightsOfThePapersText) {
  EXPECT_NEAR(*bounds(3, 3).regret_ratio[0], 3.83, 0.01);
  EXPECT_NEAR(worst_ratio(FinalsWeight::kOtherCharge), 6.33, 0.01);
}

// The paper's step "hence in expectation over x" fails: a mixture of two inputs at k = 3, m = 16.
TEST(Regret, OverSeveralInputsCanExceedTheMainTheorem) {
  const Player k = 3;
  const std::uint32_t m = 16;
  const Schedule schedule = error_correcting(k, m);

  // At the first input label 0 is certain and loses all its m games: the cheapest way to unseat it.
  const std::vector<double> p1{1, 0, 0};
  const RegretAt first = regret_at(
      schedule,
      play(schedule,
           [](std::uint32_t, Player a, Player b) { return a > b ? Side::kLeft : Side::kRight; }),
      p1);
  EXPECT_DOUBLE_EQ(first.regret, 1);
  EXPECT_DOUBLE_EQ(first.binary, m);

  // At the second labels 0 and 1 are equally likely, so that no answer between them costs anything,
  // and they meet in every final: title holders, and winners of finals, alternate.
  const std::vector<double> p2{0.5, 0.5, 0};
  const auto alternating = [&](std::uint32_t n, Player a, Player b) {
    const bool final = n >= schedule.first_phase_matches();
    const auto next = final ? schedule.winner_goes(n) : schedule.title_goes(schedule.bracket(n));
    const Player wanted = next && next->side == Side::kRight ? 1 : 0;
    if (a == wanted || b == wanted) return a == wanted ? Side::kLeft : Side::kRight;
    return a < b ? Side::kLeft : Side::kRight;
  };
  const RegretAt second = regret_at(schedule, play(schedule, alternating), p2);
  EXPECT_DOUBLE_EQ(second.regret, 0);
  EXPECT_DOUBLE_EQ(second.binary, 0);

  const double share = 0.005;  // of the first input
  const double regret = share * first.regret;
  const double binary = share * first.binary;
  const double weight = share * first.weight + (1 - share) * second.weight;
  const double ratio = regret / (binary / weight);
  EXPECT_NEAR(*bounds(k, m).regret_ratio[0], 3.09, 0.01);
  EXPECT_NEAR(ratio, 3.48, 0.01);
  EXPECT_LE(ratio, bounds(k, m).expected_ratio());
}

TEST(Regret, WeightsOfALabelCanSumToMoreThanTheDepthFromFourEliminationsOn) {
  const Counts counts = count_error_correcting(2, 4);
  EXPECT_EQ(counts.importance_depth, 7U);
  EXPECT_EQ(counts.weight_sum, 8U);
  const Schedule schedule = error_correcting(2, 4);
  const std::vector<double> p{0.5, 0.5};
  double most = 0;
  for_every_pattern(schedule, [&](std::uint32_t pattern) {
    const Played played =
        play(schedule, [&](std::uint32_t n, Player, Player) { return side_of(pattern, n); });
    most = std::max(most, regret_at(schedule, played, p).weight);
  });
  EXPECT_DOUBLE_EQ(most, 8);
}

}  // namespace
}  // namespace ect
