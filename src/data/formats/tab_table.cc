// Decides whether lines with tabs are labelled text or a table, from the first 100 lines.
// Tests: tab_table_test.
#include "data/formats/tab_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/number.h"
#include "util/text.h"

namespace ect::data {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kMaxRows = 100;  // rows that are examined
// Fields with at least this many blanks on average are sentences.
constexpr std::size_t kMinBlanksOfText = 3;

Row fields_of(std::string_view line) {
  Row row;
  for (std::string_view field : util::split(line, '\t')) {
    field = util::trimmed(field);
    const bool quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
    row.emplace_back(quoted ? field.substr(1, field.size() - 2) : field);
  }
  return row;
}

std::vector<Row> first_rows(Lines& lines) {
  std::vector<Row> rows;
  std::string_view line;
  while (rows.size() < kMaxRows && lines.next(line)) {
    if (!util::trimmed(line).empty()) rows.push_back(fields_of(line));
  }
  return rows;
}

bool names_column(const Row& header, const TableOptions& options) {
  return std::any_of(header.begin(), header.end(), [&](const std::string& name) {
    return !name.empty() &&
           (name == options.label || options.kinds.contains(name) ||
            std::find(options.ignore.begin(), options.ignore.end(), name) != options.ignore.end());
  });
}

// Whether a row may be a header: distinct names that are not numbers; only the first, of an index,
// may be missing.
bool is_header(const Row& row) {
  const std::set<std::string> names(row.begin(), row.end());
  return names.size() == row.size() && std::none_of(row.begin(), row.end(), is_any_number) &&
         std::find(row.begin() + 1, row.end(), "") == row.end();
}

// Whether all values of a column below the first row are numbers, and there is at least one.
bool is_numeric(const std::vector<Row>& rows, std::size_t column) {
  std::size_t numbers = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string& field = rows[i][column];
    if (field.empty() || field == "?" || is_missing_number(field)) continue;
    if (!is_any_number(field)) return false;
    ++numbers;
  }
  return numbers > 0;
}

bool has_sentences(const std::vector<Row>& rows, std::size_t column) {
  std::size_t blanks = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    blanks +=
        static_cast<std::size_t>(std::count(rows[i][column].begin(), rows[i][column].end(), ' '));
  }
  return blanks >= kMinBlanksOfText * (rows.size() - 1);
}

// Whether rows are a table: the first is a header, and a column is numeric or named `class`; or
// most columns are numeric from the first row on. In a file of two columns the first one is not
// counted as numeric, because it may be labels that are numbers.
bool is_table(const std::vector<Row>& rows) {
  const Row& first = rows.front();
  bool numeric = false;
  std::size_t without_name = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (has_sentences(rows, i)) return false;
    if (!is_numeric(rows, i) || (i == 0 && first.size() == 2)) continue;
    numeric = true;
    without_name += is_any_number(first[i]) ? 1 : 0;
  }
  if (!is_header(first)) return first.size() > 2 && 2 * without_name > first.size();
  return numeric || std::find(first.begin() + 1, first.end(), "class") != first.end();
}

}  // namespace

TabTable judge_tabs(Lines lines, const TableOptions& options, bool no_header) {
  using Kind = TabTable::Kind;
  const std::vector<Row> rows = first_rows(lines);
  if (rows.empty() || rows.front().size() < 2) return {};
  const std::size_t columns = rows.front().size();
  if (rows.front().front().starts_with("__label__")) return {};
  if (names_column(rows.front(), options)) return {Kind::kTable, columns};
  const bool even =
      std::all_of(rows.begin(), rows.end(), [&](const Row& row) { return row.size() == columns; });
  if (!even || rows.size() < 2) return {};
  if (no_header || is_table(rows)) return {Kind::kTable, columns};
  return {columns > 2 ? Kind::kDoubtful : Kind::kText, columns};
}

}  // namespace ect::data
