#ifndef ECT_CLI_STOP_SIGNALS_H_
#define ECT_CLI_STOP_SIGNALS_H_

namespace ect::cli {

// While one listens, the first SIGINT or SIGTERM only asks to stop; a second one ends the program
// at once, as ever. One at a time.
class StopSignals {
 public:
  StopSignals() = default;
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;
  ~StopSignals();

  void listen();
  static bool asked() { return last() != 0; }
  // The signal that asked to stop; 0 where none did. Stays when there is no StopSignals any more.
  static int last();

 private:
  bool listens_ = false;
};

}  // namespace ect::cli

#endif  // ECT_CLI_STOP_SIGNALS_H_
