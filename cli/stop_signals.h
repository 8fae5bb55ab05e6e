#ifndef ECT_CLI_STOP_SIGNALS_H_
#define ECT_CLI_STOP_SIGNALS_H_

namespace ect::cli {

// While it listens, the first SIGINT or SIGTERM only requests a stop; a second one ends the program
// at once. At most one object may exist.
class StopSignals {
 public:
  StopSignals() = default;
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals();

  void listen();
  static bool asked() { return last() != 0; }
  // The signal that requested the stop; 0 if none did. Stays valid after the object is destroyed.
  static int last();

 private:
  bool listens_ = false;
};

}  // namespace ect::cli

#endif  // ECT_CLI_STOP_SIGNALS_H_
