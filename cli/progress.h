#ifndef ECT_CLI_PROGRESS_H_
#define ECT_CLI_PROGRESS_H_

#include <chrono>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "ect/reduction.h"

namespace ect::cli {

// What a person who waits wants to know, in one line of at most 79 columns. `seconds` since the
// start, `examples` since then.
std::string progress_line(const LearnProgress& progress, double seconds, double examples);

// Jobs of which each takes a while: how many are done, and the share of all the work.
struct JobsProgress {
  std::uint64_t done = 0;
  std::uint64_t jobs = 0;
  double share = 0;
};
// The same for them.
std::string progress_line(const JobsProgress& progress, double seconds);

// That line on the terminal, at most ten times a second; nothing where stderr is no terminal or
// `quiet`. Taken away again at the end.
class ProgressLine {
 public:
  ProgressLine(const Streams& streams, bool quiet)
      : streams_(streams), shown_(streams.err_is_terminal && !quiet) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  void show(const LearnProgress& progress);
  void show(const JobsProgress& progress);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  // Seconds since the start if it is time for another line, else below 0.
  double due();
  void put(const std::string& line);

  const Streams& streams_;
  bool shown_;
  bool on_screen_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
  double done_ = 0;  // examples of the steps before
  LearnProgress before_;
};

// Warnings, a line each.
void show_warnings(const Streams& streams, const std::vector<std::string>& warnings);

}  // namespace ect::cli

#endif  // ECT_CLI_PROGRESS_H_
