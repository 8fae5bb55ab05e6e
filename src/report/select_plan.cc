// The plan of a selection, as text and as JSON: games, questions and the guarantee. Tests:
// select_report_test.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "report/select_report.h"
#include "report/table.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

std::string from_to(std::uint64_t least, std::uint64_t most) {
  return least == most ? fmt::format("{}", most) : fmt::format("{} to {}", least, most);
}

std::string promise(const std::string& tournament, const SelectionPlan& plan) {
  if (!plan.withstands) {
    return fmt::format(
        "How many wrong results {} withstands is not known: it gives no such guarantee.",
        tournament);
  }
  if (*plan.withstands == 0 && plan.guarantee == Guarantee::kScore) {
    return "One wrong result, that of the two best items, can keep the best from winning; many "
           "wrong results on a weak item are outvoted.";
  }
  if (*plan.withstands == 0) {
    return "One wrong result can keep the best item from winning: ect:2 withstands one.";
  }
  return fmt::format("The best item wins if no more than {} wrong.",
                     plural(*plan.withstands, "result is", "results are"));
}

std::string questions_text(const SelectOptions& options) {
  const bool several = options.judges > 1;
  const std::string who = several ? fmt::format("{} judges in turn. ", options.judges) : "";
  if (options.both_orders) {
    return fmt::format(
        "{}Two questions a game, each item shown first once; where the answers differ, {}a coin "
        "decides.",
        who, several ? "two more from another judge, then " : "");
  }
  return fmt::format(
      "{}One question a game; after a tie or an abstention one with the items swapped{}, then a "
      "coin decides.",
      who, several ? ", then one from another judge" : "");
}

}  // namespace

std::string plan_text(Player items, const SelectOptions& options, const SelectionPlan& plan) {
  if (items == 1) return "1 item: it wins without a game.\n";
  const std::string head = fmt::format(
      "{} items, {}: {} {} in at most {}, {} questions. {}", items, options.tournament,
      from_to(plan.least_games, plan.most_games), plan.most_games == 1 ? "game" : "games",
      plural(plan.most_rounds, "round", "rounds"),
      from_to(plan.least_questions, plan.most_questions), promise(options.tournament, plan));
  return util::wrapped(head, kTextColumns) + util::wrapped(questions_text(options), kTextColumns);
}

nlohmann::ordered_json plan_json(Player items, const SelectOptions& options,
                                 const SelectionPlan& plan) {
  nlohmann::ordered_json report;
  report["tournament"] = options.tournament;
  report["items"] = items;
  report["judges"] = options.judges;
  report["both_orders"] = options.both_orders;
  report["games_at_least"] = plan.least_games;
  report["games_at_most"] = plan.most_games;
  report["questions_at_least"] = plan.least_questions;
  report["questions_at_most"] = plan.most_questions;
  report["rounds_at_most"] = plan.most_rounds;
  report["withstands"] =
      plan.withstands ? nlohmann::ordered_json(*plan.withstands) : nlohmann::ordered_json();
  return report;
}

}  // namespace ect::report
