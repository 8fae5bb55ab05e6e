#ifndef ECT_CLI_OUTPUT_FILES_H_
#define ECT_CLI_OUTPUT_FILES_H_

#include <CLI/CLI.hpp>

namespace ect::cli {

// The check of every option that names a file to write. It also marks the option for
// keep_outputs_apart().
CLI::Validator output_file();

// Throws where a file that the verb is to write is also named by another of its options, as
// something to read or as another output: no user means to lose it. Looks into all that was said,
// so that a new option needs nothing but its output_file().
void keep_outputs_apart(const CLI::App& verb);

}  // namespace ect::cli

#endif  // ECT_CLI_OUTPUT_FILES_H_
