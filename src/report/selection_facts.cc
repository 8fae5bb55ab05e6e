// Facts about a selection that its text, JSON and HTML reports share. Tests: select_report_test.
#include "report/selection_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>
#include <utility>

#include "report/table.h"

namespace ect::report {
namespace {

constexpr std::uint64_t kMinAnswers = 30;

}  // namespace

std::vector<PathStep> path_of(const Selection& selection, Player item) {
  const auto titles = selection.titles();
  std::vector<PathStep> path;
  std::vector<std::size_t> last(titles.size(), 0);  // of each bracket, from 1
  for (const SelectedGame& game : selection.games()) {
    if (game.winner != item && game.loser != item) continue;
    PathStep step;
    step.won = game.winner == item;
    step.opponent = step.won ? game.loser : game.winner;
    step.final = !titles.empty() && game.bracket > titles.size();
    if (!step.final && game.bracket > 0) step.bracket = game.bracket;
    step.judge = game.judge;
    step.coin = game.coin;
    step.unanswered = game.unanswered;
    path.push_back(step);
    if (step.bracket && *step.bracket <= last.size()) last[*step.bracket - 1] = path.size();
  }
  for (std::size_t b = 0; b < last.size(); ++b) {
    if (last[b] > 0 && titles[b] == item) path[last[b] - 1].title = true;
  }
  return path;
}

std::string bracket_of(const PathStep& step) {
  if (step.final) return "finals";
  if (!step.bracket) return "";
  return fmt::format("{}{}", *step.bracket, step.title ? ", title" : "");
}

std::vector<RunnerUp> runners_up(const Selection& selection) {
  const auto titles = selection.titles();
  std::vector<RunnerUp> runners;
  for (std::uint32_t b = 0; b < titles.size(); ++b) {
    if (!titles[b] || titles[b] == selection.champion()) continue;
    auto known = std::find_if(runners.begin(), runners.end(),
                              [&](const RunnerUp& runner) { return runner.item == *titles[b]; });
    if (known == runners.end()) known = runners.insert(known, {*titles[b], {}});
    known->titles.push_back(b + 1);
  }
  std::stable_sort(runners.begin(), runners.end(), [](const RunnerUp& a, const RunnerUp& b) {
    return a.titles.size() > b.titles.size();
  });
  return runners;
}

std::vector<RankedItem> ranking(const Selection& selection, std::size_t most) {
  const std::vector<double> strengths =
      bradley_terry_strengths(selection.items(), selection.games());
  std::vector<RankedItem> all(strengths.size());
  for (Player item = 0; item < all.size(); ++item) {
    all[item] = {item, std::round(1e6 * strengths[item]) / 1e6 + 0.0, selection.wins(item),
                 selection.losses(item)};
  }
  const std::size_t count = std::min(most, all.size());
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count), all.end(),
                    [](const RankedItem& a, const RankedItem& b) {
                      return std::tie(b.strength, b.wins, a.item) <
                             std::tie(a.strength, a.wins, b.item);
                    });
  all.resize(count);
  return all;
}

std::vector<Player> still_in(const Selection& selection) {
  std::vector<Player> items;
  for (Player item = 0; item < selection.items(); ++item) {
    if (selection.still_in(item)) items.push_back(item);
  }
  std::stable_sort(items.begin(), items.end(), [&](Player a, Player b) {
    return std::pair(selection.losses(a), selection.wins(b)) <
           std::pair(selection.losses(b), selection.wins(a));
  });
  return items;
}

std::string standing_sentence(const Selection& selection) {
  const std::size_t in = still_in(selection).size();
  return fmt::format("{} of at most {} played; {} of {} still in.", selection.games().size(),
                     plural(selection.most_games(), "game is", "games are"), in,
                     plural(selection.items(), "item is", "items are"));
}

std::string coin_kinds(const Selection& selection) {
  const CoinCount& coins = selection.coin_count();
  return fmt::format(
      "{} after ties{}, {} because no judge answered", coins.tied,
      selection.options().both_orders ? " or answers that changed with the order" : "",
      coins.unanswered);
}

std::optional<std::string> coin_warning(const Selection& selection) {
  const CoinCount& coins = selection.coin_count();
  if (!coins.many()) return std::nullopt;
  std::string text = fmt::format("{} of {} ({:.1f} %) {} decided by a coin: {}.", coins.coins(),
                                 plural(coins.games, "game", "games"), 100 * coins.share(),
                                 coins.coins() == 1 ? "was" : "were", coin_kinds(selection));
  if (coins.most() && selection.champion()) text += " The winner is more luck than judgment.";
  return text;
}

std::optional<std::uint64_t> overturned_by_judges(const Selection& selection) {
  if (!selection.overturned_by()) return std::nullopt;
  std::vector<std::uint64_t> losses(selection.items(), 0);
  for (const SelectedGame& game : selection.games()) losses[game.loser] += game.coin ? 0 : 1;
  losses.erase(losses.begin() + selection.leader());
  return losses.empty() ? 0 : *std::min_element(losses.begin(), losses.end());
}

std::string what_it_withstands(const Selection& selection) {
  if (selection.items() == 1) return "It was the only item.";
  const std::optional<std::uint64_t> overturned = selection.overturned_by();
  std::string text;
  if (!overturned) {
    const SelectionPlan plan = plan_selection(selection.items(), selection.options());
    text = plan.withstands.value_or(0) > 0
               ? fmt::format("In {} the best item wins if no more than {} wrong.",
                             selection.options().tournament,
                             plural(*plan.withstands, "result is", "results are"))
               : fmt::format(
                     "How many wrong results this withstands is not known: in {} losses do not "
                     "eliminate an item.",
                     selection.options().tournament);
  } else if (!selection.champion()) {
    text = "Nothing is decided yet.";
  } else {
    text = fmt::format(
        "If any other item is the best, at least {} of the {} {} wrong: each other item has lost "
        "{} or more.",
        *overturned, plural(selection.games().size(), "result", "results"),
        *overturned == 1 ? "was" : "were", plural(*overturned, "game", "games"));
    if (selection.coins() > 0) {
      text += fmt::format(" Not counting coins, each has lost {} or more.",
                          plural(*overturned_by_judges(selection), "game", "games"));
    }
  }
  if (selection.coins() > 0 && !selection.coin_count().many()) {  // else there is the warning
    text +=
        fmt::format(" {} decided by a coin, which may be wrong as well: {}.",
                    plural(selection.coins(), "result was", "results were"), coin_kinds(selection));
  }
  return text;
}

std::string what_it_took(const Selection& selection, const SelectionSpent& spent) {
  std::string text = fmt::format("{}, {}", plural(selection.games().size(), "game", "games"),
                                 plural(spent.questions, "question", "questions"));
  if (spent.retries > 0) text += fmt::format(" ({})", plural(spent.retries, "retry", "retries"));
  text += fmt::format(", at most {}", plural(selection.most_rounds(), "round", "rounds"));
  if (selection.coins() > 0) text += ", " + plural(selection.coins(), "coin", "coins");
  if (spent.cost > 0) text += fmt::format(", cost {}", short_number(spent.cost));
  return text + fmt::format(", {} s", short_number(spent.seconds));
}

std::string judge_name(const SelectionSpent& spent, std::size_t judge) {
  if (judge < spent.judges.size()) return spent.judges[judge];
  return fmt::format("judge {}", judge + 1);
}

std::optional<double> first_share(const JudgeCount& judge) {
  const std::uint64_t winners = judge.first + judge.second;
  if (winners == 0) return std::nullopt;
  return static_cast<double>(judge.first) / static_cast<double>(winners);
}

std::vector<std::string> judge_notes(const Selection& selection, const SelectionSpent& spent) {
  std::vector<std::string> notes;
  const std::vector<JudgeCount> judges = selection.judges();
  for (std::size_t i = 0; i < judges.size(); ++i) {
    const std::uint64_t winners = judges[i].first + judges[i].second;
    if (winners < kMinAnswers) continue;
    const double share = *first_share(judges[i]);
    if (std::abs(share - 0.5) <= 3 * 0.5 / std::sqrt(static_cast<double>(winners))) continue;
    notes.push_back(fmt::format(
        "{} preferred what was shown {} in {:.0f} % of {} answers, further from a half than three "
        "standard errors: such answers say little, and more eliminations (-m) make up for them.",
        judge_name(spent, i), share > 0.5 ? "first" : "second",
        100 * (share > 0.5 ? share : 1 - share), winners));
  }
  return notes;
}

}  // namespace ect::report
