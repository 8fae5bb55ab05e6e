#include "report/select_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "report/selection_facts.h"
#include "report/table.h"

namespace ect {
namespace {

constexpr std::size_t kColumns = 80;
constexpr std::size_t kNameWidth = 28;
constexpr std::size_t kJudgeWidth = 18;
constexpr std::size_t kLongPath = 40;
constexpr std::size_t kRankedInText = 10;
constexpr std::size_t kRankedInJson = 1000;

std::string short_name(const std::string& name, std::size_t width) {
  return shortened_inside(printable(name), width);
}

std::string from_to(std::uint64_t least, std::uint64_t most) {
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

std::string promise(const std::string& tournament, const SelectionPlan& plan) {
  if (!plan.withstands) {
    return fmt::format(
        "How many wrong results {} withstands is not known: it promises nothing of that kind.",
        tournament);
  }
  if (*plan.withstands == 0 && tournament == "round-robin") {
    return "One wrong result, that of the two best items, can keep the best from winning; many "
           "wrong results on a weak item are outvoted.";
  }
  if (*plan.withstands == 0) {
    return "One wrong result can keep the best item from winning: ect:2 withstands one.";
  }
  return fmt::format("The best item wins if no more than {} wrong.",
                     plural(*plan.withstands, "result is", "results are"));
}

std::string questions_text(const SelectionPlan& plan, unsigned judges, bool both_orders) {
  const char* const another = judges > 1 ? ", then another judge" : "";
  const std::string who = judges > 1 ? fmt::format("{} judges in turn. ", judges) : "";
  if (both_orders) {
    return fmt::format(
        "{}{} questions at least, 2 a game, each item shown first once; where the two answers "
        "differ, {}a coin decides.",
        who, from_to(2 * plan.least_games, 2 * plan.most_games),
        judges > 1 ? "another judge is asked, then " : "");
  }
  return fmt::format(
      "{}One question a game; after a tie or an abstention one with the items swapped{}, then a "
      "coin decides.",
      who, another);
}

std::string path_table(const std::vector<PathStep>& path, const std::vector<std::string>& names,
                       const SelectionSpent& spent, PathShown how) {
  const bool all = how == PathShown::kWhole || path.size() <= kLongPath;
  const bool brackets =
      std::any_of(path.begin(), path.end(), [](const PathStep& s) { return s.final || s.bracket; });
  // One judge need not be named in each line.
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
    cells.push_back(short_name(names[step.opponent], kNameWidth));
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
    table.row({short_name(names[runner.item], kNameWidth),
               shortened(fmt::format("{}", fmt::join(runner.titles, ", ")), kNameWidth),
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
  for (const RankedItem& ranked : ranking(selection, kRankedInText)) {
    table.row({fmt::format("{}", ++place), short_name(names[ranked.item], 40),
               fmt::format("{:.2f}", ranked.strength), fmt::format("{}", ranked.wins),
               fmt::format("{}", ranked.losses)});
  }
  return "The strongest by all games (Bradley-Terry, logarithm of odds)\n" + table.text();
}

// "3/24", or a share where that would be long.
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
                     "  first: chose what was shown first; changed: with the order; disagreed: "
                     "with\n  most other judges of the same pair\n";
  for (const std::string& note : judge_notes(selection, spent)) {
    text += wrapped(printable(note), kColumns);
  }
  return text;
}

nlohmann::ordered_json path_json(const std::vector<PathStep>& path,
                                 const std::vector<std::string>& names,
                                 const SelectionSpent& spent) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const PathStep& step : path) {
    nlohmann::ordered_json item;
    item["opponent"] = names[step.opponent];
    item["won"] = step.won;
    item["bracket"] = step.bracket ? nlohmann::ordered_json(*step.bracket) : nullptr;
    item["final"] = step.final;
    item["judge"] = judge_name(spent, step.judge);
    item["coin"] = step.coin;
    list.push_back(std::move(item));
  }
  return list;
}

nlohmann::ordered_json judges_json(const Selection& selection, const SelectionSpent& spent) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  const std::vector<JudgeCount> judges = selection.judges();
  for (std::size_t i = 0; i < judges.size(); ++i) {
    const std::optional<double> share = first_share(judges[i]);
    nlohmann::ordered_json item;
    item["name"] = judge_name(spent, i);
    item["answers"] = judges[i].answers;
    item["first_share"] = share ? nlohmann::ordered_json(*share) : nullptr;
    item["ties"] = judges[i].ties;
    item["abstentions"] = judges[i].abstentions;
    item["both_orders"] = judges[i].both_orders;
    item["changed_mind"] = judges[i].changed_mind;
    item["shared"] = judges[i].shared;
    item["disagreed"] = judges[i].disagreed;
    list.push_back(std::move(item));
  }
  return list;
}

}  // namespace

std::string plan_text(Player items, const std::string& tournament, const SelectionPlan& plan,
                      unsigned judges, bool both_orders) {
  if (items == 1) return "1 item: it wins without a game.\n";
  const std::string head = fmt::format(
      "{} items, {}: {} {} in at most {}. {}", items, tournament,
      from_to(plan.least_games, plan.most_games), plan.most_games == 1 ? "game" : "games",
      plural(plan.most_rounds, "round", "rounds"), promise(tournament, plan));
  return wrapped(head, kColumns) + wrapped(questions_text(plan, judges, both_orders), kColumns);
}

std::string selection_text(const Selection& selection, const std::vector<std::string>& names,
                           const SelectionSpent& spent, PathShown shown) {
  const bool over = selection.champion().has_value();
  const Player leader = selection.leader();
  std::string text = fmt::format("{}: {}\n", over ? "Winner" : "No winner yet; ahead is",
                                 short_name(names[leader], kColumns - 26));
  text += wrapped(what_it_withstands(selection), kColumns);
  const std::vector<PathStep> path = path_of(selection, leader);
  if (!path.empty()) {
    text += fmt::format("\nIts games: {} won, {} lost\n", selection.wins(leader),
                        selection.losses(leader));
    text += path_table(path, names, spent, shown);
  }
  const std::vector<RunnerUp> runners = runners_up(selection);
  if (!runners.empty()) text += '\n' + runners_text(selection, runners, names);
  if (runners.empty() && !path.empty()) text += '\n' + ranking_text(selection, names);
  if (!path.empty()) text += '\n' + judges_text(selection, spent);
  text += '\n' + wrapped(what_it_took(selection, spent) + '.', kColumns);
  if (!spent.journal_hash.empty()) text += "The journal ends with\n  " + spent.journal_hash + '\n';
  return text;
}

nlohmann::ordered_json selection_json(const Selection& selection,
                                      const std::vector<std::string>& names,
                                      const SelectionSpent& spent) {
  const std::optional<Player> champion = selection.champion();
  nlohmann::ordered_json report;
  report["winner"] = champion ? nlohmann::ordered_json(names[*champion]) : nullptr;
  report["tournament"] = selection.options().tournament;
  report["items"] = selection.items();
  report["games"] = selection.games().size();
  report["questions"] = spent.questions;
  report["rounds_at_most"] = selection.most_rounds();
  report["coins"] = selection.coins();
  const std::optional<std::uint64_t> overturned =
      champion ? selection.overturned_by() : std::nullopt;
  report["overturned_by"] = overturned ? nlohmann::ordered_json(*overturned) : nullptr;
  report["path"] = path_json(path_of(selection, selection.leader()), names, spent);
  report["runners_up"] = nlohmann::ordered_json::array();
  for (const RunnerUp& runner : runners_up(selection)) {
    report["runners_up"].push_back({{"item", names[runner.item]}, {"titles", runner.titles}});
  }
  report["ranking"] = nlohmann::ordered_json::array();
  for (const RankedItem& ranked : ranking(selection, kRankedInJson)) {
    report["ranking"].push_back({{"item", names[ranked.item]},
                                 {"strength", ranked.strength},
                                 {"wins", ranked.wins},
                                 {"losses", ranked.losses}});
  }
  report["judges"] = judges_json(selection, spent);
  report["cost"] = spent.cost;
  report["seconds"] = spent.seconds;
  report["retries"] = spent.retries;
  if (!spent.journal_hash.empty()) report["journal_hash"] = spent.journal_hash;
  return report;
}

}  // namespace ect
