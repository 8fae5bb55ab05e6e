#ifndef ECT_CLI_STOP_SIGNALS_H_
#define ECT_CLI_STOP_SIGNALS_H_

namespace ect::cli {

// While there is one, the first SIGINT or SIGTERM only asks to stop; a second one ends the program
// at once, as ever. One at a time.
class StopSignals {
 public:
  StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals();

  static bool asked() { return last() != 0; }
  // The signal that asked to stop; 0 where none did. Stays when there is no StopSignals any more.
  static int last();
};

}  // namespace ect::cli

#endif  // ECT_CLI_STOP_SIGNALS_H_
