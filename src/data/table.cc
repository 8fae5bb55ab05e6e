// From the cells of a table to features: three columns `size` (numeric), `colour` (nominal: red,
// blue) and `class` give the features 0: size, 1: colour=red, 2: colour=blue. Here the columns are
// learnt; table_reader.cc makes the examples. Tests: table_test, load_test.
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
  if (!options.of_several_files) {
    for (const std::string& name : options.ignore) column_named(records, name);
    for (const auto& [name, kind] : options.kinds) column_named(records, name);
  }
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

// What the values of a column are that nobody has declared.
struct Values {
  std::uint64_t there = 0;
  std::uint64_t words = 0;  // of these, what is no number
  std::string first_word;   // and where it stands

  void count(const std::string& value, const Records& records) {
    if (is_missing_number(value)) return;
    ++there;
    if (is_finite_number(value)) return;
    if (words++ == 0) first_word = fmt::format("{} ({})", shown(value), records.place());
  }
  // More likely slips than a column of names: at most one value in twenty.
  bool look_like_numbers() const { return words > 0 && 20 * words <= there; }
};

// One line, however many columns.
void warn_of_words(const std::vector<TableColumn>& columns, const std::vector<Values>& values,
                   std::vector<std::string>& warnings) {
  std::string warning;
  std::size_t more = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!values[i].look_like_numbers()) continue;
    if (!warning.empty()) {
      ++more;
      continue;
    }
    warning = fmt::format(
        "column {} is taken as nominal: {} of {} values {}, the first {}; mend the file, or name "
        "the column with --nominal to mean it",
        shown(columns[i].name), values[i].words, values[i].there,
        values[i].words == 1 ? "is no number" : "are no numbers", values[i].first_word);
  }
  if (more > 0) {
    warning += fmt::format(" ({} more {} alike)", more, more == 1 ? "column is" : "columns are");
  }
  if (!warning.empty()) warnings.push_back(warning);
}

void warn_of_types(const std::vector<Declared>& columns, const TableOptions& options,
                   std::vector<std::string>& warnings) {
  std::unordered_set<std::string_view> there;
  for (const Declared& column : columns) there.insert(column.name);
  std::size_t absent = 0;
  std::string first;
  for (const auto& [name, kind] : options.types) {
    if (!there.contains(name) && absent++ == 0) first = shown(name);
  }
  if (absent == 0) return;
  warnings.push_back(fmt::format("types are given for {} {} not in the data, the first {}", absent,
                                 absent == 1 ? "column that is" : "columns that are", first));
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

}  // namespace

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

std::vector<TableColumn> learn_columns(const std::function<std::unique_ptr<Records>()>& open,
                                       const TableOptions& options,
                                       std::vector<std::string>* warnings) {
  std::unique_ptr<Records> records = open();
  std::vector<bool> unknown;
  std::vector<TableColumn> columns = known_roles(*records, options, unknown);
  std::vector<Values> values(columns.size());
  std::vector<Cell> cells;
  while (records->next(cells)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (unknown[i] && cells[i]) values[i].count(*cells[i], *records);
    }
  }
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (values[i].words > 0) columns[i].role = Role::kNominal;
  }
  if (warnings != nullptr) {
    if (!options.of_several_files) warn_of_types(records->columns(), options, *warnings);
    warn_of_words(columns, values, *warnings);
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

}  // namespace ect
