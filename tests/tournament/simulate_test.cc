// Simulations: reproducible, and equal to probabilities that are known.
#include "ect/simulate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ect/error.h"

namespace ect::tournament {
namespace {

SimulationResult simulated(Player players, const char* tournament, const char* noise,
                           std::uint64_t trials = 400, unsigned threads = 0) {
  Simulation simulation;
  simulation.players = players;
  simulation.tournament = tournament;
  simulation.noise = noise;
  simulation.trials = trials;
  simulation.threads = threads;
  return simulate(simulation);
}

TEST(Simulate, IsTheSameForAnyNumberOfThreads) {
  for (const char* noise : {"iid:0.2", "adversary:0.3", "referee:0.6", "bradley-terry:0.5"}) {
    const SimulationResult one = simulated(16, "ect:3", noise, 100, 1);
    const SimulationResult four = simulated(16, "ect:3", noise, 100, 4);
    EXPECT_EQ(one.success, four.success);
    EXPECT_EQ(one.games, four.games);
    EXPECT_EQ(one.rounds, four.rounds);
  }
}

TEST(Simulate, WithoutNoiseTheBestWins) {
  for (const char* noise : {"none", "iid:0", "adversary:0", "referee:0", "bradley-terry:1000"}) {
    for (const char* tournament :
         {"single", "best-of-3", "ect:2", "elimination:2", "round-robin"}) {
      EXPECT_EQ(simulated(13, tournament, noise, 50).success, 1) << tournament << ' ' << noise;
    }
  }
}

TEST(Simulate, CoinFlipsHaveTheirExactProbabilityWhereItIsKnown) {
  // Two players: the best wins with 1 - p; of three games with 3 q^2 p + q^3.
  const double margin = 5 * std::sqrt(0.25 / 4000);
  EXPECT_NEAR(simulated(2, "single", "iid:0.3", 4000).success, 0.7, margin);
  EXPECT_NEAR(simulated(2, "best-of-3", "iid:0.3", 4000).success, 0.784, margin);
  // Sixteen players: four games to win.
  EXPECT_NEAR(simulated(16, "single", "iid:0.1", 4000).success, std::pow(0.9, 4), margin);
  // Bradley and Terry: neighbours with log-odds 1.
  EXPECT_NEAR(simulated(2, "single", "bradley-terry:1", 4000).success, 1 / (1 + std::exp(-1)),
              margin);
}

TEST(Simulate, AnAdversaryUnseatsTheBestWithMGamesOnly) {
  // ect:4 with 16 players has depth 15: 0.25 of it are 3 games, 0.27 are 4.
  EXPECT_EQ(simulated(16, "ect:4", "adversary:0.25").importance_depth, 15U);
  EXPECT_EQ(simulated(16, "ect:4", "adversary:0.25").success, 1);
  EXPECT_EQ(simulated(16, "ect:4", "adversary:0.27").success, 0);
  // One game is enough for single elimination and for a round robin.
  EXPECT_EQ(simulated(16, "single", "adversary:0.25").success, 0);
  EXPECT_EQ(simulated(16, "round-robin", "adversary:0.07").success, 0);
}

TEST(Simulate, SaysHowManyGamesAnAdversaryMayTurn) {
  EXPECT_EQ(simulated(256, "single", "adversary:0.10", 1).budget, 0U);  // of depth 8
  EXPECT_EQ(simulated(256, "single", "adversary:0.20", 1).budget, 1U);
  EXPECT_EQ(simulated(16, "ect:4", "adversary:0.27", 1).budget, 4U);
  EXPECT_FALSE(simulated(16, "ect:4", "iid:0.27", 1).budget.has_value());
}

TEST(Simulate, TheFavouriteCanBeNamed) {
  EXPECT_EQ(simulated(8, "single", "referee:1:1").success, 1);  // the best itself
  EXPECT_EQ(simulated(8, "single", "referee:1:8").success, 0);  // the worst always wins
  EXPECT_EQ(simulated(8, "single", "referee:1").success, 0);
}

TEST(Simulate, ReportsGamesAndRounds) {
  const SimulationResult result = simulated(16, "round-robin", "none", 10);
  EXPECT_EQ(result.games, 120);
  EXPECT_EQ(result.rounds, 15);
}

TEST(Simulate, RefusesUnknownNoise) {
  for (const char* noise : {"", "foo", "iid", "iid:", "iid:2", "iid:-0.1", "iid:x", "iid:nan",
                            "iid:0.1:3", "referee:0.5:0", "referee:0.5:17", "referee:0.5:1:1",
                            "bradley-terry:inf", "bradley-terry:-1", "adversary:1.01"}) {
    EXPECT_THROW(simulated(16, "single", noise, 1), Error) << noise;
  }
  EXPECT_THROW(simulated(16, "single", "none", 0), Error);
  EXPECT_THROW(simulated(16, "triple", "none", 1), Error);
  EXPECT_THROW(simulated(0, "single", "none", 1), Error);
}

}  // namespace
}  // namespace ect::tournament
