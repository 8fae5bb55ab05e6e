// Strengths by Bradley and Terry: at the maximum of the likelihood, and what follows from it.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "ect/select.h"

namespace ect::selection {
namespace {

using Games = std::vector<SelectedGame>;

SelectedGame beat(Player winner, Player loser) {
  SelectedGame game;
  game.winner = winner;
  game.loser = loser;
  return game;
}

Games random_games(Player items, std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Games games;
  for (std::size_t i = 0; i < count; ++i) {
    const auto winner = static_cast<Player>(random.below(items));
    const auto loser = static_cast<Player>((winner + 1 + random.below(items - 1)) % items);
    games.push_back(beat(winner, loser));
  }
  return games;
}

double log_likelihood(const std::vector<double>& strengths, const Games& games) {
  const auto log_chance = [](double difference) { return -std::log1p(std::exp(-difference)); };
  double sum = 0;
  for (const SelectedGame& game : games) {
    sum += log_chance(strengths[game.winner] - strengths[game.loser]);
  }
  for (const double strength : strengths) {
    sum += (log_chance(strength) + log_chance(-strength)) / 2;
  }
  return sum;
}

TEST(BradleyTerry, OfTwoItemsIsTheRootOfACubic) {
  // One game won: p^2 / (p^2 + 1) + p / (1 + p) = 3/2, that is p^3 - p^2 - p - 3 = 0 (Cardano).
  const double half = 46.0 / 27;  // of -q, with p = t + 1/3 and t^3 - 4t/3 - 92/27 = 0
  const double root = std::sqrt(half * half - 64.0 / 729);
  const double p = std::cbrt(half + root) + std::cbrt(half - root) + 1.0 / 3;
  const std::vector<double> strengths = bradley_terry_strengths(2, Games{beat(0, 1)});
  EXPECT_NEAR(strengths[0], std::log(p), 1e-8);
  EXPECT_NEAR(strengths[1], -std::log(p), 1e-8);
  for (const double even : bradley_terry_strengths(2, Games{beat(0, 1), beat(1, 0)})) {
    EXPECT_NEAR(even, 0, 1e-8);
  }
}

TEST(BradleyTerry, WithoutGamesAllAreEqual) {
  EXPECT_EQ(bradley_terry_strengths(1, Games{}), std::vector<double>{0});
  EXPECT_EQ(bradley_terry_strengths(3, Games{}), std::vector<double>(3, 0));
}

TEST(BradleyTerry, OrdersACompleteRoundRobinByWins) {
  rc::check([](std::uint64_t seed) {
    const Player items = 9;
    Random random(seed);
    Games games;
    std::vector<int> wins(items, 0);
    for (Player a = 0; a < items; ++a) {
      for (Player b = 0; b < a; ++b) {
        const bool first = random.chance(0.5);
        games.push_back(first ? beat(a, b) : beat(b, a));
        ++wins[first ? a : b];
      }
    }
    const std::vector<double> strengths = bradley_terry_strengths(items, games);
    for (Player a = 0; a < items; ++a) {
      for (Player b = 0; b < items; ++b) {
        if (wins[a] > wins[b]) RC_ASSERT(strengths[a] > strengths[b] + 1e-6);
        if (wins[a] == wins[b]) RC_ASSERT(std::abs(strengths[a] - strengths[b]) < 1e-6);
      }
    }
  });
}

TEST(BradleyTerry, NoOtherStrengthsAreLikelier) {
  rc::check([](std::uint64_t seed) {
    const Player items = 7;
    const Games games = random_games(items, 1 + seed % 40, seed);
    const std::vector<double> strengths = bradley_terry_strengths(items, games);
    const double likelihood = log_likelihood(strengths, games);
    for (Player item = 0; item < items; ++item) {
      for (const double by : {-0.3, -0.01, 0.01, 0.3}) {
        std::vector<double> moved = strengths;
        moved[item] += by;
        RC_ASSERT(log_likelihood(moved, games) < likelihood);
      }
    }
    std::vector<double> all = strengths;
    for (double& strength : all) strength += 0.01;
    RC_ASSERT(log_likelihood(all, games) < likelihood);
  });
}

TEST(BradleyTerry, IsFiniteForThoseWhoLostNothingOrAll) {
  Games games;
  for (int i = 0; i < 1000; ++i) games.push_back(beat(0, 1));
  const std::vector<double> strengths = bradley_terry_strengths(3, games);
  EXPECT_GT(strengths[0], 2);
  EXPECT_LT(strengths[0], 20);
  EXPECT_NEAR(strengths[1], -strengths[0], 1e-6);
  EXPECT_NEAR(strengths[2], 0, 1e-6);
}

TEST(BradleyTerry, TurnsWithTheResultsAndMovesWithTheItems) {
  rc::check([](std::uint64_t seed) {
    const Player items = 8;
    const Games games = random_games(items, 1 + seed % 30, seed);
    std::vector<Player> place(items);
    std::iota(place.begin(), place.end(), Player{0});
    Random(seed, 1).shuffle(std::span<Player>(place));
    Games turned;
    Games renamed;
    for (const SelectedGame& game : games) {
      turned.push_back(beat(game.loser, game.winner));
      renamed.push_back(beat(place[game.winner], place[game.loser]));
    }
    const std::vector<double> strengths = bradley_terry_strengths(items, games);
    const std::vector<double> opposite = bradley_terry_strengths(items, turned);
    const std::vector<double> moved = bradley_terry_strengths(items, renamed);
    for (Player p = 0; p < items; ++p) {
      RC_ASSERT(std::abs(strengths[p] + opposite[p]) < 1e-6);
      RC_ASSERT(std::abs(strengths[p] - moved[place[p]]) < 1e-6);
    }
  });
}

TEST(BradleyTerry, TakesAHundredThousandItems) {
  const Player many = 100'000;
  Games knock_out;
  for (Player step = 1; step < many; step *= 2) {
    for (Player winner = 0; winner + step < many; winner += 2 * step) {
      knock_out.push_back(beat(winner, winner + step));
    }
  }
  const std::vector<double> strengths = bradley_terry_strengths(many, knock_out);
  EXPECT_EQ(std::max_element(strengths.begin(), strengths.end()), strengths.begin());
}

// Nothing contradicts the order, so that strengths are far apart.
TEST(BradleyTerry, OrdersALargeRoundRobinWithoutAWrongResult) {
  const Player items = 300;
  Games games;
  for (Player a = 0; a < items; ++a) {
    for (Player b = a + 1; b < items; ++b) games.push_back(beat(a, b));
  }
  const std::vector<double> ordered = bradley_terry_strengths(items, games);
  EXPECT_TRUE(std::is_sorted(ordered.rbegin(), ordered.rend()));
  EXPECT_NEAR(ordered.front(), -ordered.back(), 1e-6);
}

}  // namespace
}  // namespace ect::selection
