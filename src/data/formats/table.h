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

// What a user says about the columns of a table.
struct TableOptions {
  std::string label;                // empty: `class`, else the last column
  std::vector<std::string> ignore;  // columns that are no features
  // Columns that are numeric or nominal whatever they look like.
  std::map<std::string, Declared::Kind> kinds;
  // The same, where `kinds` says nothing; it may serve several files, and columns that are not in
  // this one are passed over.
  std::map<std::string, Declared::Kind> types;
  // Whether columns to ignore and `kinds` may be those of other files, too. Whoever says so sees to
  // it that each is in one of them.
  bool of_several_files = false;
};

// Columns that are called so hold the costs of a class.
inline constexpr std::string_view kCostPrefix = "cost:";

// How the columns of a table become features: a numeric column is one feature, a nominal one has a
// feature for each of its values. NaN, NA, null and their like in a numeric
// column are missing values. Zeros are kept, so that a missing value, which has no feature at all,
// can be told from 0. Prediction needs this; a model stores it.
struct TableColumn {
  enum class Role : std::uint8_t { kIgnored, kNumeric, kNominal, kLabel, kCost };
  std::string name;
  Role role = Role::kIgnored;
  Notation notation;                                      // of a numeric column
  std::uint32_t first_feature = 0;                        // of numeric and nominal columns
  std::vector<std::string> values;                        // of a nominal column
  std::unordered_map<std::string, std::uint32_t> places;  // of the values
};

// Learns what each column is. A column is numeric if every value that is there is a number, all
// written in one notation, unless the file or the user says otherwise. `cost:NAME` columns are
// costs. A column without a name whose values are all different is an index of rows, and ignored
// unless the user names it. `open` gives the records from their beginning; it is called twice, so
// that only the values of nominal columns need memory. Throws for columns that the user names and
// that are not there, unless they may be of other files, and for types that cannot be used.
// `warnings`, where given, gets a line for each kind of trouble: see data/formats/table_warnings.h,
// and `types` of columns that are in none of the files.
std::vector<TableColumn> learn_columns(const std::function<std::unique_ptr<Records>()>& open,
                                       const TableOptions& options,
                                       std::vector<std::string>* warnings = nullptr);

// Numbers the features of the columns by their roles and values, in their order.
void number_features(std::vector<TableColumn>& columns);

// All features of these columns, seen or not: every index that table_reader gives is below.
std::uint32_t table_features(const std::vector<TableColumn>& columns);

// The records as examples. Columns are found by their names; a nominal value never seen has no
// feature. Files to predict may lack the label, single labels (?) or all costs. Where there are
// costs, the label is one of their classes; without a label column it is the cheapest.
std::unique_ptr<Reader> table_reader(std::unique_ptr<Records> records,
                                     const std::vector<TableColumn>& columns);

}  // namespace ect::data

#endif  // ECT_DATA_TABLE_H_
