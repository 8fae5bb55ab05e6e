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
                  "For models that were learnt by command: the program and its arguments to ask; "
                  "nothing that a model file says is ever run")
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
    throw Error::bad_argument(fmt::format("{} was not learnt by a program; it needs none", path));
  }
  if (!name.empty() && program.command.empty()) {
    throw Error::bad_argument(
        fmt::format("{} was learnt by a program that calls itself {}; name the program to ask with "
                    "--program 'PROGRAM ARG ...'",
                    path, util::quoted(name)));
  }
  return program.command.empty() ? unasked : load_live(path, program);
}

}  // namespace ect::cli
