#include "report/simulation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "report/table.h"

namespace ect {
namespace {

using Rows = std::span<const SimulatedRow>;

constexpr std::size_t kNoisesAcross = 5;  // so that a table fits 80 columns

// The leading rows that agree in `key`.
template <class Key>
Rows same(Rows rows, Key key) {
  std::size_t n = 0;
  while (n < rows.size() && key(rows[n]) == key(rows.front())) ++n;
  return rows.first(n);
}

// `iid` of `iid:0.1`, and the rest.
std::string kind(const Rows& noise) {
  const std::string& name = noise.front().simulation.noise;
  return name.substr(0, name.find(':'));
}

std::string amount(const Rows& noise) {
  const std::string& name = noise.front().simulation.noise;
  const std::size_t colon = name.find(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

// One kind of noise in several amounts.
std::string table_text(std::span<const Rows> noises) {
  Table table;
  table.column(kind(noises.front()), Table::Align::kLeft);
  table.column("games");
  table.column("rounds");
  table.column("depth");
  for (const Rows& noise : noises) table.column(amount(noise));
  for (std::size_t i = 0; i < noises.front().size(); ++i) {
    double games = 0;
    double rounds = 0;
    for (const Rows& noise : noises) {
      games += noise[i].result.games / static_cast<double>(noises.size());
      rounds += noise[i].result.rounds / static_cast<double>(noises.size());
    }
    std::vector<std::string> cells{noises.front()[i].simulation.tournament,
                                   fmt::format("{:.0f}", games), fmt::format("{:.1f}", rounds),
                                   fmt::format("{}", noises.front()[i].result.importance_depth)};
    for (const Rows& noise : noises) {
      cells.push_back(fmt::format("{:.1f}", 100 * noise[i].result.success));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

}  // namespace

std::string simulation_text(const std::vector<SimulatedRow>& all) {
  std::string text;
  for (Rows rest = all; !rest.empty();) {
    const Rows players = same(rest, [](const SimulatedRow& row) { return row.simulation.players; });
    rest = rest.subspan(players.size());
    std::vector<Rows> noises;
    for (Rows left = players; !left.empty();) {
      noises.push_back(same(left, [](const SimulatedRow& row) { return row.simulation.noise; }));
      left = left.subspan(noises.back().size());
    }
    double error = 0;
    for (const SimulatedRow& row : players) error = std::max(error, row.result.success_error);
    text +=
        fmt::format("{}{} players, {} trials: how often the best player wins, in % (± {:.1f})\n",
                    text.empty() ? "" : "\n", players.front().simulation.players,
                    players.front().simulation.trials, 100 * error);
    for (std::size_t i = 0; i < noises.size();) {
      std::size_t end = i;
      while (end < noises.size() && end - i < kNoisesAcross &&
             kind(noises[end]) == kind(noises[i])) {
        ++end;
      }
      text += '\n' + table_text(std::span(noises).subspan(i, end - i));
      i = end;
    }
  }
  return text;
}

nlohmann::ordered_json simulation_json(const std::vector<SimulatedRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const SimulatedRow& row : rows) {
    list.push_back({{"players", row.simulation.players},
                    {"tournament", row.simulation.tournament},
                    {"noise", row.simulation.noise},
                    {"trials", row.simulation.trials},
                    {"success", row.result.success},
                    {"success_error", row.result.success_error},
                    {"games", row.result.games},
                    {"rounds", row.result.rounds},
                    {"importance_depth", row.result.importance_depth}});
  }
  return {{"rows", list}};
}

}  // namespace ect
