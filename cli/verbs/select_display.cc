// The progress line of `ect select`. Tests: select_display_test.
#include "cli/verbs/select_display.h"

#include <fmt/format.h>

#include "cli/print.h"
#include "report/table.h"
#include "util/display_width.h"
#include "util/terminal_text.h"

namespace ect::cli {
namespace {

constexpr double kMinSeconds = 2;  // before this no time left is shown

}  // namespace

std::string game_line(const selection::RunProgress& progress) {
  const Selection& selection = progress.selection;
  return fmt::format("Game {} of at most {}, round {}", selection.games().size() + 1,
                     selection.most_games(), selection.round());
}

std::string select_line(const selection::RunProgress& progress,
                        const std::vector<std::string>& names, double seconds) {
  const Selection& selection = progress.selection;
  const std::uint64_t games = selection.games().size();
  std::string line = fmt::format("round {} of {}  games {} of {}", selection.round(),
                                 selection.most_rounds(), games, selection.most_games());
  if (progress.open > 0) line += fmt::format("  asking {}", progress.open);
  if (progress.cost > 0) line += fmt::format("  spent {}", report::short_number(progress.cost));
  if (seconds > kMinSeconds && progress.asked_now > 0 && games > 0) {
    const double a_question = seconds / static_cast<double>(progress.asked_now);
    const double a_game =
        a_question * static_cast<double>(progress.questions) / static_cast<double>(games);
    line += fmt::format("  {} left",
                        short_time(a_game * static_cast<double>(selection.most_games() - games)));
  }
  if (games > 0 && line.size() + 10 < kProgressColumns) {
    const std::string leads = "  leads: ";
    line += leads + util::shortened(util::printable_line(names[selection.leader()]),
                                    kProgressColumns - line.size() - leads.size());
  }
  return line;
}

void SelectDisplay::show(const selection::RunProgress& progress) {
  line_.show_when_due([&](double seconds) { return select_line(progress, names_, seconds); });
}

void SelectDisplay::warn(const std::string& warning) {
  line_.clear();
  print_warning(streams_, warning);
}

}  // namespace ect::cli
