#ifndef ECT_CLI_DATA_OPTIONS_H_
#define ECT_CLI_DATA_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/load.h"

namespace ect::cli {

// The options about data files, as given on the command line.
struct DataOptions {
  std::string format;  // empty: guessed
  bool no_header = false;
  std::string label;
  std::vector<std::string> ignore;
  std::vector<std::string> nominal;
  std::string types;  // a file, or empty
  std::optional<std::uint32_t> words;
  std::string chars;  // MIN-MAX or 0, or empty
  std::optional<std::uint32_t> bits;
};

// Adds the options of every verb that trains on data. `options` must outlive the verb.
void add_data_options(CLI::App& verb, DataOptions& options);

// Parses the options for the file `data`. Reads the file of types; if that has several tables, the
// one with the data's name is used. Throws ect::Error for invalid options.
data::LoadOptions load_options(const DataOptions& options, const std::string& data);

}  // namespace ect::cli

#endif  // ECT_CLI_DATA_OPTIONS_H_
