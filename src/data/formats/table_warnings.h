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

// What reading a table through has shown; everything by column.
struct TableFindings {
  std::string place;  // of the header, for messages
  bool has_header = true;
  std::vector<Declared> declared;
  std::vector<ColumnValues> values;  // where the file does not declare them
  std::vector<bool> unknown;         // neither the file nor the user says what the column is
  std::optional<std::size_t> guessed_label;  // the last column, taken because nothing was said
  std::uint64_t rows = 0;
};

// Adds a line for each kind of misreading that the table seems to suffer, with what to type: a
// first line that looks like a row, numbers as labels, an index of rows, numbers that made a column
// nominal because of how they are written, ids and dates.
void warn_of_table(const TableFindings& found, const std::vector<TableColumn>& columns,
                   std::vector<std::string>& warnings);

}  // namespace ect::data

#endif  // ECT_DATA_TABLE_WARNINGS_H_
