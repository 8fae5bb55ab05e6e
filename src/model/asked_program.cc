#include "model/asked_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ect {
namespace {

constexpr std::size_t kShownLabels = 8;

// Who can come from an entrant: all labels below it, however the matches end.
SideLabels labels_below(const Schedule& schedule, Entrant top,
                        const std::vector<std::string>& names) {
  SideLabels result;
  std::unordered_set<std::uint32_t> labels;
  std::unordered_set<std::uint32_t> matches;
  std::vector<Entrant> left_to_do{top};
  while (!left_to_do.empty()) {
    const Entrant entrant = left_to_do.back();
    left_to_do.pop_back();
    if (entrant.from == From::kPlayer) {
      const bool is_new = labels.insert(entrant.index).second;
      if (is_new && result.some.size() < kShownLabels) result.some.push_back(names[entrant.index]);
    } else if (matches.insert(entrant.index).second) {
      left_to_do.push_back(schedule.right(entrant.index));
      left_to_do.push_back(schedule.left(entrant.index));
    }
  }
  result.count = labels.size();
  return result;
}

// The columns that have features, by the first of them.
std::vector<TableColumn> columns_with_features(const Layout& layout) {
  std::vector<TableColumn> columns;
  for (const TableColumn& column : layout.columns) {
    const bool nominal = column.role == TableColumn::Role::kNominal && !column.values.empty();
    if (nominal || column.role == TableColumn::Role::kNumeric) columns.push_back(column);
  }
  return columns;
}

// As it was before it was scaled.
double unscaled(const Scaling& scaling, std::uint32_t feature, float value) {
  if (scaling.kind != Scaling::Kind::kColumns || feature >= scaling.factors.size()) {
    return static_cast<double>(value);
  }
  const auto factor = static_cast<double>(scaling.factors[feature]);
  const auto offset = static_cast<double>(scaling.offsets[feature]);
  return factor > 0 ? static_cast<double>(value) / factor + offset : offset;
}

}  // namespace

std::function<std::array<SideLabels, 2>(std::uint32_t)> labels_of_sides(
    const Schedule& schedule, std::vector<std::string> labels) {
  struct Known {
    std::vector<std::string> names;
    std::unordered_map<std::uint32_t, std::array<SideLabels, 2>> sides;
  };
  const auto known = std::make_shared<Known>(Known{std::move(labels), {}});
  return [known, &schedule](std::uint32_t match) {
    const auto at = known->sides.find(match);
    if (at != known->sides.end()) return at->second;
    std::array<SideLabels, 2> sides{labels_below(schedule, schedule.left(match), known->names),
                                    labels_below(schedule, schedule.right(match), known->names)};
    return known->sides.emplace(match, std::move(sides)).first->second;
  };
}

std::function<std::vector<std::pair<std::string, std::string>>(Features)> cells_of(
    const Layout& layout, const Scaling& scaling) {
  std::vector<TableColumn> columns = columns_with_features(layout);
  if (columns.empty()) return nullptr;
  return [columns = std::move(columns), scaling](Features x) {
    std::vector<std::pair<std::string, std::string>> cells;
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      const std::uint32_t feature = x.indices[i];
      const auto after = std::upper_bound(columns.begin(), columns.end(), feature,
                                          [](std::uint32_t number, const TableColumn& column) {
                                            return number < column.first_feature;
                                          });
      if (after == columns.begin()) continue;
      const TableColumn& column = *(after - 1);
      const std::size_t place = feature - column.first_feature;
      if (column.role == TableColumn::Role::kNumeric) {
        cells.emplace_back(column.name,
                           fmt::format("{:.6g}", unscaled(scaling, feature, x.values[i])));
      } else if (place < column.values.size()) {
        cells.emplace_back(column.name, column.values[place]);
      }
    }
    return cells;
  };
}

std::shared_ptr<Program> start_program(const std::string& command, std::optional<double> timeout,
                                       const Reduction& reduction, std::vector<std::string> labels,
                                       const Layout& layout, const Scaling& scaling) {
  ProgramOptions options;
  options.command = command;
  options.timeout = timeout;
  if (reduction.schedule() != nullptr) {
    options.sides = labels_of_sides(*reduction.schedule(), std::move(labels));
  }
  options.show = cells_of(layout, scaling);
  return std::make_shared<Program>(std::move(options));
}

}  // namespace ect
