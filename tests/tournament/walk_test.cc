// The two walks over a schedule find the same champion.
#include "ect/walk.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/patterns.h"

namespace ect::tournament {
namespace {

// Answers that depend on the match alone, as a classifier's do at a fixed input.
Side answer(std::uint64_t seed, std::uint32_t match) {
  return Random(seed, match).chance(0.5) ? Side::kLeft : Side::kRight;
}

TEST(Walk, DescendFindsTheChampionOfPlayForEveryPatternOfAnswers) {
  for_schedules_up_to(16, [](const Schedule& schedule) {
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      const auto by_pattern = [&](std::uint32_t n) { return side_of(pattern, n); };
      const Played played =
          play(schedule, [&](std::uint32_t n, Player, Player) { return by_pattern(n); });
      ASSERT_EQ(descend(schedule, by_pattern), played.champion);
    });
  });
}

TEST(Walk, DescendTreatsTheLoserOfAMatchAsItsLoser) {
  // A label that loses its first match can still win: the defect that made error correction dead
  // code elsewhere. Player 0 loses in round 1, wins the second bracket and the finals.
  const Schedule schedule = error_correcting(2, 2);  // #0 0-1, #1 w0-l0, #2 w0-w1
  const Side answers[] = {Side::kRight, Side::kRight, Side::kRight};
  EXPECT_EQ(descend(schedule, [&](std::uint32_t n) { return answers[n]; }), 0U);
}

TEST(Walk, DescendAsksEachRoundAtMostOnce) {
  for (const auto& [k, m] : {std::pair(1U, 5U), {2U, 7U}, {100U, 1U}, {1000U, 12U}}) {
    const Schedule schedule = error_correcting(k, m);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      std::set<std::uint32_t> rounds;
      descend(schedule, [&](std::uint32_t n) {
        EXPECT_TRUE(rounds.insert(schedule.match(n).round).second);
        return answer(seed, n);
      });
    }
  }
}

TEST(Walk, APerfectRefereeCrownsTheBest) {
  for (Player k = 1; k <= 70; ++k) {
    for (std::uint32_t m = 1; m <= 6; ++m) {
      const Schedule schedule = error_correcting(Seeding::random(k, m), m);
      const Played played = play(schedule, [](std::uint32_t, Player a, Player b) {
        return a < b ? Side::kLeft : Side::kRight;
      });
      ASSERT_EQ(played.champion, 0U);
    }
  }
}

RC_GTEST_PROP(WalkProperty, DescendIsPlayForLargeTournaments, ()) {
  const Player k = *rc::gen::inRange<Player>(1, 2001);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 30);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const Schedule schedule = error_correcting(Seeding::random(k, seed), m);
  const Played played =
      play(schedule, [&](std::uint32_t n, Player, Player) { return answer(seed, n); });
  RC_ASSERT(played.champion == descend(schedule, [&](std::uint32_t n) { return answer(seed, n); }));
}

RC_GTEST_PROP(WalkProperty, NobodyPlaysTwiceInARoundOfTheFirstPhase, ()) {
  const Player k = *rc::gen::inRange<Player>(2, 2001);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 30);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const Schedule schedule = error_correcting(Seeding::random(k, seed), m);
  const Played played =
      play(schedule, [&](std::uint32_t n, Player, Player) { return answer(seed, n); });
  std::vector<std::uint32_t> last_round(k, 0);
  for (std::uint32_t round = 1; round <= schedule.first_phase_rounds(); ++round) {
    const Schedule::Range matches = schedule.round(round);
    for (std::uint32_t n = matches.first; n < matches.last; ++n) {
      RC_ASSERT(std::exchange(last_round[played.winners[n]], round) != round);
      RC_ASSERT(std::exchange(last_round[played.losers[n]], round) != round);
    }
  }
}

RC_GTEST_PROP(WalkProperty, EverybodyCanWin, ()) {
  const Player k = *rc::gen::inRange<Player>(1, 2001);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 30);
  const Player wins = *rc::gen::inRange<Player>(0, k);
  // Whoever wins every game of its own is the champion, whatever the others do.
  const Played played =
      play(error_correcting(k, m), [&](std::uint32_t n, Player left, Player right) {
        if (left == wins) return Side::kLeft;
        if (right == wins) return Side::kRight;
        return answer(k, n);
      });
  RC_ASSERT(played.champion == wins);
}

RC_GTEST_PROP(WalkProperty, AnybodyElseHasLostAtLeastAsOftenAsThereAreEliminations, ()) {
  const Player k = *rc::gen::inRange<Player>(2, 2001);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 30);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const Schedule schedule = error_correcting(k, m);
  const Played played =
      play(schedule, [&](std::uint32_t n, Player, Player) { return answer(seed, n); });
  const std::vector<std::uint64_t> lost = games_lost(schedule, played);
  for (Player p = 0; p < k; ++p) RC_ASSERT(p == played.champion || lost[p] >= m);
}

}  // namespace
}  // namespace ect::tournament
