// From the cells of a table to features: three columns `size` (numeric), `colour` (nominal: red,
// blue) and `class` give the features 0: size, 1: colour=red, 2: colour=blue. Tests: table_test,
// real_data_test.
#include "data/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "data/number.h"
#include "util/text.h"

namespace ect {
namespace {

using Role = TableColumn::Role;

constexpr std::string_view kCostPrefix = "cost:";

// As programs write a number that they do not have.
bool is_missing_number(std::string_view text) {
  if (text == "NA") return true;
  float value = 0;
  return is_number(text, value) && std::isnan(value);
}

bool is_finite_number(std::string_view text) {
  float value = 0;
  return is_number(text, value) && std::isfinite(value);
}

std::optional<std::size_t> find_column(const std::vector<Declared>& columns,
                                       std::string_view name) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return i;
  }
  return std::nullopt;
}

std::size_t column_named(const Records& records, std::string_view name) {
  const auto found = find_column(records.columns(), name);
  if (!found) throw Error::bad_argument(fmt::format("there is no column {}", shown(name)));
  return *found;
}

// None where the file has costs and no `class`.
std::optional<std::size_t> label_column(const Records& records, const TableOptions& options) {
  if (!options.label.empty()) return column_named(records, options.label);
  if (const auto named = find_column(records.columns(), "class")) return named;
  const bool costs =
      std::any_of(records.columns().begin(), records.columns().end(),
                  [](const Declared& column) { return column.name.starts_with(kCostPrefix); });
  return costs ? std::nullopt : std::optional(records.columns().size() - 1);
}

// As the user says, else as the file does.
Declared::Kind kind_of(const Declared& column, const TableOptions& options) {
  for (const auto* said : {&options.kinds, &options.types}) {
    if (const auto found = said->find(column.name); found != said->end()) return found->second;
  }
  return column.kind;
}

// Labels and ignored columns, costs, and what the file or the user says; the rest is not yet known.
std::vector<TableColumn> known_roles(const Records& records, const TableOptions& options,
                                     std::vector<bool>& unknown) {
  const std::vector<Declared>& declared = records.columns();
  std::vector<TableColumn> columns(declared.size());
  unknown.assign(declared.size(), false);
  const std::optional<std::size_t> label = label_column(records, options);
  for (const std::string& name : options.ignore) column_named(records, name);
  for (const auto& [name, kind] : options.kinds) column_named(records, name);
  for (std::size_t i = 0; i < declared.size(); ++i) {
    TableColumn& column = columns[i];
    column.name = declared[i].name;
    const Declared::Kind kind = kind_of(declared[i], options);
    const bool ignored = std::find(options.ignore.begin(), options.ignore.end(), column.name) !=
                         options.ignore.end();
    if (i == label) {
      column.role = Role::kLabel;
    } else if (ignored) {
      column.role = Role::kIgnored;
    } else if (column.name.starts_with(kCostPrefix)) {
      column.role = Role::kCost;
    } else if (kind == Declared::Kind::kNominal) {
      column.role = Role::kNominal;
      column.values = declared[i].nominal;
    } else if (kind == Declared::Kind::kOther) {
      throw Error::bad_argument(
          fmt::format("column {} is neither numeric nor nominal (leave it out with --ignore)",
                      shown(column.name)));
    } else {
      column.role = Role::kNumeric;
      unknown[i] = kind == Declared::Kind::kUnknown;
    }
  }
  return columns;
}

// A file that lists the values of a column must keep to them.
void check_declared(const Records& records, const Declared& column, const std::string& value) {
  if (std::find(column.nominal.begin(), column.nominal.end(), value) == column.nominal.end()) {
    throw records.error(
        fmt::format("{} is no value that is listed for {}", shown(value), shown(column.name)));
  }
}

std::uint32_t features_in(const TableColumn& column) {
  if (column.role == Role::kNumeric) return 1;
  return column.role == Role::kNominal ? static_cast<std::uint32_t>(column.values.size()) : 0;
}

void number_features(std::vector<TableColumn>& columns) {
  std::uint32_t next = 0;
  for (TableColumn& column : columns) {
    column.first_feature = next;
    next += features_in(column);
    if (column.role != Role::kNominal) continue;
    for (const std::string& value : column.values) {
      column.places.emplace(value, static_cast<std::uint32_t>(column.places.size()));
    }
  }
}

class TableReader : public Reader {
 public:
  TableReader(std::unique_ptr<Records> records, const std::vector<TableColumn>& columns)
      : records_(std::move(records)), columns_(columns) {
    match_columns();
  }

  bool next(Example& example) override {
    if (!records_->next(cells_)) return false;
    example.label.reset();
    example.weight = 1;
    example.indices.clear();
    example.values.clear();
    example.costs.clear();
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (place_[i] != kAbsent) add(columns_[i], cells_[place_[i]], example);
    }
    if (!cost_labels_.empty()) check_label(example);
    return true;
  }

  std::span<const std::string> cost_labels() const override { return cost_labels_; }

 private:
  static constexpr std::size_t kAbsent = ~std::size_t{0};

  void match_columns() {
    std::unordered_map<std::string_view, std::size_t> places;
    for (std::size_t i = 0; i < records_->columns().size(); ++i) {
      places.emplace(records_->columns()[i].name, i);
    }
    std::size_t costs = 0;
    for (const TableColumn& column : columns_) {
      const auto found = places.find(column.name);
      const bool needed = column.role == Role::kNumeric || column.role == Role::kNominal;
      if (found == places.end() && needed) {
        throw records_->error(fmt::format("there is no column {}", shown(column.name)));
      }
      place_.push_back(found == places.end() ? kAbsent : found->second);
      if (column.role != Role::kCost) continue;
      ++costs;
      if (found != places.end()) cost_labels_.push_back(column.name.substr(kCostPrefix.size()));
    }
    if (!cost_labels_.empty() && cost_labels_.size() < costs) {
      throw records_->error(fmt::format("{} of {} cost columns", cost_labels_.size(), costs));
    }
  }

  // Labels and costs must speak of the same classes.
  void check_label(Example& example) const {
    if (!example.label) {
      const auto cheapest = std::min_element(example.costs.begin(), example.costs.end());
      example.label = cost_labels_[static_cast<std::size_t>(cheapest - example.costs.begin())];
    } else if (std::find(cost_labels_.begin(), cost_labels_.end(), *example.label) ==
               cost_labels_.end()) {
      throw records_->error(fmt::format("the label {} has no cost column", shown(*example.label)));
    }
  }

  float number(const TableColumn& column, const std::string& text) const {
    float value = 0;
    if (!is_number(text, value)) {
      throw records_->error(
          fmt::format("{} in column {} is no number", shown(text), shown(column.name)));
    }
    if (!std::isfinite(value)) {
      throw records_->error(
          fmt::format("{} in column {} is no finite number", shown(text), shown(column.name)));
    }
    return value;
  }

  void add(const TableColumn& column, const Cell& cell, Example& example) const {
    switch (column.role) {
      case Role::kNumeric:
        if (cell && !is_missing_number(*cell)) {
          const float value = number(column, *cell);
          if (value == 0 && records_->sparse()) break;
          example.indices.push_back(column.first_feature);
          example.values.push_back(value);
        }
        break;
      case Role::kNominal:
        if (!cell) break;
        if (const auto known = column.places.find(*cell); known != column.places.end()) {
          example.indices.push_back(column.first_feature + known->second);
          example.values.push_back(1);
        }
        break;
      case Role::kLabel:
        if (cell) example.label = records_->label(*cell);
        break;
      case Role::kCost:
        if (!cell) {
          throw records_->error(fmt::format("no cost in column {}", shown(column.name)));
        }
        example.costs.push_back(number(column, *cell));
        break;
      case Role::kIgnored:
        break;
    }
  }

  std::unique_ptr<Records> records_;
  std::vector<TableColumn> columns_;
  std::vector<std::size_t> place_;  // of each column in this file
  std::vector<std::string> cost_labels_;
  std::vector<Cell> cells_;
};

}  // namespace

std::vector<TableColumn> learn_columns(const std::function<std::unique_ptr<Records>()>& open,
                                       const TableOptions& options) {
  std::unique_ptr<Records> records = open();
  std::vector<bool> unknown;
  std::vector<TableColumn> columns = known_roles(*records, options, unknown);
  std::vector<Cell> cells;
  while (records->next(cells)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const bool open = unknown[i] && cells[i] && !is_missing_number(*cells[i]);
      if (open && !is_finite_number(*cells[i])) {
        columns[i].role = Role::kNominal;
        unknown[i] = false;
      }
    }
  }

  records = open();
  const auto collects = [&](std::size_t i) {
    return columns[i].role == Role::kNominal && records->columns()[i].nominal.empty();
  };
  std::vector<std::unordered_set<std::string>> seen(columns.size());
  while (records->next(cells)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!cells[i] || columns[i].role != Role::kNominal) continue;
      if (!collects(i)) {
        check_declared(*records, records->columns()[i], *cells[i]);
        continue;
      }
      if (seen[i].insert(*cells[i]).second) columns[i].values.push_back(*cells[i]);
    }
  }
  number_features(columns);
  return columns;
}

std::uint32_t table_features(const std::vector<TableColumn>& columns) {
  std::uint32_t features = 0;
  for (const TableColumn& column : columns) features += features_in(column);
  return features;
}

std::unique_ptr<Reader> table_reader(std::unique_ptr<Records> records,
                                     const std::vector<TableColumn>& columns) {
  return std::make_unique<TableReader>(std::move(records), columns);
}

}  // namespace ect
