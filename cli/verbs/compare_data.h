#ifndef ECT_CLI_COMPARE_DATA_H_
#define ECT_CLI_COMPARE_DATA_H_

#include <iosfwd>
#include <string>
#include <vector>

#include "cli/data_options.h"
#include "model/compare.h"

namespace ect::cli {

// A DATA argument: a file, or two as TRAIN,TEST. If a file has the whole argument as its name,
// comma included, it is that file.
struct DataArgument {
  explicit DataArgument(const std::string& argument);

  std::string train;
  std::string test;  // empty: none
};

// Reads all data sets. With several, --ignore, --nominal and --types may name columns that only one
// of them has. Throws for a column that none has. Warnings are added to `warnings`.
std::vector<model::CompareData> read_compare_data(const std::vector<DataArgument>& arguments,
                                                  const DataOptions& options, std::istream& in,
                                                  std::vector<std::string>& warnings);

}  // namespace ect::cli

#endif  // ECT_CLI_COMPARE_DATA_H_
