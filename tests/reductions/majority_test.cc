// Finals whose matches are decided by the majority of 2i - 1 games, i the greater charge: Section 7
// of the paper, "transforming final elimination comparisons with importance weight i into 2i - 1
// repeated comparisons and use the majority vote".
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "ect/adversary.h"
#include "ect/count.h"
#include "ect/random.h"
#include "ect/tournament.h"
#include "tournament/draw_finals.h"

namespace ect::reductions {
namespace {

constexpr FinalsSeries kMajority = FinalsSeries::kMajority;

Schedule by_majority(Player players, std::uint32_t eliminations) {
  return error_correcting(Seeding::listed(players), eliminations, kMajority);
}

// Calls check(charges) for every way to share out so many titles.
template <class Check>
void for_shared_titles(std::uint32_t titles, std::vector<std::uint32_t>& charges, Check check) {
  if (titles == 0) {
    check(charges);
    return;
  }
  for (std::uint32_t next = charges.empty() ? titles : std::min(titles, charges.back()); next > 0;
       --next) {
    charges.push_back(next);
    for_shared_titles(titles - next, charges, check);
    charges.pop_back();
  }
}

TEST(Majority, AMatchOfWeightIIsWonByTheFirstToWinIOfTwoIMinusOneGames) {
  for (std::uint32_t m = 2; m <= 20; ++m) {
    const Schedule charged = error_correcting(5, m);
    const Schedule majority = by_majority(5, m);
    ASSERT_EQ(majority.matches(), charged.matches());
    for (std::uint32_t n = 0; n < charged.matches(); ++n) {
      const Match match = majority.match(n);
      EXPECT_EQ(match.left_needs, charged.match(n).weight());
      EXPECT_EQ(match.right_needs, charged.match(n).weight());
      EXPECT_EQ(match.weight(), charged.match(n).weight());
    }
  }
}

TEST(Majority, ASeriesBetweenTwoTitlesAndOneIsTheBestOfThree) {
  // 1 wins bracket 1, and 0 the brackets 2 and 3.
  Tournament tournament(by_majority(2, 3));
  for (const Side side : {Side::kRight, Side::kLeft, Side::kLeft}) {
    const Game game = tournament.playable().front();
    const bool left_is_0 = game.left == 0;
    tournament.record(game.match, (side == Side::kLeft) == left_is_0 ? Side::kLeft : Side::kRight);
  }
  ASSERT_EQ(tournament.titles()[0], 1U);
  ASSERT_EQ(tournament.titles()[2], 0U);
  for (int games = 1; games <= 3; ++games) {
    ASSERT_FALSE(tournament.over());
    const Game game = tournament.playable().front();
    EXPECT_EQ(game.left_needs, 2U);
    EXPECT_EQ(game.right_needs, 2U);
    // 0, who has two titles, loses the first one; one game of 1 would not be enough to lose to.
    const Player wins = games == 2 ? 0 : 1;
    tournament.record(game.match, game.left == wins ? Side::kLeft : Side::kRight);
  }
  EXPECT_EQ(tournament.champion(), 1U);
}

// Every answer of the adversary, in every order of the players.
TEST(Majority, WithstandsAsManyTurnedGamesAsTheChargedFinals) {
  for (const auto& [k, m] :
       {std::pair(2U, 2U), {2U, 3U}, {2U, 4U}, {3U, 2U}, {3U, 3U}, {4U, 2U}, {4U, 3U}}) {
    const auto format = make_format("ect:" + std::to_string(m) + ":majority", k);
    Ranks ranks(k);
    std::iota(ranks.begin(), ranks.end(), Player{0});
    do {
      const auto plan = fewest_turned_games(*format, ranks, m);
      ASSERT_TRUE(plan) << k << ' ' << m;
      ASSERT_EQ(plan->size(), m) << k;
    } while (std::next_permutation(ranks.begin(), ranks.end()));
    EXPECT_EQ(format->games_to_unseat(), m);
  }
}

TEST(Majority, AllOthersHaveLostAsOftenAsThereAreEliminations) {
  Random random(3);
  for (int trial = 0; trial < 400; ++trial) {
    const auto k = static_cast<Player>(2 + random.below(20));
    const auto m = static_cast<std::uint32_t>(1 + random.below(14));
    Tournament tournament(by_majority(k, m));
    while (!tournament.over()) {
      const Game game = tournament.playable().front();
      tournament.record(game.match, random.chance(0.5) ? Side::kLeft : Side::kRight);
    }
    for (Player p = 0; p < k; ++p) {
      ASSERT_TRUE(p == tournament.champion() || tournament.losses(p) >= m) << k << ' ' << m;
    }
    ASSERT_GE(tournament.overturned_by(), m);
  }
}

// "This modified construction has an importance depth which is at most m larger."
TEST(Majority, TheImportanceDepthIsAtMostMLarger) {
  for (std::uint32_t m = 1; m <= 300; ++m) {
    const Counts charged = count(error_correcting(2, m));
    const Counts majority = count(by_majority(2, m));
    // Each of the finals' levels has its games twice but one.
    ASSERT_EQ(majority.importance_depth,
              charged.importance_depth + charged.finals_importance_depth - charged.finals_levels);
    ASSERT_LE(majority.importance_depth, charged.importance_depth + m) << m;
    ASSERT_EQ(majority.finals_most_games, majority.finals_importance_depth);
  }
  EXPECT_EQ(make_format("ect:15", 64)->importance_depth(), 58U);
  EXPECT_EQ(make_format("ect:15:majority", 64)->importance_depth(), 69U);
}

TEST(Majority, MergedFinalsAreAtMostMDeeperToo) {
  std::vector<std::uint32_t> charges;
  for (std::uint32_t m = 1; m <= 16; ++m) {
    for_shared_titles(m, charges, [&](const std::vector<std::uint32_t>& held) {
      const tournament::DrawnFinals majority = tournament::draw_finals(held, kMajority);
      ASSERT_LE(majority.importance_depth, tournament::draw_finals(held).importance_depth + m);
      ASSERT_EQ(majority.most_games, majority.importance_depth);
      const auto players = static_cast<std::uint32_t>(held.size());
      ASSERT_LE(majority.most_games, tournament::most_finals_games(m, players, kMajority));
    });
  }
}

// The least depth over all trees, by trying every split of every set.
std::uint64_t least_depth(const std::vector<std::uint32_t>& charges) {
  if (charges.size() < 2) return 0;
  std::uint64_t least = ~std::uint64_t{0};
  for (std::uint32_t set = 1; set + 1 < 1U << charges.size(); ++set) {
    std::vector<std::uint32_t> sides[2];
    for (std::size_t i = 0; i < charges.size(); ++i) sides[set >> i & 1].push_back(charges[i]);
    const std::uint64_t most = std::max(std::accumulate(sides[0].begin(), sides[0].end(), 0U),
                                        std::accumulate(sides[1].begin(), sides[1].end(), 0U));
    least = std::min(least, 2 * most - 1 + std::max(least_depth(sides[0]), least_depth(sides[1])));
  }
  return least;
}

TEST(Majority, FinalsAreDrawnForTheLeastDepthOfTheirOwnGames) {
  std::vector<std::uint32_t> charges;
  for (std::uint32_t m = 1; m <= 7; ++m) {
    for_shared_titles(m, charges, [&](const std::vector<std::uint32_t>& held) {
      ASSERT_EQ(tournament::draw_finals(held, kMajority).importance_depth, least_depth(held));
    });
  }
}

}  // namespace
}  // namespace ect::reductions
