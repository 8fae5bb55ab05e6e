#ifndef ECT_SIMULATE_H_
#define ECT_SIMULATE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "ect/export.h"
#include "ect/seeding.h"

namespace ect {

// What to simulate.
struct Simulation {
  Player players = 16;
  std::string tournament = "ect:2";  // a name that make_format() takes
  // How results go wrong: `none`, `iid:P`, `adversary:P`, `referee:P` or `referee:P:RANK` (RANK is
  // the rank of the referee's favourite, from 1 for the best; default: the median player),
  // `bradley-terry:SPREAD`.
  std::string noise = "none";
  std::uint64_t trials = 1000;
  std::uint64_t seed = 1;
  unsigned threads = 0;  // 0: all cores. The result does not depend on it.
};

struct SimulationResult {
  double success = 0;        // the share of trials that the best player won
  double success_error = 0;  // its standard error
  double games = 0;          // mean over the trials
  double rounds = 0;         // mean over the trials
  std::uint64_t importance_depth = 0;
  // With an adversary, how many games it may turn: its share of the depth, rounded down. If that is
  // 0, the success rate says nothing about the format.
  std::optional<std::uint64_t> budget;
};

// Throws ect::Error for unknown names, impossible sizes and 0 trials; simulates nothing.
ECT_EXPORT void check_simulation(const Simulation& simulation);

// Plays the format `trials` times, each time with new random strengths. The same simulation gives
// the same result. Throws as check_simulation(). May be called from several threads at once.
ECT_EXPORT SimulationResult simulate(const Simulation& simulation);

}  // namespace ect

#endif  // ECT_SIMULATE_H_
