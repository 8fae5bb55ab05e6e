#include "report/regret_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/table.h"

namespace ect {
namespace {

std::string name_of(const RegretRow& row) {
  return row.eliminations > 1 ? fmt::format("{}:{}", row.reduction, row.eliminations)
                              : row.reduction;
}

std::string shown_ratio(double ratio) {
  if (std::isinf(ratio)) return "inf";
  // At most five characters, so that the table fits 80 columns.
  return fmt::format(fmt::runtime(ratio < 99.5    ? "{:.2f}"
                                  : ratio < 99999 ? "{:.0f}"
                                                  : "{:.0e}"),
                     ratio);
}

std::string title(const RegretOptions& options, const RegretRow& row) {
  std::string nodes = row.nodes + " nodes";
  if (row.nodes == "planted") nodes += fmt::format(", rate {:g}", options.rate);
  if (row.nodes == "learned") {
    nodes +=
        fmt::format(" ({}, {})", options.learner, plural(options.examples, "example", "examples"));
  }
  return fmt::format("{}{}: {}\n", row.distribution, options.costs ? " costs" : "", nodes);
}

std::string exact_table(const std::vector<RegretRow>& rows) {
  Table table;
  table.column("reduction", Table::Align::kLeft);
  for (const char* column : {"problems", "asked", "regret", "consistent"}) table.column(column);
  for (const RegretRow& row : rows) {
    table.row({name_of(row), std::to_string(row.problems), fmt::format("{:.1f}", row.questions),
               fmt::format("{:.4f}", row.multiclass_regret), row.consistent ? "yes" : "no"});
  }
  return table.text();
}

std::string bound_table(const std::vector<RegretRow>& rows) {
  Table table;
  table.column("reduction", Table::Align::kLeft);
  for (const char* column : {"regret", "r", "ratio", "worst", "bound", "at most", "used"}) {
    table.column(column);
  }
  for (const RegretRow& row : rows) {
    table.row({name_of(row), fmt::format("{:.4f}", row.multiclass_regret),
               fmt::format("{:.4f}", row.binary_regret), shown_ratio(row.ratio),
               shown_ratio(row.worst_ratio), row.bound_kind,
               row.bounded ? fmt::format("{:.4f}", row.bound) : "",
               row.bounded ? fmt::format("{:.0f} %", 100 * row.bound_used) : ""});
  }
  return table.text();
}

constexpr const char* kExactLegend =
    "  problems    binary classifiers in all; asked: of them, for one prediction\n"
    "  regret      error (or cost) above the least possible one\n"
    "  consistent  whether that was 0 in every trial\n";
constexpr const char* kBoundLegend =
    "  regret      error (or cost) above the least possible\n"
    "  r           average regret of the binary classifiers: weighted by importance\n"
    "              for tournaments and pairs, uniform for the others, of squared\n"
    "              loss where the bound has a root\n"
    "  ratio       regret / r; worst: of all trials and of a search for bad patterns\n"
    "  bound       what is proved of the regret; at most: its value at this r\n"
    "  used        how much of the bound the worst case reached; never above 100 %\n";

nlohmann::ordered_json number_or_null(double value, bool there) {
  return there && std::isfinite(value) ? nlohmann::ordered_json(value)
                                       : nlohmann::ordered_json(nullptr);
}

}  // namespace

std::string regret_text(const RegretOptions& options, const std::vector<RegretRow>& rows) {
  std::string text = fmt::format("{}, {}, {}\n\n", plural(options.classes, "class", "classes"),
                                 plural(options.inputs, "input", "inputs"),
                                 plural(options.trials, "trial", "trials"));
  bool exact = false;
  bool bounds = false;
  for (std::size_t first = 0; first < rows.size();) {
    const auto same = [&](const RegretRow& row) {
      return row.distribution == rows[first].distribution && row.nodes == rows[first].nodes;
    };
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<RegretRow> group(begin, std::find_if_not(begin, rows.end(), same));
    const bool is_exact = group.front().nodes == "exact";
    (is_exact ? exact : bounds) = true;
    text += title(options, group.front()) + (is_exact ? exact_table(group) : bound_table(group));
    text += '\n';
    first += group.size();
  }
  return text + (exact ? kExactLegend : "") + (exact && bounds ? "\n" : "") +
         (bounds ? kBoundLegend : "");
}

nlohmann::ordered_json regret_json(const RegretOptions& options,
                                   const std::vector<RegretRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RegretRow& row : rows) {
    list.push_back({{"distribution", row.distribution},
                    {"reduction", row.reduction},
                    {"eliminations", row.eliminations},
                    {"nodes", row.nodes},
                    {"multiclass_regret", row.multiclass_regret},
                    {"binary_regret", row.binary_regret},
                    {"ratio", number_or_null(row.ratio, true)},
                    {"bound", number_or_null(row.bound, row.bounded)},
                    {"bound_kind", row.bound_kind},
                    {"bound_used", number_or_null(row.bound_used, row.bounded)},
                    {"worst_ratio", number_or_null(row.worst_ratio, true)},
                    {"consistent", row.consistent},
                    {"broken", row.broken},
                    {"problems", row.problems},
                    {"questions", row.questions}});
  }
  return {{"classes", options.classes}, {"inputs", options.inputs}, {"trials", options.trials},
          {"costs", options.costs},     {"seed", options.seed},     {"rows", list}};
}

}  // namespace ect
