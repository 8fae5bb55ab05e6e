#ifndef ECT_CLI_TRAIN_OPTIONS_H_
#define ECT_CLI_TRAIN_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "model/named_options.h"

namespace ect::cli {

// Adds training options from their table (model/option_table.h). `options` must outlive the verb.

// How to train.
void add_learning_options(CLI::App& verb, model::NamedOptions& options);
// --seed and --threads.
void add_run_options(CLI::App& verb, model::NamedOptions& options);
// One option, with a help text specific to the verb.
void add_train_option(CLI::App& verb, model::NamedOptions& options, std::string_view name,
                      const std::string& help);

}  // namespace ect::cli

#endif  // ECT_CLI_TRAIN_OPTIONS_H_
