// Warnings about tables that are probably misread. Every warning is a guess about what the user
// meant, so each has a threshold that clean tables do not reach. Tests: table_warnings_test.
#include "data/formats/table_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "data/formats/number.h"
#include "util/text.h"

namespace ect::data {
namespace {

using Role = TableColumn::Role;

// With fewer rows, ids, classes and counters cannot be recognised.
constexpr std::uint64_t kMinRowsOfLabels = 10;
constexpr std::uint64_t kMinRowsOfIds = 20;
constexpr std::uint64_t kMinRowsOfCounters = 50;
// If there are more than this many distinct numbers and one word, the word is a missing number.
constexpr std::size_t kMinNumbersBesideAWord = 10;

// Merges the warnings of all columns with the same problem into one line, about the first of them.
class SimilarWarnings {
 public:
  void add(const std::string& line) {
    if (count_++ == 0) line_ = line;
  }
  void give(std::vector<std::string>& warnings) const {
    if (count_ == 0) return;
    const std::size_t more = count_ - 1;
    warnings.push_back(more == 0 ? line_
                                 : fmt::format("{} (and {} more such {})", line_, more,
                                               more == 1 ? "column" : "columns"));
  }

 private:
  std::size_t count_ = 0;
  std::string line_;
};

// Names that are numbers indicate a row of data, unless they only count the columns.
bool has_numbers_for_names(const TableFindings& found) {
  std::size_t numbers = 0;
  bool counting = true;
  float before = -1;
  for (const Declared& column : found.declared) {
    if (column.unnamed || !is_any_number(column.name)) continue;
    ++numbers;
    float number = 0;
    counting = counting && is_number(column.name, number) && number > before &&
               number == std::floor(number);
    before = number;
  }
  return !counting && 2 * numbers >= found.declared.size();
}

// Names that are also values of their columns indicate a row of data, too.
bool has_values_for_names(const TableFindings& found) {
  std::size_t words = 0;
  std::size_t recurring = 0;
  for (std::size_t i = 0; i < found.declared.size(); ++i) {
    if (found.declared[i].unnamed || is_any_number(found.declared[i].name)) continue;
    ++words;
    recurring += found.values[i].name_recurs() ? 1 : 0;
  }
  return recurring > 0 && 2 * recurring >= words;
}

void warn_of_header(const TableFindings& found, std::vector<std::string>& warnings) {
  const bool declared =
      std::any_of(found.declared.begin(), found.declared.end(),
                  [](const Declared& column) { return column.kind != Declared::Kind::kUnknown; });
  if (!found.has_header || declared) return;
  if (!has_numbers_for_names(found) && !has_values_for_names(found)) return;
  warnings.push_back(fmt::format(
      "{}: the first line is read as column names but looks like data; --no-header reads it as a "
      "row",
      found.place));
}

void warn_of_label(const TableFindings& found, const std::vector<TableColumn>& columns,
                   std::vector<std::string>& warnings) {
  if (!found.guessed_label) return;
  const ColumnValues& values = found.values[*found.guessed_label];
  if (values.there() < kMinRowsOfLabels) return;
  const bool numbers = values.words() == 0;
  if (2 * values.distinct() <= values.there() && !(numbers && values.fractions())) return;
  warnings.push_back(fmt::format(
      "{}: the last column, {}, is read as the label and has {} distinct {} in {} rows (are these "
      "classes?); --label COLUMN names the label column",
      found.place, util::quoted(columns[*found.guessed_label].name), values.distinct(),
      numbers ? "numbers" : "values", values.there()));
}

void warn_of_indices(const TableFindings& found, const std::vector<TableColumn>& columns,
                     std::vector<std::string>& warnings) {
  SimilarWarnings unnamed;
  SimilarWarnings counters;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!found.unknown[i]) continue;
    const std::string name = util::quoted(columns[i].name);
    if (columns[i].role == Role::kIgnored) {
      if (found.values[i].there() == 0) continue;  // probably separators at the end of lines
      unnamed.add(fmt::format(
          "{}: column {} has no name and is ignored as a row index; to learn from it, name it in "
          "the file, or list it as {} in --nominal or --types",
          found.place, i + 1, name));
    } else if (columns[i].role == Role::kNumeric && found.rows >= kMinRowsOfCounters &&
               found.values[i].there() == found.rows && found.values[i].running()) {
      counters.add(fmt::format("{}: column {} only counts the rows; exclude it with --ignore {}",
                               found.place, name, name));
    }
  }
  unnamed.give(warnings);
  counters.give(warnings);
}

// Nominal columns that could have been numeric.
void warn_of_words(const TableFindings& found, const std::vector<TableColumn>& columns,
                   std::vector<std::string>& warnings) {
  SimilarWarnings slips;
  SimilarWarnings notations;
  SimilarWarnings markers;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!found.unknown[i] || columns[i].role != Role::kNominal) continue;
    const ColumnValues& values = found.values[i];
    const std::uint64_t words = values.words();
    const std::string name = util::quoted(columns[i].name);
    if (words == 0) {
      notations.add(fmt::format(
          "column {} is read as nominal: the notation of its numbers is ambiguous, such as {}; "
          "write them as 1234.5, or list the column in --nominal to confirm",
          name, values.rarest()));
    } else if (20 * words <= values.there()) {
      // More likely slips than a column of names: at most one value in twenty.
      slips.add(fmt::format(
          "column {} is read as nominal: {} of {} values {}, the first is {}; correct the file, or "
          "list the column in --nominal to confirm",
          name, words, values.there(), words == 1 ? "is not a number" : "are not numbers",
          values.first_word()));
    } else if (values.one_word() && 2 * words <= values.there() &&
               columns[i].values.size() > kMinNumbersBesideAWord) {
      markers.add(fmt::format(
          "column {} is read as nominal: {} of {} values are the word {}, all others numbers; "
          "write ? for a missing value, or list the column in --nominal to confirm",
          name, words, values.there(), values.first_word()));
    }
  }
  slips.give(warnings);
  notations.give(warnings);
  markers.give(warnings);
}

void warn_of_ids(const TableFindings& found, const std::vector<TableColumn>& columns,
                 std::vector<std::string>& warnings) {
  SimilarWarnings ids;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (!found.unknown[i] || columns[i].role != Role::kNominal) continue;
    const std::uint64_t there = found.values[i].there();
    const std::size_t distinct = columns[i].values.size();
    if (distinct < kMinRowsOfIds) continue;
    if (10 * distinct < 9 * there && !found.values[i].dates()) continue;
    if (2 * found.values[i].words() <= there) continue;  // numbers: see warn_of_words()
    const std::string name = util::quoted(columns[i].name);
    ids.add(fmt::format(
        "{}: column {} has {} distinct values in {} rows (an id or a date?); exclude it with "
        "--ignore {}",
        found.place, name, distinct, there, name));
  }
  ids.give(warnings);
}

}  // namespace

void warn_of_table(const TableFindings& found, const std::vector<TableColumn>& columns,
                   std::vector<std::string>& warnings) {
  warn_of_header(found, warnings);
  warn_of_label(found, columns, warnings);
  warn_of_indices(found, columns, warnings);
  warn_of_words(found, columns, warnings);
  warn_of_ids(found, columns, warnings);
}

}  // namespace ect::data
