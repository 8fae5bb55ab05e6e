// Determines the columns of a table and their features: three columns `size` (numeric), `colour`
// (nominal: red, blue) and `class` give the features 0: size, 1: colour=red, 2: colour=blue.
// table_reader.cc makes the examples. Cost: two passes over the table. Tests: table_test,
// load_test.
#include "data/formats/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "data/formats/table_warnings.h"
#include "util/text.h"

namespace ect::data {
namespace {

using Role = TableColumn::Role;

std::optional<std::size_t> find_column(const std::vector<Declared>& columns,
                                       std::string_view name) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].name == name) return i;
  }
  return std::nullopt;
}

std::size_t column_named(const Records& records, std::string_view name) {
  const auto found = find_column(records.columns(), name);
  if (!found) throw Error::bad_argument(fmt::format("there is no column {}", util::quoted(name)));
  return *found;
}

// The label column; nothing if the file has costs and no `class`. `guessed` is set if it is the
// last column only because no other is known.
std::optional<std::size_t> label_column(const Records& records, const TableOptions& options,
                                        bool& guessed) {
  guessed = false;
  if (!options.label.empty()) return column_named(records, options.label);
  if (const auto named = find_column(records.columns(), "class")) return named;
  const bool costs =
      std::any_of(records.columns().begin(), records.columns().end(),
                  [](const Declared& column) { return column.name.starts_with(kCostPrefix); });
  guessed = !costs;
  return costs ? std::nullopt : std::optional(records.columns().size() - 1);
}

// The kind that the user has declared, else that of the file.
Declared::Kind kind_of(const Declared& column, const TableOptions& options) {
  for (const auto* declared : {&options.kinds, &options.types}) {
    const auto found = declared->find(column.name);
    if (found != declared->end()) return found->second;
  }
  return column.kind;
}

// Roles that are known before the values are read: label, ignored, costs, and what the file or the
// user declares. The others are set to numeric, and marked in found.unknown.
std::vector<TableColumn> known_roles(const Records& records, const TableOptions& options,
                                     TableFindings& found) {
  const std::vector<Declared>& declared = found.declared = records.columns();
  found.place = records.place();
  found.has_header = records.has_header();
  std::vector<TableColumn> columns(declared.size());
  found.unknown.assign(declared.size(), false);
  bool guessed = false;
  const std::optional<std::size_t> label = label_column(records, options, guessed);
  // If the file lists the classes of the last column, that is the label without doubt.
  if (guessed && declared[*label].kind != Declared::Kind::kNominal) found.guessed_label = label;
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
          fmt::format("column {} is neither numeric nor nominal (exclude it with --ignore)",
                      util::quoted(column.name)));
    } else {
      column.role = Role::kNumeric;
      found.unknown[i] = kind == Declared::Kind::kUnknown;
    }
  }
  return columns;
}

void warn_of_types(const std::vector<Declared>& columns, const TableOptions& options,
                   std::vector<std::string>& warnings) {
  std::unordered_set<std::string_view> there;
  for (const Declared& column : columns) there.insert(column.name);
  std::size_t absent = 0;
  std::string first;
  for (const auto& [name, kind] : options.types) {
    if (!there.contains(name) && absent++ == 0) first = util::quoted(name);
  }
  if (absent == 0) return;
  warnings.push_back(fmt::format("types are given for {} {} not in the data, the first {}", absent,
                                 absent == 1 ? "column that is" : "columns that are", first));
}

// Counts the values of columns that the file does not declare, and of a guessed label.
void read_through(Records& records, TableFindings& found) {
  const std::size_t columns = found.declared.size();
  for (std::size_t i = 0; i < columns; ++i) {
    const bool index = found.declared[i].unnamed && found.unknown[i];
    found.values.emplace_back(found.declared[i].name, index || found.guessed_label == i);
  }
  std::vector<Cell> cells;
  for (; records.next(cells); ++found.rows) {
    for (std::size_t i = 0; i < columns; ++i) {
      const bool counts =
          found.declared[i].kind == Declared::Kind::kUnknown || found.guessed_label == i;
      if (counts && cells[i]) found.values[i].count(*cells[i], records);
    }
  }
}

// Decides by the values which of the columns assumed numeric are nominal or an index of rows.
void settle_roles(char separator, const TableFindings& found, std::vector<TableColumn>& columns) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (columns[i].role != Role::kNumeric) continue;
    const ColumnValues& values = found.values[i];
    const std::optional<Notation> notation = values.notation(separator);
    if (found.unknown[i] && found.declared[i].unnamed && values.distinct() == values.there()) {
      columns[i].role = Role::kIgnored;
    } else if (notation) {
      columns[i].notation = *notation;
    } else if (found.unknown[i]) {
      columns[i].role = Role::kNominal;
    }
  }
}

// Throws for a value that is not among those that the file declares for the column.
void check_declared(const Records& records, const Declared& column, const std::string& value) {
  if (std::find(column.nominal.begin(), column.nominal.end(), value) == column.nominal.end()) {
    throw records.error(fmt::format("{} is not one of the values listed for {}",
                                    util::quoted(value), util::quoted(column.name)));
  }
}

// Collects the values of nominal columns that the file does not declare, and checks the others.
void read_nominal(Records& records, std::vector<TableColumn>& columns) {
  std::vector<std::unordered_set<std::string>> seen(columns.size());
  std::vector<Cell> cells;
  while (records.next(cells)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (!cells[i] || columns[i].role != Role::kNominal) continue;
      if (!records.columns()[i].nominal.empty()) {
        check_declared(records, records.columns()[i], *cells[i]);
      } else if (seen[i].insert(*cells[i]).second) {
        columns[i].values.push_back(*cells[i]);
      }
    }
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
  TableFindings found;
  std::vector<TableColumn> columns;
  {
    const std::unique_ptr<Records> records = open();
    columns = known_roles(*records, options, found);
    read_through(*records, found);
    settle_roles(records->separator(), found, columns);
  }
  read_nominal(*open(), columns);
  number_features(columns);
  if (warnings != nullptr) {
    if (!options.of_several_files) warn_of_types(found.declared, options, *warnings);
    warn_of_table(found, columns, *warnings);
  }
  return columns;
}

std::uint32_t table_features(const std::vector<TableColumn>& columns) {
  std::uint32_t features = 0;
  for (const TableColumn& column : columns) features += features_in(column);
  return features;
}

}  // namespace ect::data
