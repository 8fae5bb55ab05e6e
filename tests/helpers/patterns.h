#ifndef ECT_TESTS_PATTERNS_H_
#define ECT_TESTS_PATTERNS_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "ect/schedule.h"
#include "ect/walk.h"

// Exhaustive checks of small tournaments: every size, every pattern of answers.
namespace ect {

// Every schedule of at most `matches` matches; (k-1)m + (m-1) = km - 1 of them. `seeding` makes the
// first bracket of k players.
template <class Check, class MakeSeeding = Seeding (*)(Player)>
void for_schedules_up_to(std::uint32_t matches, Check check,
                         MakeSeeding seeding = &Seeding::listed) {
  for (Player k = 1; k <= matches + 1; ++k) {
    for (std::uint32_t m = 1; k * m <= matches + 1; ++m) {
      SCOPED_TRACE(testing::Message() << k << " players, " << m << " eliminations");
      check(error_correcting(seeding(k), m));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

// The most uneven tree: each player meets the winner of all before it.
inline Seeding ladder(Player players) {
  std::vector<Seeding::Meeting> meetings;
  for (Player p = 1; p < players; ++p) meetings.push_back({p, p == 1 ? 0 : players + p - 2});
  return Seeding::tree(players, meetings);
}

inline Side side_of(std::uint32_t pattern, std::uint32_t match) {
  return (pattern >> match & 1) != 0 ? Side::kRight : Side::kLeft;
}

// A bit of the pattern for each match.
template <class Check>
void for_every_pattern(const Schedule& schedule, Check check) {
  for (std::uint32_t pattern = 0; pattern < 1U << schedule.matches(); ++pattern) {
    check(pattern);
    if (testing::Test::HasFatalFailure()) return;
  }
}

// Games that each player has lost when every match is as short as can be: in the finals the loser
// has lost as many as its charge, which is what the other side needs.
inline std::vector<std::uint64_t> games_lost(const Schedule& schedule, const Played& played) {
  std::vector<std::uint64_t> lost(schedule.players(), 0);
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
    if (played.winners[n] == played.losers[n]) continue;
    const Match match = schedule.match(n);
    const bool left_won = played.player(match.left) == played.winners[n];
    lost[played.losers[n]] += left_won ? match.left_needs : match.right_needs;
  }
  return lost;
}

// Margins that answer by the pattern.
inline std::vector<float> margins_of(const Schedule& schedule, std::uint32_t pattern) {
  std::vector<float> margins(schedule.matches());
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
    margins[n] = side_of(pattern, n) == Side::kRight ? 1.0F : -1.0F;
  }
  return margins;
}

}  // namespace ect

#endif  // ECT_TESTS_PATTERNS_H_
