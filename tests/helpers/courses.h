#ifndef ECT_TESTS_COURSES_H_
#define ECT_TESTS_COURSES_H_

#include <gtest/gtest.h>

#include <set>

#include "ect/tournament.h"
#include "tests/helpers/patterns.h"

// Every course of results that a pausable tournament can take.
namespace ect {

inline void expect_nobody_plays_twice(const Tournament& tournament) {
  std::set<Player> busy;
  for (const Game& game : tournament.playable()) {
    ASSERT_NE(game.left, game.right);
    ASSERT_TRUE(busy.insert(game.left).second);
    ASSERT_TRUE(busy.insert(game.right).second);
  }
}

inline void expect_finished_well(const Tournament& tournament) {
  const std::uint32_t m = tournament.schedule().eliminations();
  ASSERT_TRUE(tournament.champion());
  for (Player p = 0; p < tournament.schedule().players(); ++p) {
    ASSERT_TRUE(p == *tournament.champion() || tournament.losses(p) >= m);
  }
  if (tournament.schedule().players() > 1) {
    ASSERT_GE(tournament.overturned_by(), m);
  }
}

// Depth first, with record and undo; undo must restore the state exactly.
inline void try_every_course(Tournament& tournament, std::set<Player>& champions) {
  expect_nobody_plays_twice(tournament);
  if (tournament.over()) {
    expect_finished_well(tournament);
    champions.insert(*tournament.champion());
    return;
  }
  ASSERT_FALSE(tournament.champion());
  const Tournament before = tournament;
  const std::uint32_t match = tournament.playable().front().match;
  for (const Side side : {Side::kLeft, Side::kRight}) {
    tournament.record(match, side);
    try_every_course(tournament, champions);
    if (testing::Test::HasFatalFailure()) return;
    tournament.undo(match);
    ASSERT_EQ(tournament, before);
  }
}

inline void try_every_course_up_to(std::uint32_t matches) {
  for_schedules_up_to(matches, [](const Schedule& schedule) {
    Tournament tournament(schedule);
    std::set<Player> champions;
    try_every_course(tournament, champions);
    ASSERT_EQ(champions.size(), schedule.players());  // everybody can win
  });
}

}  // namespace ect

#endif  // ECT_TESTS_COURSES_H_
