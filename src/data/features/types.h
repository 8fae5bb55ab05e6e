#ifndef ECT_DATA_TYPES_H_
#define ECT_DATA_TYPES_H_

#include <map>
#include <string>

#include "data/formats/records.h"
#include "util/input.h"

namespace ect::data {

using ColumnTypes = std::map<std::string, Declared::Kind>;

// Declared column types: of one table, whatever its name, or of several tables by their names.
struct Types {
  bool several = false;
  ColumnTypes columns;                        // if there is one table
  std::map<std::string, ColumnTypes> tables;  // if there are several

  // The types of a table. Null if there are several tables and none has that name.
  const ColumnTypes* of(const std::string& table) const;
};

// Reads a JSON object {"column": "num" or "nom", ...}, or an object of such objects, {"table":
// {"column": "num" or "nom", ...}, ...}. `name` is what errors call it. Throws ect::Error for
// anything else, and for duplicate names.
Types read_types(util::Input& input, const std::string& name);

}  // namespace ect::data

#endif  // ECT_DATA_TYPES_H_
