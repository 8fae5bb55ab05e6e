#ifndef ECT_CLI_PROGRESS_H_
#define ECT_CLI_PROGRESS_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/cli.h"
#include "ect/train.h"

namespace ect::cli {

// What a progress line may take: one that wraps could not be taken away again.
inline constexpr std::size_t kProgressColumns = 79;

// `8 s`, `2 min 5 s`, `3 h 0 min`.
std::string short_time(double seconds);

// What a person who waits wants to know, in one line. `seconds` since the start, `examples` since
// then.
std::string progress_line(const TrainProgress& progress, double seconds, double examples);

// Jobs of which each takes a while: how many are done, and the share of all the work.
struct JobsProgress {
  std::uint64_t done = 0;
  std::uint64_t jobs = 0;
  double share = 0;
};
// The same for them.
std::string progress_line(const JobsProgress& progress, double seconds);

// A line on the terminal that says how far the work is, and is taken away again at the end; nothing
// where stderr is no terminal or `quiet`. Every verb that shows progress does so by this.
class ProgressLine {
 public:
  // Work that is over in a moment shows nothing, unless its first line is due at once.
  enum class First : unsigned char { kAfterAMoment, kAtOnce };

  ProgressLine(const Streams& streams, bool quiet, First first = First::kAfterAMoment);
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { clear(); }

  // At most ten times a second.
  void show(const TrainProgress& progress);
  void show(const JobsProgress& progress);
  // Any other line, which is made only when it is time for one: line_at(seconds since the start).
  template <class LineAt>
  void show_when_due(const LineAt& line_at) {
    const double seconds = due();
    if (seconds >= 0) put(line_at(seconds));
  }
  // Whenever it is called: for steps that may each take long.
  void show_now(const std::string& line);
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
  Clock::time_point next_;
  double done_ = 0;  // examples of the steps before
  TrainProgress before_;
};

}  // namespace ect::cli

#endif  // ECT_CLI_PROGRESS_H_
