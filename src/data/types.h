#ifndef ECT_DATA_TYPES_H_
#define ECT_DATA_TYPES_H_

#include <map>
#include <string>

#include "data/records.h"
#include "util/input.h"

namespace ect {

// What the columns of a table are, from a JSON object {"column": "num" or "nom", ...}. `name` is
// what errors call it. Throws for anything else, and for a column that is named twice.
std::map<std::string, Declared::Kind> read_types(Input& input, const std::string& name);

}  // namespace ect

#endif  // ECT_DATA_TYPES_H_
