#ifndef ECT_SIMULATE_H_
#define ECT_SIMULATE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "ect/seeding.h"

namespace ect {

struct Simulation {
  Player players = 16;
  std::string tournament = "ect:2";  // as make_format
  // `none`, `iid:P`, `adversary:P`, `referee:P` or `referee:P:RANK` (the favourite, from 1 for the
  // best; the median player if not said), `bradley-terry:SPREAD`.
  std::string noise = "none";
  std::uint64_t trials = 1000;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: all cores. The result does not depend on it.
};

struct SimulationResult {
  double success = 0;        // the share of trials that the best player won
  double success_error = 0;  // its standard error
  double games = 0;          // mean
  double rounds = 0;         // mean
  std::uint64_t importance_depth = 0;
  // With an adversary: how many games it may turn, its share of the depth rounded down. Where that
  // is 0 the success says nothing about the format.
  std::optional<std::uint64_t> budget;
};

// Throws for unknown names and impossible sizes, without simulating.
void check_simulation(const Simulation& simulation);

// Plays the format again and again with strengths drawn anew. Throws as check_simulation.
SimulationResult simulate(const Simulation& simulation);

}  // namespace ect

#endif  // ECT_SIMULATE_H_
