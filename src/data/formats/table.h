#ifndef ECT_DATA_TABLE_H_
#define ECT_DATA_TABLE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "data/formats/notation.h"
#include "data/formats/reader.h"
#include "data/formats/records.h"

namespace ect::data {

// The user's options for the columns of a table.
struct TableOptions {
  std::string label;                // empty: `class`, else the last column
  std::vector<std::string> ignore;  // columns that are not used
  // Columns that are numeric or nominal whatever their values.
  std::map<std::string, Declared::Kind> kinds;
  // The same for columns not in `kinds`. It may serve several files: columns that are not in this
  // one are ignored.
  std::map<std::string, Declared::Kind> types;
  // Whether `ignore` and `kinds` may name columns of other files. The caller then checks that each
  // column is in one of the files.
  bool of_several_files = false;
};

// The prefix of names of columns that hold the costs of a class.
inline constexpr std::string_view kCostPrefix = "cost:";

// How a column of a table becomes features: a numeric column is one feature, a nominal one has a
// feature for each of its values. NaN, NA, null and similar markers in a numeric column are missing
// values. Zeros are stored, so that a missing value, which has no feature at all, differs from 0.
// Prediction needs this; models store it.
struct TableColumn {
  enum class Role : std::uint8_t { kIgnored, kNumeric, kNominal, kLabel, kCost };
  std::string name;
  Role role = Role::kIgnored;
  Notation notation;                                      // of a numeric column
  std::uint32_t first_feature = 0;                        // of numeric and nominal columns
  std::vector<std::string> values;                        // of a nominal column
  std::unordered_map<std::string, std::uint32_t> places;  // index of each value in `values`
};

// Determines the role of each column. A column is numeric if all its values are numbers in one
// notation, unless the file or the user declares it otherwise. `cost:NAME` columns are costs. A
// column without a name whose values are all different is an index of rows, and ignored unless the
// user names it. `open` returns the records from their beginning; it is called twice, so that only
// the values of nominal columns need memory. Throws ect::Error for columns that the user names but
// that do not exist, unless options.of_several_files, and for types that are not supported. Adds a
// line to `warnings`, which may be null, for each kind of problem (data/formats/table_warnings.h),
// and for `types` of columns that do not exist.
std::vector<TableColumn> learn_columns(const std::function<std::unique_ptr<Records>()>& open,
                                       const TableOptions& options,
                                       std::vector<std::string>* warnings = nullptr);

// Sets first_feature and places of the columns, in their order, by their roles and values.
void number_features(std::vector<TableColumn>& columns);

// The number of features of these columns: every index from table_reader() is below it.
std::uint32_t table_features(const std::vector<TableColumn>& columns);

// A reader of the records as examples. Columns are found by their names; an unseen nominal value
// has no feature. Files to be predicted may lack the label column, single labels (?) or all costs.
// If there are costs, the label must be one of their classes; without a label column it is the
// cheapest.
std::unique_ptr<Reader> table_reader(std::unique_ptr<Records> records,
                                     const std::vector<TableColumn>& columns);

}  // namespace ect::data

#endif  // ECT_DATA_TABLE_H_
