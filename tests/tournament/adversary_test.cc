// Adversaries: the exact search against the formula, and budgets.
#include "ect/adversary.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "ect/count.h"
#include "ect/random.h"

namespace ect::tournament {
namespace {

Ranks in_order(Player players) {
  Ranks ranks(players);
  std::iota(ranks.begin(), ranks.end(), Player{0});
  return ranks;
}

bool unseats(const Format& format, const Ranks& ranks, const Plan& plan) {
  return run(format, turning(ranks, plan)).champion != best_of(ranks);
}

TEST(Adversary, TheExactWorstNeedsAsManyGamesAsTheFormula) {
  for (const auto& [name, most] : {std::pair("single", 9U),
                                   {"best-of-3", 5U},
                                   {"best-of-5", 4U},
                                   {"ect:1", 9U},
                                   {"ect:2", 7U},
                                   {"ect:3", 5U},
                                   {"ect:4", 4U},
                                   {"ect:3:majority", 4U},
                                   {"independent:3", 5U},
                                   {"elimination:2", 7U},
                                   {"elimination:3", 5U},
                                   {"round-robin", 7U}}) {
    for (Player k = 2; k <= most; ++k) {
      if (std::string(name) == "elimination:3" && k == 2) continue;
      SCOPED_TRACE(testing::Message() << name << ", " << k << " players");
      const auto format = make_format(name, k);
      Random random(k);
      for (int draw = 0; draw < 3; ++draw) {
        Ranks ranks = in_order(k);
        random.shuffle(std::span(ranks));
        const auto plan = fewest_turned_games(*format, ranks, 6);
        ASSERT_TRUE(plan);
        EXPECT_EQ(plan->size(), *format->games_to_unseat());
        EXPECT_TRUE(unseats(*format, ranks, *plan));
      }
    }
  }
}

// The paper's introduction says of bracketed m-elimination that "an adversary need control only two
// matches". Of games it takes m, in every order of the players; fewer do in none.
TEST(Adversary, BracketedEliminationFallsToMGamesAndNotToTwo) {
  for (const auto& [k, m] :
       {std::pair(2U, 2U), {3U, 2U}, {3U, 3U}, {4U, 2U}, {4U, 3U}, {4U, 4U}, {5U, 2U}, {5U, 3U}}) {
    const auto format = make_format("elimination:" + std::to_string(m), k);
    Ranks ranks = in_order(k);
    do {
      ASSERT_FALSE(fewest_turned_games(*format, ranks, m - 1)) << k << ' ' << m;
      ASSERT_TRUE(fewest_turned_games(*format, ranks, m)) << k << ' ' << m;
    } while (std::next_permutation(ranks.begin(), ranks.end()));
  }
}

// The second best wins its first game against the best, and all of the finals.
std::vector<std::uint64_t> turned_in_each_phase(FormatPlay& play, std::uint64_t first_phase) {
  std::vector<std::uint64_t> turned(2);
  std::vector<Player> winners;
  std::uint64_t round_number = 0;
  for (auto round = play.next_round(); !round.empty(); round = play.next_round()) {
    ++round_number;
    winners.clear();
    for (const Pairing& game : round) {
      const bool theirs = game.has(0) && game.has(1);
      const bool turn = theirs && (turned[0] == 0 || round_number > first_phase);
      if (turn) ++turned[round_number > first_phase ? 1 : 0];
      winners.push_back(turn ? 1 : std::min(game.first, game.second));
    }
    play.finish_round(winners);
  }
  return turned;
}

// What the sentence describes: the best loses one game of the first phase and one series of the
// finals. That is two matches, but m games, and an error-correcting tournament falls to the same.
// What tells the two apart is how many rounds there are to m games.
TEST(Adversary, TwoMatchesOfMGamesDecideInBothKindsOfElimination) {
  for (const std::uint32_t m : {2U, 3U, 4U, 6U}) {
    for (const Player k : {8U, 13U, 16U}) {
      const auto bracketed = make_format("elimination:" + std::to_string(m), k)->start();
      const auto correcting = make_format("ect:" + std::to_string(m), k)->start();
      const std::vector<std::uint64_t> expected = {1, m - 1};
      EXPECT_EQ(
          turned_in_each_phase(*bracketed, count_bracketed_elimination(k, m).first_phase_rounds),
          expected);
      EXPECT_EQ(bracketed->champion(), 1U);
      EXPECT_EQ(turned_in_each_phase(*correcting, count_error_correcting(k, m).first_phase_rounds),
                expected);
      EXPECT_EQ(correcting->champion(), 1U);
    }
  }
  const auto rounds_a_game = [](const std::string& kind, std::uint32_t m) {
    const auto format = make_format(kind + std::to_string(m), 64);
    return static_cast<double>(format->importance_depth()) / m;
  };
  EXPECT_LT(rounds_a_game("ect:", 32), 4);
  EXPECT_GT(rounds_a_game("elimination:", 32), 16);  // m rounds of finals for each game
}

TEST(Adversary, GivesUpAtTheLimit) {
  EXPECT_FALSE(fewest_turned_games(*make_format("ect:3", 4), in_order(4), 2));
}

TEST(Adversary, AnErrorCorrectingTournamentFallsToMGamesAndNotToFewer) {
  Random random(2);
  for (const Player k : {16U, 33U, 100U}) {
    for (const std::uint64_t m : {1U, 2U, 5U, 9U}) {
      const auto format = make_format("ect:" + std::to_string(m), k);
      Ranks ranks = in_order(k);
      random.shuffle(std::span(ranks));
      EXPECT_TRUE(plan_adversary(*format, ranks, m - 1).empty());
      const Plan plan = plan_adversary(*format, ranks, m);
      EXPECT_EQ(plan.size(), m);
      EXPECT_TRUE(unseats(*format, ranks, plan));
    }
  }
}

TEST(Adversary, KeepsToItsBudgetInEveryFormat) {
  Random random(3);
  for (const char* name : {"single", "best-of-7", "elimination:4", "swiss:4", "round-robin"}) {
    const auto format = make_format(name, 24);
    for (std::uint64_t budget = 0; budget <= 6; ++budget) {
      Ranks ranks = in_order(24);
      random.shuffle(std::span(ranks));
      const Plan plan = plan_adversary(*format, ranks, budget);
      EXPECT_LE(plan.size(), budget);
      const auto needed = format->games_to_unseat();
      if (needed) {
        EXPECT_EQ(unseats(*format, ranks, plan), budget >= *needed) << name;
      }
      if (!plan.empty()) {
        EXPECT_TRUE(unseats(*format, ranks, plan)) << name;
      }
    }
  }
}

}  // namespace
}  // namespace ect::tournament
