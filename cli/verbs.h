#ifndef ECT_CLI_VERBS_H_
#define ECT_CLI_VERBS_H_

#include <CLI/CLI.hpp>

#include "cli/cli.h"
#include "cli/help.h"
#include "cli/output_files.h"

namespace ect::cli {

// Each function adds the subcommand of one verb, whose callback does the work. One file per verb.
void add_train(CLI::App& app, const Streams& streams);
void add_predict(CLI::App& app, const Streams& streams);
void add_test(CLI::App& app, const Streams& streams);
void add_compare(CLI::App& app, const Streams& streams);
void add_select(CLI::App& app, const Streams& streams);
void add_info(CLI::App& app, const Streams& streams);
void add_synth(CLI::App& app, const Streams& streams);
void add_bracket(CLI::App& app, const Streams& streams);
void add_bounds(CLI::App& app, const Streams& streams);
void add_regret(CLI::App& app, const Streams& streams);
void add_simulate(CLI::App& app, const Streams& streams);

}  // namespace ect::cli

#endif  // ECT_CLI_VERBS_H_
