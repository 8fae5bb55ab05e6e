#ifndef ECT_CLI_PROGRESS_H_
#define ECT_CLI_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/cli.h"
#include "ect/train.h"

namespace ect::cli {

// Maximum width of a progress line: a line that wraps could not be erased.
inline constexpr std::size_t kProgressColumns = 79;

// `8 s`, `2 min 5 s`, `3 h 0 min`.
std::string short_time(double seconds);

// One line about the progress. `seconds` and `examples` are counted since the start.
std::string progress_line(const TrainProgress& progress, double seconds, double examples);

// Progress of many jobs: how many are done, and the fraction of all the work.
struct JobsProgress {
  std::uint64_t done = 0;
  std::uint64_t jobs = 0;
  double share = 0;
};
std::string progress_line(const JobsProgress& progress, double seconds);

// A progress line on the terminal, erased at the end; nothing if stderr is not a terminal or
// `quiet` is set. All verbs that show progress use this.
class ProgressLine {
 public:
  // By default short work shows nothing.
  enum class First : unsigned char { kAfterAMoment, kAtOnce };

  ProgressLine(const Streams& streams, bool quiet, First first = First::kAfterAMoment);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  // At most ten times a second.
  void show(const TrainProgress& progress);
  void show(const JobsProgress& progress);
  // Any other line, computed only when it is due: line_at(seconds since the start).
  template <class LineAt>
  void show_when_due(const LineAt& line_at) {
    const double seconds = due();
    if (seconds >= 0) put(line_at(seconds));
  }
  // Shows the line at once: for steps that may each take long.
  void show_now(const std::string& line);
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  // Seconds since the start if another line is due, else negative.
  double due();
  void put(const std::string& line);

  const Streams& streams_;
  bool shown_;
  bool on_screen_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
  double done_ = 0;  // examples of the steps before
  TrainProgress before_;
};

}  // namespace ect::cli

#endif  // ECT_CLI_PROGRESS_H_
