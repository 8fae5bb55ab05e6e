#ifndef ECT_CLI_DATA_OPTIONS_H_
#define ECT_CLI_DATA_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "data/load.h"

namespace ect::cli {

// What a user says about data files, as it stands on the command line.
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

// The options of every verb that learns from data. `options` must outlive the verb.
void add_data_options(CLI::App& verb, DataOptions& options);

// The same as the readers take it for that file; reads the file of types, of which the part with
// the data's name is taken if it has several. Throws for what has no meaning.
data::LoadOptions load_options(const DataOptions& options, const std::string& data);

}  // namespace ect::cli

#endif  // ECT_CLI_DATA_OPTIONS_H_
