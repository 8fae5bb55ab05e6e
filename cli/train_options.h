#ifndef ECT_CLI_TRAIN_OPTIONS_H_
#define ECT_CLI_TRAIN_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>

#include "model/named_options.h"

namespace ect::cli {

// Training options as their table has them (model/option_table.h). `options` must outlive the verb.

// How to learn.
void add_learning_options(CLI::App& verb, model::NamedOptions& options);
// How to run: --seed and --threads.
void add_run_options(CLI::App& verb, model::NamedOptions& options);
// One of them, with a help text of the verb's own.
void add_train_option(CLI::App& verb, model::NamedOptions& options, std::string_view name,
                      const std::string& help);

}  // namespace ect::cli

#endif  // ECT_CLI_TRAIN_OPTIONS_H_
