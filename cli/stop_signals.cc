// Catches SIGINT and SIGTERM, so that a long run can save its state and stop. Tests:
// interrupt_test.
#include "cli/stop_signals.h"

#include <csignal>
#include <initializer_list>

namespace ect::cli {
namespace {

volatile std::sig_atomic_t asked_by = 0;

void ask(int signal) { asked_by = signal; }

void install(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART | static_cast<int>(SA_RESETHAND);
  ::sigaction(signal, &action, nullptr);
}

// The parent process may have set the signal to be ignored, as nohup does.
bool ignored(int signal) {
  struct sigaction action {};
  ::sigaction(signal, nullptr, &action);
  return action.sa_handler == SIG_IGN;
}

}  // namespace

void StopSignals::listen() {
  listens_ = true;
  asked_by = 0;
  for (const int signal : {SIGINT, SIGTERM}) {
    if (!ignored(signal)) install(signal, ask);
  }
}

StopSignals::~StopSignals() {
  if (!listens_) return;
  for (const int signal : {SIGINT, SIGTERM}) {
    if (!ignored(signal)) install(signal, SIG_DFL);
  }
}

int StopSignals::last() { return asked_by; }

}  // namespace ect::cli
