// The output of `ect bounds`, as text and as JSON. Tests: report_test.
#include "report/bounds_report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "report/table.h"

namespace ect::report {
namespace {

bool is_whole(double value) { return value == std::floor(value) && value < 0x1p53; }

std::string number(const Bound& bound) {
  if (!bound) return "-";
  if (*bound > 1e9) return fmt::format("{:.3g}", *bound);
  return is_whole(*bound) ? fmt::format("{:.0f}", *bound) : fmt::format("{:.2f}", *bound);
}

nlohmann::ordered_json json(const Bound& bound) {
  if (!bound) return nullptr;
  if (is_whole(*bound)) return static_cast<std::int64_t>(*bound);
  return *bound;
}

template <std::size_t n>
nlohmann::ordered_json json(const std::array<Bound, n>& bounds) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const Bound& bound : bounds) list.push_back(json(bound));
  return list;
}

}  // namespace

std::string bounds_text(const Bounds& b) {
  const Counts& counts = b.counts;
  std::string text =
      fmt::format("{}, {}: measures and bounds\n\n", plural(counts.players, "player", "players"),
                  plural(counts.eliminations, "elimination", "eliminations"));

  Table depth;
  depth.column("depth", Table::Align::kLeft);
  depth.column("measured");
  for (int i = 1; i <= 4; ++i) depth.column(fmt::format("case {}", i));
  const auto cases = [&](const std::string& name, std::uint64_t measured,
                         const std::array<Bound, 4>& bounds) {
    depth.row({name, fmt::format("{}", measured), number(bounds[0]), number(bounds[1]),
               number(bounds[2]), number(bounds[3])});
  };
  cases("first phase, rounds", counts.first_phase_rounds, b.first_phase);
  depth.row({"finals, importance", fmt::format("{}", counts.finals_importance_depth),
             number(b.second_phase)});
  cases("importance depth d", counts.importance_depth, b.importance);
  depth.row({"questions per example",
             fmt::format("{}", counts.first_phase_rounds + counts.finals_levels),
             number(b.structural)});
  text += depth.text();

  Table regret;
  regret.column("regret ratio", Table::Align::kLeft);
  regret.column("value");
  regret.column("", Table::Align::kLeft);
  regret.row(
      {"measured d/m", fmt::format("{:.2f}", b.measured_ratio()), "at any single input, at most"});
  regret.row(
      {"expected", fmt::format("{:.2f}", b.expected_ratio()), "over several inputs, at most"});
  regret.row({"Main Theorem, case 1", number(b.regret_ratio[0]), "a single input; m >= 2, k > 2"});
  regret.row({"Main Theorem, case 2", number(b.regret_ratio[1]),
              "a single input; k <= 2^62, m <= 4 log2 k"});
  regret.row({"Filter Tree, log k", number(b.filter_tree_log_k), "m = 1: ceil(log2 k)"});
  regret.row({"Filter Tree, costs", number(b.filter_tree_k_half),
              "m = 1: ceil(k/2), if the input fixes costs"});
  regret.row({"Filter Tree, any costs", number(b.filter_tree_k_minus_one),
              "m = 1: k - 1, costs random given the input"});
  regret.row({"any method, at least", number(b.lower_bound_any), "k > 2"});
  regret.row({"fixed rounds, at least", number(b.lower_bound_fixed_rounds),
              "3 - 2/k, for k > 4, or k > 2 and m >= 2"});
  text += '\n' + regret.text() + "\n  - : this case does not apply here\n";
  return text;
}

nlohmann::ordered_json bounds_json(const Bounds& b) {
  const Counts& counts = b.counts;
  nlohmann::ordered_json report;
  report["players"] = counts.players;
  report["eliminations"] = counts.eliminations;
  report["depth"] = {{"measured", counts.importance_depth},
                     {"first_phase", json(b.first_phase)},
                     {"importance", json(b.importance)},
                     {"first_phase_rounds", counts.first_phase_rounds},
                     {"finals_importance_depth", counts.finals_importance_depth},
                     {"questions", counts.first_phase_rounds + counts.finals_levels}};
  report["regret_ratio"] = {{"measured_d_over_m", b.measured_ratio()},
                            {"expected", b.expected_ratio()},
                            {"theorem", json(b.regret_ratio)}};
  report["second_phase"] = json(b.second_phase);
  report["structural"] = json(b.structural);
  report["filter_tree"] = {{"log_k", json(b.filter_tree_log_k)},
                           {"k_half", json(b.filter_tree_k_half)},
                           {"k_minus_one", json(b.filter_tree_k_minus_one)}};
  report["lower_bound"] = {{"any", json(b.lower_bound_any)},
                           {"fixed_rounds", json(b.lower_bound_fixed_rounds)}};
  return report;
}

}  // namespace ect::report
