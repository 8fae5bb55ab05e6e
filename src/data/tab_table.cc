// Tests: tab_table_test.
#include "data/tab_table.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/number.h"
#include "util/text.h"

namespace ect {
namespace {

using Row = std::vector<std::string>;

constexpr std::size_t kMaxRows = 100;  // that are looked at
// So many blanks in a field on average are those of sentences.
constexpr std::size_t kMinBlanksOfText = 3;

Row fields_of(std::string_view line) {
  Row row;
  for (std::string_view field : split(line, '\t')) {
    field = trimmed(field);
    const bool quoted = field.size() >= 2 && field.front() == '"' && field.back() == '"';
    row.emplace_back(quoted ? field.substr(1, field.size() - 2) : field);
  }
  return row;
}

std::vector<Row> first_rows(Lines& lines) {
  std::vector<Row> rows;
  std::string_view line;
  while (rows.size() < kMaxRows && lines.next(line)) {
    if (!trimmed(line).empty()) rows.push_back(fields_of(line));
  }
  return rows;
}

bool is_a_number(const std::string& text) {
  float unused = 0;
  return is_number(text, unused) || read_written(text, {true, false}, unused);
}

bool names_column(const Row& header, const TableOptions& options) {
  return std::any_of(header.begin(), header.end(), [&](const std::string& name) {
    return !name.empty() &&
           (name == options.label || options.kinds.contains(name) ||
            std::find(options.ignore.begin(), options.ignore.end(), name) != options.ignore.end());
  });
}

// Different names that are no numbers; only that of an index in front may be missing.
bool is_header(const Row& row) {
  const std::set<std::string> names(row.begin(), row.end());
  return names.size() == row.size() && std::none_of(row.begin(), row.end(), is_a_number) &&
         std::find(row.begin() + 1, row.end(), "") == row.end();
}

// A column of numbers, in all rows below the header that have a value there.
bool is_numeric(const std::vector<Row>& rows, std::size_t column) {
  std::size_t numbers = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const std::string& field = rows[i][column];
    if (field.empty() || field == "?" || is_missing_number(field)) continue;
    if (!is_a_number(field)) return false;
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

// In a file of two columns the first may well be labels that are numbers.
bool has_features(const std::vector<Row>& rows) {
  const Row& header = rows.front();
  bool numeric = false;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (has_sentences(rows, i)) return false;
    numeric = numeric || ((i > 0 || header.size() > 2) && is_numeric(rows, i));
  }
  return numeric || std::find(header.begin() + 1, header.end(), "class") != header.end();
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
  if (no_header || (is_header(rows.front()) && has_features(rows))) return {Kind::kTable, columns};
  return {columns > 2 ? Kind::kDoubtful : Kind::kText, columns};
}

}  // namespace ect
