// Every pattern of answers of every tournament of up to 22 matches: some 26 million tournaments.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ect/walk.h"
#include "tests/patterns.h"

namespace ect {
namespace {

TEST(Exhaustive, EveryTournamentOfUpTo22Matches) {
  for_schedules_up_to(22, [](const Schedule& schedule) {
    const std::uint32_t m = schedule.eliminations();
    std::vector<bool> reached(schedule.players(), false);
    // Weights of a loss, once for all patterns: {left loses, right loses}.
    std::vector<std::pair<std::uint32_t, std::uint32_t>> weights;
    for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
      weights.emplace_back(schedule.match(n).right_needs, schedule.match(n).left_needs);
    }
    std::vector<std::uint32_t> lost(schedule.players());
    for_every_pattern(schedule, [&](std::uint32_t pattern) {
      std::fill(lost.begin(), lost.end(), 0U);
      const Played played = play(schedule, [&](std::uint32_t n, Player left, Player right) {
        const Side side = side_of(pattern, n);
        if (left != right) {
          lost[side == Side::kLeft ? right : left] +=
              side == Side::kLeft ? weights[n].second : weights[n].first;
        }
        return side;
      });
      // The two walks agree.
      ASSERT_EQ(descend(schedule, [&](std::uint32_t n) { return side_of(pattern, n); }),
                played.champion);
      // Unseating a player who is the best takes at least m turned games.
      for (Player p = 0; p < schedule.players(); ++p) {
        ASSERT_TRUE(p == played.champion || lost[p] >= m) << "pattern " << pattern;
      }
      reached[played.champion] = true;
    });
    // Every player can win.
    ASSERT_TRUE(std::all_of(reached.begin(), reached.end(), [](bool yes) { return yes; }));
  });
}

}  // namespace
}  // namespace ect
