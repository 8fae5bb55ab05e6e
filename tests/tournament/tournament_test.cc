// Tournaments game by game: every course of results of small ones.
#include "ect/tournament.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "tests/helpers/courses.h"
#include "tests/helpers/patterns.h"
#include "tournament/draw_finals.h"

namespace ect::tournament {
namespace {

TEST(Tournament, EveryCourseOfResultsOfSmallTournaments) { try_every_course_up_to(10); }

// Plays whole rounds at random; calls `after` with the number of rounds.
template <class After>
void play_at_random(Tournament& tournament, Random& random, After after) {
  std::uint64_t rounds = 0;
  while (!tournament.over()) {
    for (const Game& game : tournament.playable()) {
      tournament.record(game.match, random.chance(0.5) ? Side::kLeft : Side::kRight);
    }
    after(++rounds);
  }
}

RC_GTEST_PROP(TournamentProperty, KeepsItsPromisesAtRandom, ()) {
  const Player k = *rc::gen::inRange<Player>(1, 2001);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 20);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Tournament tournament(error_correcting(Seeding::random(k, random.next()), m));
  play_at_random(tournament, random, [&](std::uint64_t) {
    std::set<Player> busy;
    for (const Game& game : tournament.playable()) {
      RC_ASSERT(busy.insert(game.left).second);
      RC_ASSERT(busy.insert(game.right).second);
    }
  });
  for (Player p = 0; p < k; ++p) {
    RC_ASSERT(p == *tournament.champion() || tournament.losses(p) >= m);
  }
}

RC_GTEST_PROP(TournamentProperty, UndoAfterRecordRestoresTheState, ()) {
  const Player k = *rc::gen::inRange<Player>(2, 2001);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 9);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  Tournament tournament(error_correcting(k, m));
  while (!tournament.over()) {
    const std::vector<Game> games = tournament.playable();
    const Game& game = games[random.below(games.size())];
    // Every game of small tournaments, some of large ones.
    if (k > 30 && random.below(k) > 2) {
      tournament.record(game.match, random.chance(0.5) ? Side::kLeft : Side::kRight);
      continue;
    }
    const Tournament before = tournament;
    tournament.record(game.match, random.chance(0.5) ? Side::kLeft : Side::kRight);
    const Tournament after = tournament;
    tournament.undo(game.match);
    RC_ASSERT(tournament == before);
    tournament = after;
  }
}

// Undoing an early game takes back all that depended on it: the same as replaying the rest.
RC_GTEST_PROP(TournamentProperty, UndoTakesBackExactlyWhatDependedOnAGame, ()) {
  const Player k = *rc::gen::inRange<Player>(2, 30);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 6);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  const auto schedule = std::make_shared<const Schedule>(error_correcting(k, m));
  Tournament tournament(schedule);
  const std::uint64_t games = random.below(std::uint64_t{k} * m);
  for (std::uint64_t i = 0; i <= games && !tournament.over(); ++i) {
    const std::vector<Game> ready = tournament.playable();
    tournament.record(ready[random.below(ready.size())].match,
                      random.chance(0.5) ? Side::kLeft : Side::kRight);
  }
  const auto history = tournament.history();
  const std::uint32_t undone = history[random.below(history.size())].match;
  tournament.undo(undone);
  Tournament replayed(schedule);
  for (const Result& result : tournament.history()) replayed.record(result.match, result.winner);
  RC_ASSERT(tournament == replayed);
}

RC_GTEST_PROP(TournamentProperty, ChampionDoesNotDependOnTheOrderOfRecording, ()) {
  const Player k = *rc::gen::inRange<Player>(2, 60);
  const std::uint32_t m = *rc::gen::inRange<std::uint32_t>(1, 8);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const auto schedule = std::make_shared<const Schedule>(error_correcting(k, m));
  // A result that depends on the match and its score alone.
  const auto result = [&](const Game& game) {
    return Random(seed, game.match * 64ULL + game.left_wins * 8ULL + game.right_wins).chance(0.5)
               ? Side::kLeft
               : Side::kRight;
  };
  Tournament in_order(schedule);
  while (!in_order.over()) {
    const Game game = in_order.playable().front();
    in_order.record(game.match, result(game));
  }
  Tournament shuffled(schedule);
  Random random(seed);
  while (!shuffled.over()) {
    const std::vector<Game> games = shuffled.playable();
    const Game& game = games[random.below(games.size())];
    shuffled.record(game.match, result(game));
  }
  RC_ASSERT(in_order.champion() == shuffled.champion());
}

TEST(Tournament, OnePlayerIsChampionAtOnce) {
  for (const std::uint32_t m : {1U, 2U, 5U}) {
    const Tournament tournament(error_correcting(1, m));
    EXPECT_TRUE(tournament.over());
    EXPECT_EQ(tournament.champion(), 0U);
  }
}

TEST(Tournament, BestOfFiveNeedsThreeGames) {
  Tournament tournament(single_elimination(2, 3));
  for (const Side side : {Side::kLeft, Side::kRight, Side::kRight, Side::kLeft}) {
    tournament.record(0, side);
    EXPECT_FALSE(tournament.over());
  }
  tournament.record(0, Side::kRight);
  EXPECT_EQ(tournament.champion(), 1U);
  EXPECT_EQ(tournament.overturned_by(), 3U);
  tournament.undo(0);  // the last game, not just any
  EXPECT_EQ(tournament.playable().front().right_wins, 2U);
  EXPECT_EQ(tournament.playable().front().left_wins, 2U);
}

TEST(Tournament, CountsTheWrongResultsStillTolerated) {
  Tournament tournament(error_correcting(2, 3));
  EXPECT_EQ(tournament.still_tolerated(), 2U);
  EXPECT_EQ(tournament.overturned_by(), 0U);
  tournament.record(0, Side::kLeft);            // 0 beats 1
  EXPECT_EQ(tournament.still_tolerated(), 2U);  // 0 may be the best: nothing was wrong so far
  EXPECT_EQ(tournament.overturned_by(), 1U);
  tournament.record(1, Side::kRight);  // 1 beats 0: one of the two results is wrong
  EXPECT_EQ(tournament.still_tolerated(), 1U);
  EXPECT_EQ(tournament.overturned_by(), 1U);
}

TEST(Tournament, RefusesWhatCannotBePlayedOrUndone) {
  Tournament tournament(error_correcting(4, 2));
  const Tournament before = tournament;
  EXPECT_THROW(tournament.record(2, Side::kLeft), Error);    // its players are not known yet
  EXPECT_THROW(tournament.record(999, Side::kLeft), Error);  // no such match
  EXPECT_THROW(tournament.undo(0), Error);
  EXPECT_THROW(tournament.undo(999), Error);
  EXPECT_EQ(tournament, before);
  tournament.record(0, Side::kLeft);
  EXPECT_THROW(tournament.record(0, Side::kLeft), Error);
}

// The least depth over all trees, by trying every split of every set.
std::uint64_t least_depth(const std::vector<std::uint32_t>& charges) {
  if (charges.size() < 2) return 0;
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t set = 1; set + 1 < 1U << charges.size(); ++set) {
    std::vector<std::uint32_t> sides[2];
    for (std::size_t i = 0; i < charges.size(); ++i) sides[set >> i & 1].push_back(charges[i]);
    const std::uint64_t weight = std::max(std::accumulate(sides[0].begin(), sides[0].end(), 0U),
                                          std::accumulate(sides[1].begin(), sides[1].end(), 0U));
    least = std::min(least, weight + std::max(least_depth(sides[0]), least_depth(sides[1])));
  }
  return least;
}

TEST(DrawFinals, HaveTheLeastImportanceDepth) {
  // Every multiset of charges that sums to at most 8.
  const auto check = [](auto self, std::vector<std::uint32_t>& charges,
                        std::uint32_t left) -> void {
    if (!charges.empty()) {
      const DrawnFinals drawn = draw_finals(charges);
      ASSERT_EQ(drawn.meetings.size(), charges.size() - 1);
      ASSERT_EQ(drawn.importance_depth, least_depth(charges));
    }
    for (std::uint32_t next = charges.empty() ? left : std::min(left, charges.back()); next > 0;
         --next) {
      charges.push_back(next);
      self(self, charges, left - next);
      charges.pop_back();
    }
  };
  std::vector<std::uint32_t> charges;
  check(check, charges, 7);
  EXPECT_EQ(draw_finals(std::vector<std::uint32_t>{3, 3, 2}).importance_depth, 8U);
}

TEST(DrawFinals, NeverTakeMoreGamesThanPromised) {
  Random random(7);
  for (std::uint32_t titles = 2; titles <= 60; ++titles) {
    for (int trial = 0; trial < 40; ++trial) {
      const std::uint32_t players = 2 + static_cast<std::uint32_t>(random.below(9));
      std::vector<std::uint32_t> held(players, 0);
      for (std::uint32_t t = 0; t < titles; ++t) ++held[random.below(players)];
      std::erase(held, 0U);
      const DrawnFinals drawn = draw_finals(held);
      ASSERT_LE(drawn.importance_depth, 2 * titles);
      ASSERT_LE(drawn.most_games, most_finals_games(titles, players));
    }
  }
  EXPECT_EQ(most_finals_games(8, 8), 11U);
  EXPECT_EQ(most_finals_games(8, 1), 0U);
  EXPECT_EQ(most_finals_games(1, 5), 0U);
}

TEST(DrawFinals, AreBalancedForManyHolders) {
  const std::vector<std::uint32_t> charges(64, 1);
  const DrawnFinals drawn = draw_finals(charges);
  EXPECT_EQ(drawn.meetings.size(), 63U);
  EXPECT_EQ(drawn.importance_depth, 63U);  // as the fixed finals: 32 + 16 + 8 + 4 + 2 + 1
}

}  // namespace
}  // namespace ect::tournament
