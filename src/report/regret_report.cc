// The output of `ect regret`, as text and as JSON. Tests: regret_cli_test.
#include "report/regret_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/table.h"

namespace ect::report {
namespace {

std::string name_of(const RegretRow& row) {
  return row.reduction + (row.eliminations > 1 ? fmt::format(":{}", row.eliminations) : "") +
         (row.contested ? ":contested" : "");
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

std::string learned_table(const std::vector<RegretRow>& rows) {
  Table table;
  table.column("reduction", Table::Align::kLeft);
  for (const char* column : {"asked", "regret", "±", "r", "ratio", "bound", "used"}) {
    table.column(column);
  }
  for (const RegretRow& row : rows) {
    const bool binary = !row.contested;
    table.row({name_of(row), fmt::format("{:.1f}", row.questions),
               fmt::format("{:.4f}", row.multiclass_regret),
               fmt::format("{:.4f}", row.multiclass_error),
               binary ? fmt::format("{:.4f}", row.binary_regret) : "",
               binary ? shown_ratio(row.ratio) : "", row.bound_kind,
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
constexpr const char* kLearnedLegend =
    "  asked       binary classifiers, for one prediction\n"
    "  ±           standard error of the regret over the trials\n";

using Json = nlohmann::ordered_json;

Json number_or_null(double value, bool there) {
  return there && std::isfinite(value) ? Json(value) : Json(nullptr);
}

}  // namespace

std::string regret_text(const RegretOptions& options, const std::vector<RegretRow>& rows) {
  std::string text = fmt::format("{}, {}, {}\n\n", plural(options.classes, "class", "classes"),
                                 plural(options.inputs, "input", "inputs"),
                                 plural(options.trials, "trial", "trials"));
  bool exact = false;
  bool learned = false;
  bool bounds = false;
  for (std::size_t first = 0; first < rows.size();) {
    const auto same = [&](const RegretRow& row) {
      return row.distribution == rows[first].distribution && row.nodes == rows[first].nodes;
    };
    const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(first);
    const std::vector<RegretRow> group(begin, std::find_if_not(begin, rows.end(), same));
    const std::string& nodes = group.front().nodes;
    text += title(options, group.front());
    if (nodes == "exact") {
      exact = true;
      text += exact_table(group);
    } else {
      bounds = true;
      learned = learned || nodes == "learned";
      text += nodes == "learned" ? learned_table(group) : bound_table(group);
    }
    text += '\n';
    first += group.size();
  }
  return text + (exact ? kExactLegend : "") + (exact && bounds ? "\n" : "") +
         (bounds ? kBoundLegend : "") + (learned ? kLearnedLegend : "");
}

nlohmann::ordered_json regret_json(const RegretOptions& options,
                                   const std::vector<RegretRow>& rows) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const RegretRow& row : rows) {
    list.push_back({{"distribution", row.distribution},
                    {"reduction", row.reduction},
                    {"eliminations", row.eliminations},
                    {"nodes", row.nodes},
                    {"finals", row.contested ? "contested" : "charged"},
                    {"multiclass_regret", row.multiclass_regret},
                    {"multiclass_regret_error", row.multiclass_error},
                    {"binary_regret", number_or_null(row.binary_regret, !row.contested)},
                    {"ratio", number_or_null(row.ratio, !row.contested)},
                    {"bound", number_or_null(row.bound, row.bounded)},
                    {"bound_kind", row.bound_kind},
                    {"bound_used", number_or_null(row.bound_used, row.bounded)},
                    {"worst_ratio", number_or_null(row.worst_ratio, !row.contested)},
                    {"consistent", row.contested ? Json() : Json(row.consistent)},
                    {"broken", row.broken},
                    {"problems", row.problems},
                    {"questions", row.questions}});
  }
  return {{"classes", options.classes}, {"inputs", options.inputs}, {"trials", options.trials},
          {"costs", options.costs},     {"seed", options.seed},     {"rows", list}};
}

}  // namespace ect::report
