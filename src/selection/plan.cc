// The number of games and questions of a selection, and its guarantee, computed before it begins.
// Tests: selection_test (no course of a small tournament has fewer or more games),
// selection_counts_test (nor questions).
#include <fmt/format.h>

#include <limits>
#include <memory>

#include "ect/error.h"
#include "ect/format.h"
#include "ect/select.h"
#include "tournament/formats.h"

namespace ect {
namespace {

constexpr std::uint64_t kMaxMatches = std::uint64_t{1} << 26;  // of a schedule, in memory

// The most games of ect:M, with the paper's finals.
std::uint64_t most_games_of_ect(Player items, std::uint32_t eliminations) {
  return tournament::error_correcting_format(items, eliminations, FinalsSeries::kCharged)
      ->games()
      .most;
}

std::string ect_name(std::uint64_t eliminations) { return fmt::format("ect:{}", eliminations); }

// Sets the number of questions, by those of one game: the first judge's turn, in which a tie is
// asked again with the items swapped and, if there is another judge, that judge's turn. Must agree
// with Selection.
void plan_questions(const SelectOptions& options, SelectionPlan& plan) {
  const std::uint64_t least = options.both_orders ? 2 : 1;
  const std::uint64_t another = options.judges > 1 ? least : 0;
  plan.least_questions = least * plan.least_games;
  plan.most_questions = (2 + another) * plan.most_games;
}

}  // namespace

SelectionPlan plan_selection(Player items, const std::string& tournament) {
  SelectOptions options;
  options.tournament = tournament;
  return plan_selection(items, options);
}

SelectionPlan plan_selection(Player items, const SelectOptions& options) {
  const std::unique_ptr<Format> format = make_format(options.tournament, items);
  if (items > 1 && format->scheduled_matches().value_or(0) > kMaxMatches) {
    throw Error::bad_argument(fmt::format("{} of {} items has more than {} games",
                                          options.tournament, items, kMaxMatches));
  }
  const GameRange games = format->games();
  SelectionPlan plan;
  plan.least_games = games.least;
  plan.most_games = games.most;
  plan.most_rounds = format->most_rounds();
  plan.withstands = format->withstands();
  plan.guarantee = format->guarantee();
  plan_questions(options, plan);
  return plan;
}

std::string tournament_to_withstand(std::uint64_t wrong_results) {
  return ect_name(wrong_results + 1);
}

std::string tournament_within(Player items, std::uint64_t games) {
  if (items <= 1) return ect_name(1);
  if (games < items - 1) {
    throw Error::bad_argument(fmt::format(
        "{} games are too few for {} items (at least {}, and {} for one that withstands a wrong "
        "result)",
        games, items, items - 1, most_games_of_ect(items, 2)));
  }
  std::uint32_t eliminations = 1;
  while (eliminations < std::numeric_limits<std::uint16_t>::max() &&
         most_games_of_ect(items, eliminations + 1) <= games) {
    ++eliminations;
  }
  return ect_name(eliminations);
}

}  // namespace ect
