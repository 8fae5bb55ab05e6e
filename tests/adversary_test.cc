#include "ect/adversary.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "ect/random.h"

namespace ect {
namespace {

Ranks in_order(Player players) {
  Ranks ranks(players);
  std::iota(ranks.begin(), ranks.end(), Player{0});
  return ranks;
}

bool unseats(const Format& format, const Ranks& ranks, const Plan& plan) {
  const auto trial = format.clone();
  return run(*trial, turning(ranks, plan)).champion != best_of(ranks);
}

TEST(Adversary, TheExactWorstNeedsAsManyGamesAsTheFormula) {
  for (const auto& [name, most] : {std::pair("single", 9U),
                                   {"best-of-3", 5U},
                                   {"best-of-5", 4U},
                                   {"ect:1", 9U},
                                   {"ect:2", 7U},
                                   {"ect:3", 5U},
                                   {"ect:4", 4U},
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
}  // namespace ect
