#ifndef ECT_REPORT_SIMULATION_REPORT_H_
#define ECT_REPORT_SIMULATION_REPORT_H_

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "ect/simulate.h"

namespace ect {

struct SimulatedRow {
  Simulation simulation;
  SimulationResult result;
};

// For each number of players and kind of noise a table: formats as rows, amounts as columns, games
// and rounds as means over the columns. Rows must come as a full grid: players, then noise, then
// tournament, in the order in which they shall be shown.
std::string simulation_text(const std::vector<SimulatedRow>& rows);
nlohmann::ordered_json simulation_json(const std::vector<SimulatedRow>& rows);

}  // namespace ect

#endif  // ECT_REPORT_SIMULATION_REPORT_H_
