// The paper's introduction: "Using multiple independent single-elimination tournaments is of no use
// as it does not affect the average regret of an adversary controlling the binary classifiers."
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <string>

#include "ect/adversary.h"

namespace ect::tournament {
namespace {

std::unique_ptr<Format> independent(std::uint32_t tournaments, Player players) {
  return make_format("independent:" + std::to_string(tournaments), players);
}

// Rounds for each game that has to be turned: the ratio of the best player's regret, 1, to the
// average regret of an adversary who turns no others.
double ratio(const Format& format) {
  return static_cast<double>(format.importance_depth()) /
         static_cast<double>(*format.games_to_unseat());
}

TEST(Independent, FallToOneTurnedGameInHalfOfThem) {
  for (const auto& [k, most] : {std::pair(2U, 7U), {3U, 5U}, {4U, 4U}, {5U, 3U}}) {
    for (std::uint32_t tournaments = 1; tournaments <= most; ++tournaments) {
      const auto format = independent(tournaments, k);
      Ranks ranks(k);
      std::iota(ranks.begin(), ranks.end(), Player{0});
      do {
        const auto plan = fewest_turned_games(*format, ranks, tournaments);
        ASSERT_TRUE(plan);
        ASSERT_EQ(plan->size(), (tournaments + 1) / 2) << k << ' ' << tournaments;
      } while (std::next_permutation(ranks.begin(), ranks.end()));
      EXPECT_EQ(format->games_to_unseat(), (tournaments + 1) / 2);
    }
  }
}

TEST(Independent, MoreOfThemDoNotLowerTheRegretRatioAndMoreEliminationsDo) {
  for (const Player k : {8U, 64U, 1000U}) {
    const auto depth = static_cast<double>(std::bit_width(k - 1));
    EXPECT_EQ(ratio(*independent(1, k)), depth);
    for (std::uint32_t tournaments = 2; tournaments <= 40; ++tournaments) {
      EXPECT_GE(ratio(*independent(tournaments, k)), depth);
    }
    const auto eliminations = [&](std::uint32_t m) {
      return ratio(*make_format("ect:" + std::to_string(m), k));
    };
    EXPECT_EQ(eliminations(1), depth);
    EXPECT_LE(eliminations(40), 4);
  }
}

TEST(Independent, WhoHasMostTitlesWinsAndOfEqualOnesWhoHadTheFirst) {
  const auto champion = [](const std::vector<Player>& titles) {
    const auto format = independent(static_cast<std::uint32_t>(titles.size()), 3);
    std::size_t game = 0;
    // Two games a tournament; whoever is to have the title wins its games.
    return run(*format,
               [&](const Pairing& pairing) {
                 const Player holder = titles[game++ / 2];
                 return pairing.has(holder) ? holder : pairing.first;
               })
        .champion;
  };
  EXPECT_EQ(champion({0, 1, 2, 1}), 1U);
  EXPECT_EQ(champion({2, 1, 1, 2}), 2U);
  EXPECT_EQ(champion({0, 2, 1}), 0U);
}

TEST(Independent, AreDrawnDifferently) {
  const auto play = independent(12, 8)->start();
  std::map<std::pair<Player, Player>, int> met;
  for (int round = 0; round < 36; ++round) {
    const std::vector<Pairing> games = play->next_round();
    std::vector<Player> winners;
    for (const Pairing& game : games) {
      if (round % 3 == 0) ++met[std::minmax(game.first, game.second)];
      winners.push_back(std::min(game.first, game.second));
    }
    play->finish_round(winners);
  }
  EXPECT_TRUE(play->next_round().empty());
  EXPECT_GT(met.size(), 12U);  // of 28 pairs; always the same draw would have 4
}

}  // namespace
}  // namespace ect::tournament
