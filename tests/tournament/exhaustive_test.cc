// Every pattern of answers of every tournament of up to 22 matches: some 26 million tournaments.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "ect/walk.h"
#include "tests/helpers/courses.h"
#include "tests/helpers/patterns.h"

namespace ect::tournament {
namespace {

void check_every_pattern(const Schedule& schedule) {
  const std::uint32_t m = schedule.eliminations();
  std::vector<bool> reached(schedule.players(), false);
  std::vector<Match> matches;
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) matches.push_back(schedule.match(n));
  std::vector<std::uint32_t> lost(schedule.players());
  for_every_pattern(schedule, [&](std::uint32_t pattern) {
    std::fill(lost.begin(), lost.end(), 0U);
    std::uint32_t round = 0;
    std::uint32_t busy = 0;  // a bit for each player of the round
    bool twice = false;
    const Played played = play(schedule, [&](std::uint32_t n, Player left, Player right) {
      const Side side = side_of(pattern, n);
      if (left != right) {
        lost[side == Side::kLeft ? right : left] +=
            side == Side::kLeft ? matches[n].left_needs : matches[n].right_needs;
      }
      if (n < schedule.first_phase_matches()) {
        if (matches[n].round != round) busy = 0;
        round = matches[n].round;
        const std::uint32_t both = 1U << left | 1U << right;
        twice = twice || (busy & both) != 0 || left == right;
        busy |= both;
      }
      return side;
    });
    ASSERT_FALSE(twice) << "somebody plays twice in a round, pattern " << pattern;
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
}

TEST(Exhaustive, EveryTournamentOfUpTo22Matches) { for_schedules_up_to(22, check_every_pattern); }

TEST(Exhaustive, EveryTournamentOfUpTo17MatchesOnOtherTrees) {
  for_schedules_up_to(17, check_every_pattern, &Seeding::ranked);
  for_schedules_up_to(17, check_every_pattern, &ladder);
}

TEST(Exhaustive, EveryCourseOfTournamentsOfUpTo22Matches) { try_every_course_up_to(22); }

}  // namespace
}  // namespace ect::tournament
