// The progress line on the terminal. Tests: progress_test.
#include "cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include "util/display_width.h"

namespace ect::cli {
namespace {

constexpr std::chrono::milliseconds kBetweenLines{100};

std::string short_count(double count) {
  if (count >= 1e6) return fmt::format("{:.1f} M", count / 1e6);
  if (count >= 1e4) return fmt::format("{:.0f} k", count / 1e3);
  return fmt::format("{:.0f}", count);
}

double share_of_step(const TrainProgress& progress) {
  return static_cast<double>(progress.examples) / static_cast<double>(progress.examples_of_step);
}

// The fraction of the work that is done; negative if the total is unknown.
double share_done(const TrainProgress& progress) {
  if (progress.steps == 0 || progress.examples_of_step == 0) return -1;
  return (progress.step - 1 + share_of_step(progress)) / progress.steps;
}

}  // namespace

std::string short_time(double seconds) {
  const auto whole = std::lround(seconds);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

std::string progress_line(const TrainProgress& progress, double seconds, double examples) {
  if (progress.tuning) {
    return fmt::format("tuning: {} of {}", progress.examples, progress.examples_of_step);
  }
  std::string line = fmt::format("{} {}", progress.round ? "round" : "pass", progress.step);
  if (progress.steps > 0) line += fmt::format(" of {}", progress.steps);
  line += fmt::format(": {}", short_count(static_cast<double>(progress.examples)));
  if (progress.examples_of_step > 0) {
    line += fmt::format(" of {}", short_count(static_cast<double>(progress.examples_of_step)));
  }
  line += " examples";
  if (progress.error >= 0) {
    // In rounds the mistakes so far only grow, up to the error at the end.
    line += fmt::format(", {} {:.1f} %", progress.round ? "lost so far" : "error",
                        100 * progress.error);
  }
  const std::string rate =
      seconds > 0 ? fmt::format(", {}/s", short_count(examples / seconds)) : "";
  const double share = share_done(progress);
  std::string left;
  if (share > 0) {
    left = fmt::format(", {} left", short_time(seconds * (1 - share) / share));
  } else if (progress.examples_of_step > 0 && examples > 0) {
    // The number of passes is unknown; the time of this one can be estimated.
    const auto rest = static_cast<double>(progress.examples_of_step - progress.examples);
    left = fmt::format(", {} left in this pass", short_time(seconds * rest / examples));
  }
  // If there is no room for both, the time left is shown and the rate is not.
  if (line.size() + rate.size() + left.size() <= kProgressColumns) line += rate;
  line += left;
  if (line.size() > kProgressColumns) line.resize(kProgressColumns);
  return line;
}

std::string progress_line(const JobsProgress& progress, double seconds) {
  constexpr std::size_t kBar = 24;
  const auto filled =
      static_cast<std::size_t>(std::floor(std::clamp(progress.share, 0.0, 1.0) * kBar));
  std::string line =
      fmt::format("[{:#>{}}{:.>{}}] {} of {} done, {} to do", "", filled, "", kBar - filled,
                  progress.done, progress.jobs, progress.jobs - progress.done);
  if (progress.share > 0) {
    line += fmt::format(", {} left", short_time(seconds * (1 - progress.share) / progress.share));
  }
  if (line.size() > kProgressColumns) line.resize(kProgressColumns);
  return line;
}

ProgressLine::ProgressLine(const Streams& streams, bool quiet, First first)
    : streams_(streams),
      shown_(streams.err_is_terminal && !quiet),
      next_(first == First::kAtOnce ? start_ : start_ + kBetweenLines) {}

double ProgressLine::due() {
  if (!shown_) return -1;
  const Clock::time_point now = Clock::now();
  if (now < next_) return -1;
  next_ = now + kBetweenLines;
  return std::chrono::duration<double>(now - start_).count();
}

void ProgressLine::put(const std::string& line) {
  on_screen_ = true;
  streams_.err << "\r\x1b[K" << util::shortened(line, kProgressColumns) << std::flush;
}

void ProgressLine::show_now(const std::string& line) {
  if (shown_) put(line);
}

void ProgressLine::show(const TrainProgress& progress) {
  if (progress.step != before_.step) done_ += static_cast<double>(before_.examples);
  before_ = progress;
  show_when_due([&](double seconds) {
    return progress_line(progress, seconds, done_ + static_cast<double>(progress.examples));
  });
}

void ProgressLine::show(const JobsProgress& progress) {
  show_when_due([&](double seconds) { return progress_line(progress, seconds); });
}

void ProgressLine::clear() {
  if (!on_screen_) return;
  streams_.err << "\r\x1b[K" << std::flush;
  on_screen_ = false;
  next_ = Clock::now();  // after a warning the line is shown again at once
}

}  // namespace ect::cli
