#ifndef ECT_DATA_TABLE_WARNINGS_H_
#define ECT_DATA_TABLE_WARNINGS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/formats/column_values.h"
#include "data/formats/table.h"

namespace ect::data {

// What was found while a table was read; vectors have an entry per column.
struct TableFindings {
  std::string place;  // of the header, for messages: file:line
  bool has_header = true;
  std::vector<Declared> declared;
  std::vector<ColumnValues> values;  // counted only for columns that the file does not declare
  std::vector<bool> unknown;         // neither the file nor the user declares the column
  std::optional<std::size_t> guessed_label;  // the last column, if no other label is known
  std::uint64_t rows = 0;
};

// Adds a line for each way in which the table seems to be misread, with the option that helps: a
// first line that looks like a row, numbers as labels, an index of rows, numbers that made a column
// nominal because of their notation, ids and dates.
void warn_of_table(const TableFindings& found, const std::vector<TableColumn>& columns,
                   std::vector<std::string>& warnings);

}  // namespace ect::data

#endif  // ECT_DATA_TABLE_WARNINGS_H_
