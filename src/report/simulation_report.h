#ifndef ECT_REPORT_SIMULATION_REPORT_H_
#define ECT_REPORT_SIMULATION_REPORT_H_

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/simulate.h"

namespace ect::report {

// The results of all combinations of players, noises and tournaments.
struct SimulationGrid {
  std::vector<Player> players;
  std::vector<std::string> noises;
  std::vector<std::string> tournaments;
  std::uint64_t trials = 0;
  std::vector<SimulationResult> results;  // tournaments vary fastest, players slowest

  const SimulationResult& at(std::size_t player, std::size_t noise, std::size_t tournament) const {
    return results[(player * noises.size() + noise) * tournaments.size() + tournament];
  }
};

// A table for each number of players and kind of noise, with tournaments as rows and amounts of
// noise as columns; games and rounds are means over the columns.
std::string simulation_text(const SimulationGrid& grid);
nlohmann::ordered_json simulation_json(const SimulationGrid& grid);

}  // namespace ect::report

#endif  // ECT_REPORT_SIMULATION_REPORT_H_
