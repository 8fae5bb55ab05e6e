// All formats: rounds, games, guarantees and names.
#include "ect/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "ect/count.h"
#include "ect/error.h"
#include "ect/random.h"
#include "ect/referee.h"

namespace ect::tournament {
namespace {

const std::vector<std::string> kFormats = {
    "single", "best-of-3", "elimination:2", "elimination:3", "ect:1",         "ect:2",
    "ect:5",  "swiss:3",   "round-robin",   "independent:3", "independent:4", "ect:5:majority"};

// Every format in every small size that it allows.
template <class Check>
void for_formats(Player most_players, Check check) {
  for (Player k = 1; k <= most_players; ++k) {
    for (const std::string& name : kFormats) {
      if (name == "elimination:3" && k < 3) continue;
      if (name == "elimination:2" && k < 2) continue;
      if (name == "swiss:3" && k > 1 && k < 3) continue;
      SCOPED_TRACE(testing::Message() << name << ", " << k << " players");
      check(name, *make_format(name, k));
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

Ranks random_ranks(Player players, Random& random) {
  Ranks ranks(players);
  std::iota(ranks.begin(), ranks.end(), Player{0});
  random.shuffle(std::span(ranks));
  return ranks;
}

TEST(Format, NobodyPlaysTwiceInARoundAndRoundsAreBounded) {
  Random random(1);
  for_formats(20, [&](const std::string&, const Format& format) {
    const Ranks ranks = random_ranks(format.players(), random);
    const Referee referee = coin_flips(ranks, 0.4, random);
    const auto play = format.start();
    std::uint64_t rounds = 0;
    std::vector<Player> winners;
    for (auto round = play->next_round(); !round.empty(); round = play->next_round(), ++rounds) {
      std::set<Player> busy;
      winners.clear();
      for (const Pairing& game : round) {
        ASSERT_TRUE(busy.insert(game.first).second);
        ASSERT_TRUE(busy.insert(game.second).second);
        ASSERT_LT(std::max(game.first, game.second), format.players());
        winners.push_back(referee(game));
      }
      play->finish_round(winners);
    }
    ASSERT_LE(rounds, format.most_rounds());
    ASSERT_LT(play->champion(), format.players());
  });
}

TEST(Format, APerfectRefereeCrownsTheBest) {
  Random random(2);
  for_formats(33, [&](const std::string& name, const Format& format) {
    if (name == "swiss:3" && format.players() > 8) return;  // too few rounds to be sure
    const Ranks ranks = random_ranks(format.players(), random);
    ASSERT_EQ(run(format, perfect(ranks)).champion, best_of(ranks));
  });
}

TEST(Format, ACloneGoesItsOwnWay) {
  for_formats(9, [](const std::string&, const Format& format) {
    const std::unique_ptr<FormatPlay> play = format.start();
    const std::unique_ptr<FormatPlay> clone = play->clone();
    const std::vector<Pairing> first_round = play->next_round();
    run(*play, [](const Pairing& game) { return game.first; });
    ASSERT_EQ(clone->next_round(), first_round);  // the other has played, this one has not
    const auto again = clone->clone();
    const auto lower = [](const Pairing& game) { return std::min(game.first, game.second); };
    ASSERT_EQ(run(*clone, lower).champion, run(*again, lower).champion);
  });
}

TEST(Format, ErrorCorrectingTournamentsNeverTakeMoreThanTheirMostRounds) {
  Random random(6);
  for (const char* name : {"ect:8", "ect:12", "ect:15", "ect:16", "ect:25", "ect:8:majority",
                           "ect:12:majority", "ect:25:majority"}) {
    for (Player k = 2; k <= 12; ++k) {
      const auto format = make_format(name, k);
      for (int trial = 0; trial < 300; ++trial) {
        const Course course = run(*format, [&](const Pairing& game) {
          return random.chance(0.5) ? game.first : game.second;
        });
        ASSERT_LE(course.rounds, format->most_rounds()) << name << ' ' << k;
      }
    }
  }
}

TEST(Format, RoundRobinLetsEverybodyMeetOnce) {
  for (Player k = 1; k <= 12; ++k) {
    const auto format = make_format("round-robin", k);
    std::map<std::pair<Player, Player>, int> met;
    const Course course = run(*format, [&](const Pairing& game) {
      ++met[std::minmax(game.first, game.second)];
      return game.first;
    });
    EXPECT_EQ(course.games, k * (k - 1) / 2);
    EXPECT_EQ(met.size(), course.games);
    EXPECT_EQ(course.rounds, k == 1 ? 0 : k - 1 + k % 2);
  }
}

TEST(Format, RoundRobinBreaksTiesByThoseWhoWereBeaten) {
  // 0 beats 1 and 2, 3 beats 0 and 1: two wins each, but 3 has beaten a player who won twice.
  const std::set<std::pair<Player, Player>> wins{{0, 1}, {0, 2}, {3, 0}, {3, 1}, {1, 2}, {2, 3}};
  const auto format = make_format("round-robin", 4);
  const Course course = run(*format, [&](const Pairing& game) {
    return wins.contains({game.first, game.second}) ? game.first : game.second;
  });
  EXPECT_EQ(course.champion, 3U);
}

TEST(Format, SwissHasNoRematchForUpToHalfAsManyRoundsAsPlayers) {
  Random random(4);
  for (const auto& [k, rounds] : {std::pair(8U, 4U), {9U, 4U}, {12U, 6U}, {31U, 12U}, {64U, 20U}}) {
    const auto format = make_format("swiss:" + std::to_string(rounds), k);
    for (int trial = 0; trial < 100; ++trial) {
      std::set<std::pair<Player, Player>> met;
      std::vector<std::uint32_t> games(k, 0);
      const Course course = run(*format, [&](const Pairing& game) {
        EXPECT_TRUE(met.insert(std::minmax(game.first, game.second)).second);
        ++games[game.first];
        ++games[game.second];
        return random.chance(0.5) ? game.first : game.second;
      });
      ASSERT_EQ(course.rounds, rounds);
      for (const std::uint32_t count : games) ASSERT_GE(count, rounds - k % 2);  // one bye at most
    }
  }
}

TEST(Format, BracketedEliminationTakesTheRoundsThatAreCounted) {
  EXPECT_EQ(make_format("elimination:3", 8)->importance_depth(), 12U);
  EXPECT_EQ(make_format("ect:3", 8)->importance_depth(), 10U);
  // The longest course of a small one is really reached.
  const auto format = make_format("elimination:2", 4);
  std::uint64_t longest = 0;
  for (std::uint32_t pattern = 0; pattern < 1U << 8; ++pattern) {
    std::uint32_t n = 0;
    const Course course = run(*format, [&](const Pairing& game) {
      return (pattern >> n++ & 1) != 0 ? game.first : game.second;
    });
    longest = std::max(longest, course.rounds);
  }
  EXPECT_EQ(longest, format->most_rounds());
}

TEST(Format, BracketedEliminationEndsWhenAllOthersHaveLostEnough) {
  Random random(5);
  for (Player k = 3; k <= 20; ++k) {
    for (int trial = 0; trial < 50; ++trial) {
      const auto format = make_format("elimination:3", k);
      std::vector<std::uint32_t> losses(k, 0);
      const Course course = run(*format, [&](const Pairing& game) {
        const bool first = random.chance(0.5);
        ++losses[first ? game.second : game.first];
        return first ? game.first : game.second;
      });
      for (Player p = 0; p < k; ++p) EXPECT_EQ(losses[p] >= 3, p != course.champion);
    }
  }
}

TEST(Format, RefusesUnknownNamesAndSizes) {
  for (const char* name : {"",
                           "foo",
                           "ect",
                           "ect:",
                           "ect:0",
                           "ect:x",
                           "ect:-1",
                           "best-of-4",
                           "best-of-0",
                           "swiss:0",
                           "elimination:9",
                           "swiss:9",
                           "single:2",
                           "ect:2 ",
                           "ect:99999999999",
                           "ect:2:majorit",
                           "ect:majority",
                           "ect::majority",
                           "single:majority",
                           "elimination:2:majority",
                           "independent:0",
                           "independent:"}) {
    EXPECT_THROW(make_format(name, 8), Error) << name;
  }
  for (const std::string& name : kFormats) EXPECT_THROW(make_format(name, 0), Error) << name;
  EXPECT_THROW(make_format("round-robin", 1U << 20), Error);
  for (const std::string& name : kFormats) EXPECT_THROW(make_format(name, 1U << 30), Error) << name;
}

}  // namespace
}  // namespace ect::tournament
