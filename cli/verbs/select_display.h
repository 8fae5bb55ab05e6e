#ifndef ECT_CLI_SELECT_DISPLAY_H_
#define ECT_CLI_SELECT_DISPLAY_H_

#include <string>
#include <vector>

#include "cli/cli.h"
#include "cli/progress.h"
#include "selection/runner.h"

namespace ect::cli {

// `Game 7 of at most 31, round 2`: the next game.
std::string game_line(const selection::RunProgress& progress);

// A progress line: the round, the games, the leader, the cost, the time left.
std::string select_line(const selection::RunProgress& progress,
                        const std::vector<std::string>& names, double seconds);

// Shows that line on the terminal. Warnings are separate lines.
class SelectDisplay {
 public:
  SelectDisplay(const Streams& streams, bool quiet, const std::vector<std::string>& names)
      : streams_(streams), line_(streams, quiet, ProgressLine::First::kAtOnce), names_(names) {}

  void show(const selection::RunProgress& progress);
  void warn(const std::string& warning);
  void clear() { line_.clear(); }

 private:
  const Streams& streams_;
  ProgressLine line_;
  const std::vector<std::string>& names_;
};

}  // namespace ect::cli

#endif  // ECT_CLI_SELECT_DISPLAY_H_
