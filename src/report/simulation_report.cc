// The output of `ect simulate`, as text and as JSON. Tests: report_test.
#include "report/simulation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "report/table.h"

namespace ect::report {
namespace {

constexpr std::size_t kNoisesAcross = 5;  // so that a table fits 80 columns

// The two parts of a noise: `iid` and `0.1` of `iid:0.1`.
std::string kind(const std::string& noise) { return noise.substr(0, noise.find(':')); }

std::string amount(const std::string& noise) {
  const std::size_t colon = noise.find(':');
  return colon == std::string::npos ? noise : noise.substr(colon + 1);
}

// Whether an adversary's share of the depth is less than one game. It then turns no game, and the
// success of the best player says nothing about the format.
bool turns_nothing(const SimulationResult& result) { return result.budget == std::uint64_t{0}; }

constexpr const char* kNothingTurned =
    "\n  - : this share of the depth is less than one game, so none is turned\n";

// The table of one kind of noise in several amounts: noises first to last - 1.
std::string table_text(const SimulationGrid& grid, std::size_t player, std::size_t first,
                       std::size_t last) {
  Table table;
  table.column(kind(grid.noises[first]), Table::Align::kLeft);
  table.column("games");
  table.column("rounds");
  table.column("depth");
  for (std::size_t noise = first; noise < last; ++noise) table.column(amount(grid.noises[noise]));
  for (std::size_t t = 0; t < grid.tournaments.size(); ++t) {
    double games = 0;
    double rounds = 0;
    std::vector<std::string> shares;
    for (std::size_t noise = first; noise < last; ++noise) {
      const SimulationResult& result = grid.at(player, noise, t);
      games += result.games / static_cast<double>(last - first);
      rounds += result.rounds / static_cast<double>(last - first);
      shares.push_back(turns_nothing(result) ? "-" : fmt::format("{:.1f}", 100 * result.success));
    }
    std::vector<std::string> cells{grid.tournaments[t], fmt::format("{:.0f}", games),
                                   fmt::format("{:.1f}", rounds),
                                   fmt::format("{}", grid.at(player, first, t).importance_depth)};
    cells.insert(cells.end(), shares.begin(), shares.end());
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string simulation_text(const SimulationGrid& grid) {
  std::string text;
  for (std::size_t player = 0; player < grid.players.size(); ++player) {
    double error = 0;
    for (std::size_t noise = 0; noise < grid.noises.size(); ++noise) {
      for (std::size_t t = 0; t < grid.tournaments.size(); ++t) {
        error = std::max(error, grid.at(player, noise, t).success_error);
      }
    }
    text +=
        fmt::format("{}{} players, {} trials: how often the best player wins, in % (± {:.1f})\n",
                    text.empty() ? "" : "\n", grid.players[player], grid.trials, 100 * error);
    for (std::size_t first = 0; first < grid.noises.size();) {
      std::size_t last = first;
      while (last < grid.noises.size() && last - first < kNoisesAcross &&
             kind(grid.noises[last]) == kind(grid.noises[first])) {
        ++last;
      }
      text += '\n' + table_text(grid, player, first, last);
      first = last;
    }
  }
  const bool idle = std::any_of(grid.results.begin(), grid.results.end(), turns_nothing);
  return text + (idle ? kNothingTurned : "");
}

nlohmann::ordered_json simulation_json(const SimulationGrid& grid) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (std::size_t player = 0; player < grid.players.size(); ++player) {
    for (std::size_t noise = 0; noise < grid.noises.size(); ++noise) {
      for (std::size_t t = 0; t < grid.tournaments.size(); ++t) {
        const SimulationResult& result = grid.at(player, noise, t);
        rows.push_back({{"players", grid.players[player]},
                        {"tournament", grid.tournaments[t]},
                        {"noise", grid.noises[noise]},
                        {"trials", grid.trials},
                        {"success", result.success},
                        {"success_error", result.success_error},
                        {"games", result.games},
                        {"rounds", result.rounds},
                        {"importance_depth", result.importance_depth},
                        {"budget", result.budget ? nlohmann::ordered_json(*result.budget)
                                                 : nlohmann::ordered_json(nullptr)}});
      }
    }
  }
  return {{"rows", rows}};
}

}  // namespace ect::report
