// --program and --timeout of verbs that predict with a model trained by an external program.
// Tests: command_test.
#include "cli/program_options.h"

#include <fmt/format.h>

#include "cli/help.h"
#include "cli/live_model.h"
#include "ect/error.h"
#include "model/option_table.h"
#include "model/parts.h"
#include "util/text.h"

namespace ect::cli {

void add_program(CLI::App& verb, AskedProgram& program) {
  verb.add_option("--program", program.command,
                  "For models trained by command: the program to run, with its arguments; a "
                  "program named in a model file is never run")
      ->type_name("PROGRAM");
  const model::TrainOption& timeout = model::train_option("--timeout");
  verb.add_option(std::string(timeout.name), program.timeout, timeout.help)
      ->type_name(std::string(timeout.value))
      ->check(real_number(timeout.range->least, timeout.range->most));
}

Model load_to_ask(const std::string& path, const AskedProgram& program) {
  const Model unasked = load_live(path);
  const std::string& name = unasked.parts().about.program;
  if (name.empty() && (!program.command.empty() || program.timeout)) {
    throw Error::bad_argument(fmt::format(
        "{}: the model was not trained by a program (--program and --timeout do not apply)", path));
  }
  if (!name.empty() && program.command.empty()) {
    throw Error::bad_argument(fmt::format(
        "{}: the model was trained by a program named {} (expected --program 'PROGRAM ARG ...')",
        path, util::quoted(name)));
  }
  return program.command.empty() ? unasked : load_live(path, program);
}

}  // namespace ect::cli
