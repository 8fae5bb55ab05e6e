// Tests: select_display_test.
#include "cli/verbs/select_display.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "cli/print.h"
#include "report/table.h"
#include "util/display_width.h"
#include "util/terminal_text.h"

namespace ect::cli {
namespace {

constexpr std::size_t kWidth = 79;
constexpr double kTellsNothing = 2;  // seconds, before which no time left is said

std::string time_text(double seconds) {
  if (seconds < 90) return fmt::format("{:.0f} s", seconds);
  if (seconds < 5400) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::string game_line(const RunProgress& progress) {
  const Selection& selection = progress.selection;
  return fmt::format("Game {} of at most {}, round {}", selection.games().size() + 1,
                     selection.most_games(), selection.round());
}

std::string select_line(const RunProgress& progress, const std::vector<std::string>& names,
                        double seconds) {
  const Selection& selection = progress.selection;
  const std::uint64_t games = selection.games().size();
  std::string line = fmt::format("round {} of {}  games {} of {}", selection.round(),
                                 selection.most_rounds(), games, selection.most_games());
  if (progress.open > 0) line += fmt::format("  asking {}", progress.open);
  if (progress.cost > 0) line += fmt::format("  spent {}", short_number(progress.cost));
  if (seconds > kTellsNothing && progress.asked_now > 0 && games > 0) {
    const double a_question = seconds / static_cast<double>(progress.asked_now);
    const double a_game =
        a_question * static_cast<double>(progress.questions) / static_cast<double>(games);
    line += fmt::format("  {} left",
                        time_text(a_game * static_cast<double>(selection.most_games() - games)));
  }
  if (games > 0 && line.size() + 10 < kWidth) {
    const std::string leads = "  leads: ";
    line += leads + shortened(printable_line(names[selection.leader()]),
                              kWidth - line.size() - leads.size());
  }
  return line;
}

void SelectDisplay::show(const RunProgress& progress) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (on_screen_ && now - last_ < std::chrono::milliseconds(100)) return;
  last_ = now;
  on_screen_ = true;
  const double seconds = std::chrono::duration<double>(now - start_).count();
  streams_.err << "\r\x1b[K" << select_line(progress, names_, seconds) << std::flush;
}

void SelectDisplay::warn(const std::string& warning) {
  clear();
  print_warning(streams_, warning);
}

void SelectDisplay::clear() {
  if (!on_screen_) return;
  streams_.err << "\r\x1b[K" << std::flush;
  on_screen_ = false;
}

}  // namespace ect::cli
