// A selection as JSON. Tests: select_report_test.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "report/select_report.h"
#include "report/selection_facts.h"

namespace ect::report {
namespace {

constexpr std::size_t kMaxJsonList = 1000;  // entries of each list

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
    item["unanswered"] = step.unanswered;
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

// The numbers of coins, and the warning about them.
void add_coins(const Selection& selection, const std::vector<std::string>& names,
               nlohmann::ordered_json& report) {
  const CoinCount& coins = selection.coin_count();
  report["coins"] = coins.coins();
  report["coin_share"] = coins.share();
  report["coins_tied"] = coins.tied;
  report["coins_unanswered"] = coins.unanswered;
  const std::vector<UnansweredPair> pairs = unanswered_pairs(selection.games());
  report["unanswered_pair_count"] = pairs.size();
  report["unanswered_pairs"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < std::min(pairs.size(), kMaxJsonList); ++i) {
    report["unanswered_pairs"].push_back({{"first", names[pairs[i].first]},
                                          {"second", names[pairs[i].second]},
                                          {"games", pairs[i].games}});
  }
  report["warnings"] = nlohmann::ordered_json::array();
  if (const auto warning = coin_warning(selection)) report["warnings"].push_back(*warning);
}

// The items that can still win; at the end only the winner.
nlohmann::ordered_json standing_json(const std::vector<Player>& items, const Selection& selection,
                                     const std::vector<std::string>& names) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < std::min(items.size(), kMaxJsonList); ++i) {
    list.push_back({{"item", names[items[i]]},
                    {"number", items[i] + 1},
                    {"games", selection.wins(items[i]) + selection.losses(items[i])},
                    {"wins", selection.wins(items[i])},
                    {"losses", selection.losses(items[i])}});
  }
  return list;
}

}  // namespace

nlohmann::ordered_json selection_json(const Selection& selection,
                                      const std::vector<std::string>& names,
                                      const SelectionSpent& spent) {
  const std::optional<Player> champion = selection.champion();
  nlohmann::ordered_json report;
  report["winner"] = champion ? nlohmann::ordered_json(names[*champion]) : nullptr;
  report["winner_number"] = champion ? nlohmann::ordered_json(*champion + 1) : nullptr;
  report["over"] = champion.has_value();
  report["tournament"] = selection.options().tournament;
  report["items"] = selection.items();
  report["games"] = selection.games().size();
  report["games_at_most"] = selection.most_games();
  report["questions"] = spent.questions;
  report["rounds_at_most"] = selection.most_rounds();
  add_coins(selection, names, report);
  const std::optional<std::uint64_t> overturned =
      champion ? selection.overturned_by() : std::nullopt;
  report["overturned_by"] = overturned ? nlohmann::ordered_json(*overturned) : nullptr;
  const std::optional<std::uint64_t> by_judges =
      champion ? overturned_by_judges(selection) : std::nullopt;
  report["overturned_by_judges"] = by_judges ? nlohmann::ordered_json(*by_judges) : nullptr;
  const std::vector<Player> in = still_in(selection);
  report["still_in"] = in.size();
  report["standing"] = standing_json(in, selection, names);
  report["path"] = path_json(path_of(selection, selection.leader()), names, spent);
  report["runners_up"] = nlohmann::ordered_json::array();
  for (const RunnerUp& runner : runners_up(selection)) {
    report["runners_up"].push_back({{"item", names[runner.item]}, {"titles", runner.titles}});
  }
  report["ranking"] = nlohmann::ordered_json::array();
  for (const RankedItem& ranked : ranking(selection, kMaxJsonList)) {
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

}  // namespace ect::report
