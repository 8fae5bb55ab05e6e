// Schedules: their invariants, for all small sizes and kinds of seeding.
#include "ect/schedule.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "ect/walk.h"

namespace ect::tournament {
namespace {

// All schedules of the small sizes, by every kind of seeding.
template <class Check>
void for_small_schedules(Player most_players, std::uint32_t most_eliminations, Check check) {
  for (Player k = 1; k <= most_players; ++k) {
    for (const Seeding& seeding : {Seeding::listed(k), Seeding::random(k, k), Seeding::ranked(k)}) {
      for (std::uint32_t m = 1; m <= most_eliminations; ++m) {
        SCOPED_TRACE(testing::Message() << k << " players, " << m << " eliminations");
        check(error_correcting(seeding, m));
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(Schedule, HasTheMatchesOfItsBracketsAndFinals) {
  for_small_schedules(40, 12, [](const Schedule& schedule) {
    const std::uint32_t k = schedule.players();
    const std::uint32_t m = schedule.eliminations();
    ASSERT_EQ(schedule.matches(), (k - 1) * m + (m - 1));
    std::map<std::uint32_t, std::uint32_t> count;
    for (std::uint32_t n = 0; n < schedule.matches(); ++n) ++count[schedule.match(n).bracket];
    for (std::uint32_t b = 1; b <= m; ++b) ASSERT_EQ(count[b], k - 1);
    ASSERT_EQ(count[m + 1], m - 1);
  });
}

TEST(Schedule, MatchesReferOnlyToEarlierRoundsAndAreNumberedByRoundAndBracket) {
  for_small_schedules(40, 12, [](const Schedule& schedule) {
    std::pair<std::uint32_t, std::uint32_t> before{0, 0};
    for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
      const Match match = schedule.match(n);
      ASSERT_GE(std::pair(match.round, match.bracket), before);
      before = {match.round, match.bracket};
      ASSERT_GE(n, schedule.round(match.round).first);
      ASSERT_LT(n, schedule.round(match.round).last);
      for (const Entrant& entrant : {match.left, match.right}) {
        if (entrant.from == From::kPlayer) {
          ASSERT_LT(entrant.index, schedule.players());
        } else {
          ASSERT_LT(schedule.match(entrant.index).round, match.round);
        }
      }
    }
    if (schedule.matches() > 0) {
      ASSERT_EQ(schedule.round(schedule.rounds()).last, schedule.matches());
    }
  });
}

TEST(Schedule, ForwardEdgesAreTheEntrantsReversed) {
  for_small_schedules(30, 10, [](const Schedule& schedule) {
    const auto arrives = [&](const std::optional<Place>& place, Entrant entrant) {
      return place && schedule.entrant(*place) == entrant;
    };
    std::uint32_t edges = 0;
    for (Player p = 0; p < schedule.players(); ++p) {
      if (schedule.players() == 1) break;
      ASSERT_TRUE(arrives(schedule.player_starts(p), {From::kPlayer, p}));
      ++edges;
    }
    for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
      if (schedule.winner_goes(n)) {
        ASSERT_TRUE(arrives(schedule.winner_goes(n), {From::kWinnerOf, n}));
        ++edges;
      }
      if (schedule.loser_goes(n)) {
        ASSERT_TRUE(arrives(schedule.loser_goes(n), {From::kLoserOf, n}));
        ++edges;
      }
    }
    for (std::uint32_t b = 1; b <= schedule.eliminations(); ++b) {
      if (schedule.title_goes(b)) {
        ASSERT_TRUE(arrives(schedule.title_goes(b), schedule.title(b)));
        ++edges;
      }
    }
    ASSERT_EQ(edges, 2 * schedule.matches());  // every side of every match, once
  });
}

TEST(Schedule, WinnerAndLoserOfABracketFinalEnterTheNextBracket) {
  for_small_schedules(30, 8, [](const Schedule& schedule) {
    if (schedule.players() == 1) return;
    for (std::uint32_t b = 1; b <= schedule.eliminations(); ++b) {
      const Entrant title = schedule.title(b);
      ASSERT_EQ(title.from, From::kWinnerOf);
      ASSERT_TRUE(schedule.is_bracket_final(title.index));
      ASSERT_EQ(schedule.bracket(title.index), b);
      const auto winner = schedule.winner_goes(title.index);
      const auto loser = schedule.loser_goes(title.index);
      if (b == schedule.eliminations()) {
        ASSERT_FALSE(loser);
      } else {
        ASSERT_EQ(schedule.bracket(winner->match), b + 1);
        ASSERT_EQ(schedule.bracket(loser->match), b + 1);
      }
    }
  });
}

TEST(Schedule, LosersEnterTheNextBracketAndAreOutAfterTheLast) {
  for_small_schedules(30, 8, [](const Schedule& schedule) {
    for (std::uint32_t n = 0; n < schedule.first_phase_matches(); ++n) {
      const std::uint32_t b = schedule.bracket(n);
      const auto loser = schedule.loser_goes(n);
      ASSERT_EQ(loser.has_value(), b < schedule.eliminations());
      if (loser) {
        ASSERT_EQ(schedule.bracket(loser->match), b + 1);
      }
    }
    for (std::uint32_t n = schedule.first_phase_matches(); n < schedule.matches(); ++n) {
      ASSERT_FALSE(schedule.loser_goes(n));
    }
  });
}

TEST(Schedule, FinalsAreSplitInBalancedHalvesWithTheirCharges) {
  const Schedule schedule = error_correcting(8, 5);
  const std::uint32_t first = schedule.first_phase_matches();
  // {1 2 3} {4 5}: 1-2 and 4-5, then (1 2)-3, then the champion.
  const auto needs = [&](std::uint32_t i) {
    return std::pair(schedule.match(first + i).left_needs, schedule.match(first + i).right_needs);
  };
  EXPECT_EQ(needs(0), std::pair(1U, 1U));
  EXPECT_EQ(needs(1), std::pair(1U, 1U));
  EXPECT_EQ(needs(2), std::pair(1U, 2U));
  EXPECT_EQ(needs(3), std::pair(2U, 3U));
  EXPECT_EQ(schedule.match(first + 3).weight(), 3U);
  EXPECT_EQ(schedule.champion(), (Entrant{From::kWinnerOf, first + 3}));
}

TEST(Schedule, PlayersOfABracketFinalDoNotMeetAgainAtOnceUnlessAlone) {
  for_small_schedules(40, 8, [](const Schedule& schedule) {
    for (std::uint32_t n = 0; n < schedule.first_phase_matches(); ++n) {
      if (!schedule.is_bracket_final(n) || !schedule.loser_goes(n)) continue;
      const Place winner = *schedule.winner_goes(n);
      const Place loser = *schedule.loser_goes(n);
      if (winner.match == loser.match) {
        // They are the only two left in that bracket: it is its final.
        ASSERT_TRUE(schedule.is_bracket_final(winner.match));
      }
    }
  });
}

TEST(Schedule, NobodyPlaysTwiceInARoundOfTheFirstPhase) {
  Random random(3);
  for_small_schedules(24, 6, [&](const Schedule& schedule) {
    for (int pattern = 0; pattern < 20; ++pattern) {
      const Played played = play(schedule, [&](std::uint32_t, Player, Player) {
        return random.chance(0.5) ? Side::kLeft : Side::kRight;
      });
      for (std::uint32_t round = 1; round <= schedule.first_phase_rounds(); ++round) {
        std::set<Player> busy;
        const Schedule::Range matches = schedule.round(round);
        for (std::uint32_t n = matches.first; n < matches.last; ++n) {
          ASSERT_TRUE(busy.insert(played.winners[n]).second);
          ASSERT_TRUE(busy.insert(played.losers[n]).second);
        }
      }
    }
  });
}

TEST(Schedule, TakesSixteenBytesAMatchAndATableOfRanges) {
  for (const auto& [k, m] :
       {std::pair(2U, 50U), {3U, 9U}, {1000U, 1U}, {1000U, 2U}, {5000U, 20U}}) {
    const Schedule schedule = error_correcting(k, m);
    std::size_t ranges = 0;
    std::pair<std::uint32_t, std::uint32_t> before{0, 0};
    for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
      const Match match = schedule.match(n);
      const std::pair now{match.round, match.bracket};
      if (now != before) ++ranges;
      before = now;
    }
    const std::size_t tables =
        16 * ranges + 20 * std::size_t{m} + 4 * std::size_t{schedule.rounds()} + 8;
    EXPECT_LE(schedule.bytes(), 16 * std::size_t{schedule.matches()} + tables);
  }
}

TEST(Schedule, SingleEliminationIsOneBracket) {
  const Schedule schedule = single_elimination(13, 3);
  EXPECT_EQ(schedule.matches(), 12U);
  EXPECT_EQ(schedule.rounds(), 4U);
  EXPECT_EQ(schedule.match(5).left_needs, 3U);
  EXPECT_EQ(schedule.champion(), (Entrant{From::kWinnerOf, 11}));
}

TEST(Schedule, RefusesNothingToPlayAndTooMuch) {
  EXPECT_THROW(error_correcting(0, 1), Error);
  EXPECT_THROW(error_correcting(5, 0), Error);
  EXPECT_THROW(single_elimination(5, 0), Error);
  EXPECT_THROW(error_correcting((1U << 20) + 1, 1024), Error);
  EXPECT_THROW(error_correcting(2, 0xffffffff), Error);
}

}  // namespace
}  // namespace ect::tournament
