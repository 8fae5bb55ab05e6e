#ifndef ECT_DATA_TYPES_H_
#define ECT_DATA_TYPES_H_

#include <map>
#include <string>

#include "data/formats/records.h"
#include "util/input.h"

namespace ect::data {

using ColumnTypes = std::map<std::string, Declared::Kind>;

// What the columns of tables are: of one table, whatever its name, or of several by their names.
struct Types {
  bool several = false;
  ColumnTypes columns;                        // of one
  std::map<std::string, ColumnTypes> tables;  // of several

  // Of the table that is called so. Null where there are several, and none of that name.
  const ColumnTypes* of(const std::string& table) const;
};

// From a JSON object {"column": "num" or "nom", ...}, or one of such objects, {"table": {"column":
// "num" or "nom", ...}, ...}. `name` is what errors call it. Throws for anything else, and for a
// name that comes twice.
Types read_types(util::Input& input, const std::string& name);

}  // namespace ect::data

#endif  // ECT_DATA_TYPES_H_
