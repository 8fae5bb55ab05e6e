// `cp new.model live.model` empties the file that a running `ect predict` has mapped, and what it
// reads next raises SIGBUS. Only a program may handle that, so it is done here and not in the
// library. Tests: live_model_test.
#include "cli/live_model.h"

#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "util/terminal_text.h"

namespace ect::cli {
namespace {

std::string bus_error_line;  // NOLINT: a signal handler can only use globals

void end_by_bus_error(int /*signal*/, siginfo_t* info, void* /*context*/) {
  if (info->si_code != BUS_ADRERR) {  // not caused by a file: the default action
    std::signal(SIGBUS, SIG_DFL);
    return;
  }
  [[maybe_unused]] const ssize_t written =
      ::write(STDERR_FILENO, bus_error_line.data(), bus_error_line.size());
  ::_exit(1);
}

void handle_bus_errors(const std::string& path) {
  bus_error_line = util::printable_line("ect: " + path +
                                        ": the file changed while it was in use, or its disk "
                                        "failed (to replace it, rename a new file over it)");
  bus_error_line += '\n';
  struct sigaction action {};
  action.sa_sigaction = end_by_bus_error;
  action.sa_flags = SA_SIGINFO;
  ::sigaction(SIGBUS, &action, nullptr);
}

}  // namespace

Model load_live(const std::string& path, const AskedProgram& program) {
  std::error_code none;
  const std::uintmax_t size = std::filesystem::file_size(path, none);
  if (none || size <= kMaxReadModel) return Model::load(path, program);
  handle_bus_errors(path);
  return Model::map(path, program);
}

}  // namespace ect::cli
