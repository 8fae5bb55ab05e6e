#ifndef ECT_DATA_TAB_TABLE_H_
#define ECT_DATA_TAB_TABLE_H_

#include <cstddef>
#include <cstdint>

#include "data/formats/lines.h"
#include "data/formats/table.h"

namespace ect::data {

// What lines with tabs are: labelled text, `label<TAB>text`, or the rows of a table.
struct TabTable {
  enum class Kind : std::uint8_t { kText, kTable, kDoubtful };
  Kind kind = Kind::kText;
  std::size_t columns = 0;
};

// Decides by the first lines. In a table all of them have the same number of fields. It has a
// header that names a column which the user has named, or `class` (not as the first), or a numeric
// column; or it has no header, and most columns are numeric. Other lines that all have the same
// number of fields, more than two, are doubtful.
TabTable judge_tabs(Lines lines, const TableOptions& options, bool no_header);

}  // namespace ect::data

#endif  // ECT_DATA_TAB_TABLE_H_
