// The text report of a selection, in 80 columns. Tests: select_report_test.
#include "report/select_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "report/selection_facts.h"
#include "report/table.h"
#include "util/display_width.h"
#include "util/terminal_text.h"

namespace ect::report {
namespace {

constexpr std::size_t kItemNameWidth = 28;
constexpr std::size_t kJudgeWidth = 18;
constexpr std::size_t kLongPath = 40;
constexpr std::size_t kMaxTextList = 10;  // entries of the ranking, of standings and of pairs

std::string short_name(const std::string& name, std::size_t width) {
  return util::shortened_inside(util::printable_line(name), width);
}

std::string path_table(const std::vector<PathStep>& path, const std::vector<std::string>& names,
                       const SelectionSpent& spent, PathShown how) {
  const bool all = how == PathShown::kWhole || path.size() <= kLongPath;
  const bool brackets =
      std::any_of(path.begin(), path.end(), [](const PathStep& s) { return s.final || s.bracket; });
  // A single judge need not be named in each line.
  const bool decided =
      spent.judges.size() != 1 ||
      std::any_of(path.begin(), path.end(), [](const PathStep& s) { return s.coin; });
  Table table;
  table.column("game");
  if (brackets) table.column("bracket", Table::Align::kLeft);
  table.column("result", Table::Align::kLeft);
  table.column("against", Table::Align::kLeft);
  if (decided) table.column("decided by", Table::Align::kLeft);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const PathStep& step = path[i];
    if (!all && ((step.won && !step.coin) || shown == kLongPath)) continue;
    ++shown;
    std::vector<std::string> cells{fmt::format("{}", i + 1)};
    if (brackets) cells.push_back(bracket_of(step));
    cells.emplace_back(step.won ? "won" : "lost");
    cells.push_back(short_name(names[step.opponent], kItemNameWidth));
    if (decided) {
      cells.push_back(step.coin ? "a coin"
                                : short_name(judge_name(spent, step.judge), kJudgeWidth));
    }
    table.row(std::move(cells));
  }
  if (shown == path.size()) return table.text();
  return (shown == 0 ? "" : table.text()) +
         fmt::format("  and {} more games\n", path.size() - shown);
}

std::string runners_text(const Selection& selection, const std::vector<RunnerUp>& runners,
                         const std::vector<std::string>& names) {
  Table table;
  table.column("runner-up", Table::Align::kLeft);
  table.column("titles", Table::Align::kLeft);
  table.column("won");
  table.column("lost");
  for (const RunnerUp& runner : runners) {
    table.row({short_name(names[runner.item], kItemNameWidth),
               util::shortened(fmt::format("{}", fmt::join(runner.titles, ", ")), kItemNameWidth),
               fmt::format("{}", selection.wins(runner.item)),
               fmt::format("{}", selection.losses(runner.item))});
  }
  return table.text();
}

std::string ranking_text(const Selection& selection, const std::vector<std::string>& names) {
  Table table;
  table.column("");
  table.column("item", Table::Align::kLeft);
  table.column("strength");
  table.column("won");
  table.column("lost");
  std::size_t place = 0;
  for (const RankedItem& ranked : ranking(selection, kMaxTextList)) {
    table.row({fmt::format("{}", ++place), short_name(names[ranked.item], 40),
               fmt::format("{:.2f}", ranked.strength), fmt::format("{}", ranked.wins),
               fmt::format("{}", ranked.losses)});
  }
  return "The strongest by all games (Bradley-Terry, logarithm of odds)\n" + table.text();
}

std::string and_more(std::size_t all) {
  return all > kMaxTextList ? fmt::format("  and {} more\n", all - kMaxTextList) : "";
}

// The standing of a selection that is not over.
std::string standing_text(const Selection& selection, const std::vector<std::string>& names) {
  const std::vector<Player> in = still_in(selection);
  Table table;
  table.column("item");
  table.column("still in", Table::Align::kLeft);
  table.column("lost");
  table.column("won");
  table.column("games");
  for (std::size_t i = 0; i < std::min(in.size(), kMaxTextList); ++i) {
    table.row({fmt::format("{}", in[i] + 1), short_name(names[in[i]], 40),
               fmt::format("{}", selection.losses(in[i])), fmt::format("{}", selection.wins(in[i])),
               fmt::format("{}", selection.wins(in[i]) + selection.losses(in[i]))});
  }
  return util::wrapped(standing_sentence(selection), kTextColumns) + table.text() +
         and_more(in.size());
}

std::string unanswered_text(const std::vector<UnansweredPair>& pairs,
                            const std::vector<std::string>& names) {
  Table table;
  table.column("item", Table::Align::kLeft);
  table.column("against", Table::Align::kLeft);
  table.column("games");
  for (std::size_t i = 0; i < std::min(pairs.size(), kMaxTextList); ++i) {
    table.row({short_name(names[pairs[i].first], kItemNameWidth),
               short_name(names[pairs[i].second], kItemNameWidth),
               fmt::format("{}", pairs[i].games)});
  }
  return fmt::format("Pairs without an answer: {}\n", pairs.size()) + table.text() +
         and_more(pairs.size());
}

// "3/24", or a percentage if that would be long.
std::string of_all(std::uint64_t part, std::uint64_t all) {
  if (all == 0) return "-";
  std::string text = fmt::format("{}/{}", part, all);
  if (text.size() <= 9) return text;
  return fmt::format("{:.1f} %", 100 * static_cast<double>(part) / static_cast<double>(all));
}

std::string judges_text(const Selection& selection, const SelectionSpent& spent) {
  Table table;
  table.column("judge", Table::Align::kLeft);
  table.column("answers");
  table.column("first");
  table.column("ties");
  table.column("abstained");
  table.column("changed");
  table.column("disagreed");
  const std::vector<JudgeCount> judges = selection.judges();
  for (std::size_t i = 0; i < judges.size(); ++i) {
    const JudgeCount& judge = judges[i];
    const std::optional<double> share = first_share(judge);
    table.row({short_name(judge_name(spent, i), kJudgeWidth), fmt::format("{}", judge.answers),
               share ? fmt::format("{:.1f} %", 100 * *share) : "-", fmt::format("{}", judge.ties),
               fmt::format("{}", judge.abstentions), of_all(judge.changed_mind, judge.both_orders),
               of_all(judge.disagreed, judge.shared)});
  }
  std::string text = table.text() +
                     "  first: chose the item shown first; changed: answers that changed with the\n"
                     "  order; disagreed: with most other judges of the same pair\n";
  for (const std::string& note : judge_notes(selection, spent)) {
    text += util::wrapped(util::printable_line(note), kTextColumns);
  }
  return text;
}

}  // namespace

std::string selection_text(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, PathShown shown) {
  const bool over = selection.champion().has_value();
  const Player leader = selection.leader();
  std::string text = fmt::format("{}: {}\n", over ? "Winner" : "No winner yet; ahead is",
                                 util::printable_line(names[leader]));
  if (const auto warning = coin_warning(selection))
    text += util::wrapped("Warning: " + *warning, kTextColumns);
  text += util::wrapped(fmt::format("Item {} of {}. {}", leader + 1, selection.items(),
                                    what_it_withstands(selection)),
                        kTextColumns);
  if (!over) text += '\n' + standing_text(selection, names);
  const std::vector<PathStep> path = path_of(selection, leader);
  if (!path.empty()) {
    text += fmt::format("\nIts games: {} won, {} lost\n", selection.wins(leader),
                        selection.losses(leader));
    text += path_table(path, names, spent, shown);
  }
  const std::vector<RunnerUp> runners = runners_up(selection);
  if (!runners.empty()) text += '\n' + runners_text(selection, runners, names);
  if (selection.items() > 1) text += '\n' + ranking_text(selection, names);
  const std::vector<UnansweredPair> unanswered = unanswered_pairs(selection.games());
  if (!unanswered.empty()) text += '\n' + unanswered_text(unanswered, names);
  if (selection.items() > 1) text += '\n' + judges_text(selection, spent);
  text += '\n' + util::wrapped(what_it_took(selection, spent) + '.', kTextColumns);
  if (!spent.journal_hash.empty())
    text += "Hash of the journal's last line\n  " + spent.journal_hash + '\n';
  return text;
}

}  // namespace ect::report
