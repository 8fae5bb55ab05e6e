// Starts the external program of a `command` model, with names for what it is asked about: the
// labels on both sides of a problem, and the cells of a table's row. Tests: command_test.
#include "model/asked_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace ect::model {
namespace {

constexpr std::size_t kShownLabels = 8;

learners::SideLabels shown_labels(const std::vector<std::uint32_t>& labels,
                                  const std::vector<std::string>& names) {
  learners::SideLabels result;
  for (std::size_t i = 0; i < std::min(labels.size(), kShownLabels); ++i) {
    result.some.push_back(names[labels[i]]);
  }
  result.count = labels.size();
  return result;
}

// The columns that have features, ordered by their first feature.
std::vector<data::TableColumn> columns_with_features(const data::Layout& layout) {
  std::vector<data::TableColumn> columns;
  for (const data::TableColumn& column : layout.columns) {
    const bool nominal = column.role == data::TableColumn::Role::kNominal && !column.values.empty();
    if (nominal || column.role == data::TableColumn::Role::kNumeric) columns.push_back(column);
  }
  return columns;
}

// The value before scaling.
double unscaled(const data::Scaling& scaling, std::uint32_t feature, float value) {
  if (scaling.kind != data::Scaling::Kind::kColumns || feature >= scaling.factors.size()) {
    return static_cast<double>(value);
  }
  const auto factor = static_cast<double>(scaling.factors[feature]);
  const auto offset = static_cast<double>(scaling.offsets[feature]);
  return factor > 0 ? static_cast<double>(value) / factor + offset : offset;
}

}  // namespace

std::function<std::array<learners::SideLabels, 2>(std::uint32_t)> labels_of_sides(
    const reductions::Reduction& reduction, std::vector<std::string> labels) {
  struct Known {
    std::vector<std::string> names;
    std::unordered_map<std::uint32_t, std::array<learners::SideLabels, 2>> sides;
  };
  const auto known = std::make_shared<Known>(Known{std::move(labels), {}});
  return [known, &reduction](std::uint32_t problem) {
    const auto at = known->sides.find(problem);
    if (at != known->sides.end()) return at->second;
    const auto shown = [&](Side side) {
      return shown_labels(reduction.labels_at(problem, side), known->names);
    };
    std::array<learners::SideLabels, 2> sides{shown(Side::kLeft), shown(Side::kRight)};
    return known->sides.emplace(problem, std::move(sides)).first->second;
  };
}

std::function<std::vector<std::pair<std::string, std::string>>(Features)> cells_of(
    const data::Layout& layout, const data::Scaling& scaling) {
  std::vector<data::TableColumn> columns = columns_with_features(layout);
  if (columns.empty()) return nullptr;
  return [columns = std::move(columns), scaling](Features x) {
    std::vector<std::pair<std::string, std::string>> cells;
    for (std::size_t i = 0; i < x.indices.size(); ++i) {
      const std::uint32_t feature = x.indices[i];
      const auto after =
          std::upper_bound(columns.begin(), columns.end(), feature,
                           [](std::uint32_t number, const data::TableColumn& column) {
                             return number < column.first_feature;
                           });
      if (after == columns.begin()) continue;
      const data::TableColumn& column = *(after - 1);
      const std::size_t place = feature - column.first_feature;
      if (column.role == data::TableColumn::Role::kNumeric) {
        cells.emplace_back(column.name,
                           fmt::format("{:.6g}", unscaled(scaling, feature, x.values[i])));
      } else if (place < column.values.size()) {
        cells.emplace_back(column.name, column.values[place]);
      }
    }
    return cells;
  };
}

std::shared_ptr<learners::Program> start_program(const std::string& command,
                                                 std::optional<double> timeout,
                                                 const reductions::Reduction& reduction,
                                                 std::vector<std::string> labels,
                                                 const data::Layout& layout,
                                                 const data::Scaling& scaling) {
  learners::ProgramOptions options;
  options.command = command;
  options.timeout = timeout;
  options.sides = labels_of_sides(reduction, std::move(labels));
  options.show = cells_of(layout, scaling);
  return std::make_shared<learners::Program>(std::move(options));
}

}  // namespace ect::model
