#ifndef ECT_CLI_SELECT_DISPLAY_H_
#define ECT_CLI_SELECT_DISPLAY_H_

#include <chrono>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "select/runner.h"

namespace ect::cli {

// `Game 7 of about 31, round 2`: the next one.
std::string game_line(const RunProgress& progress);

// What a person who waits wants to know, in one line of at most 79 columns: the round, the games,
// who leads, what it cost, how long it will take.
std::string select_line(const RunProgress& progress, const std::vector<std::string>& names,
                        double seconds);

// That line on the terminal, at most ten times a second; nothing where stderr is no terminal or
// `quiet`. Warnings are lines of their own.
class SelectDisplay {
 public:
  SelectDisplay(const Streams& streams, bool quiet, const std::vector<std::string>& names)
      : streams_(streams), shown_(streams.err_is_terminal && !quiet), names_(names) {}
  SelectDisplay(const SelectDisplay&) = delete;
  SelectDisplay& operator=(const SelectDisplay&) = delete;
  ~SelectDisplay() { clear(); }

  void show(const RunProgress& progress);
  void warn(const std::string& warning);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  const Streams& streams_;
  bool shown_;
  const std::vector<std::string>& names_;
  bool on_screen_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_;
};

}  // namespace ect::cli

#endif  // ECT_CLI_SELECT_DISPLAY_H_
