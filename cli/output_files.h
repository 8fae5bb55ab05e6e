#ifndef ECT_CLI_OUTPUT_FILES_H_
#define ECT_CLI_OUTPUT_FILES_H_

#include <CLI/CLI.hpp>

namespace ect::cli {

// The check of every option that names a file to write. It also marks the option for
// keep_outputs_apart().
CLI::Validator output_file();

// Throws if an output file is also named by another option, as an input or as another output.
// Checks the values of all options, so that a new option needs nothing but its output_file().
void keep_outputs_apart(const CLI::App& verb);

}  // namespace ect::cli

#endif  // ECT_CLI_OUTPUT_FILES_H_
