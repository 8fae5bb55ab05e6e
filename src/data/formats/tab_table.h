#ifndef ECT_DATA_TAB_TABLE_H_
#define ECT_DATA_TAB_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "data/formats/lines.h"
#include "data/formats/table.h"

namespace ect::data {

// What lines with tabs in them are: labelled text, `label<TAB>text`, or the rows of a table.
struct TabTable {
  enum class Kind : std::uint8_t { kText, kTable, kDoubtful };
  Kind kind = Kind::kText;
  std::size_t columns = 0;
};

// Judged by the first lines. A table has as many fields in each of them and names in the first
// one; one of these is a column that the user has named, or `class` behind others, or else there is
// a column of numbers below its name. Without names most columns are numbers. Text that only
// happens to have more than two fields everywhere is doubtful.
TabTable judge_tabs(Lines lines, const TableOptions& options, bool no_header);

}  // namespace ect::data

#endif  // ECT_DATA_TAB_TABLE_H_
