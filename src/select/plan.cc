// What a tournament takes and promises, before it begins. Tests: selection_test (no course of a
// small tournament has fewer or more games), selection_counts_test (nor questions).
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "ect/error.h"
#include "ect/format.h"
#include "ect/select.h"
#include "tournament/draw_finals.h"
#include "tournament/formats.h"
#include "util/text.h"

namespace ect {
namespace {

constexpr std::uint64_t kMostGames = std::uint64_t{1} << 26;

std::uint32_t number_behind(const std::string& name, char sign) {
  return parse_number<std::uint32_t>(name.substr(name.rfind(sign) + 1)).value_or(0);
}

struct Games {
  std::uint64_t least;
  std::uint64_t most;
};

Games games_of_ect(std::uint64_t items, const EctFormat& ect) {
  const std::uint64_t first_phase = (items - 1) * ect.eliminations;
  const auto players = static_cast<std::uint32_t>(items);
  return {first_phase,
          first_phase + most_finals_games_in_all(ect.eliminations, players, ect.series)};
}

// With the paper's finals.
std::uint64_t most_games_of_ect(std::uint64_t items, std::uint32_t eliminations) {
  return games_of_ect(items, {eliminations, FinalsSeries::kCharged}).most;
}

Games games_of(std::uint64_t items, const std::string& tournament) {
  if (items == 1) return {0, 0};
  if (tournament == "single") return {items - 1, items - 1};
  if (tournament == "round-robin") return {items * (items - 1) / 2, items * (items - 1) / 2};
  if (tournament.starts_with("best-of-")) {
    const std::uint64_t series = number_behind(tournament, '-');
    return {(items - 1) * (series + 1) / 2, (items - 1) * series};
  }
  if (const auto ect = parse_ect(tournament)) return games_of_ect(items, *ect);
  const std::uint32_t number = number_behind(tournament, ':');
  if (tournament.starts_with("swiss:")) {
    return {items / 2 * number, items / 2 * number};
  }
  if (tournament.starts_with("independent:")) {
    return {(items - 1) * number, (items - 1) * number};
  }
  // elimination:M. A game is a loss; all but the champion have M of them in the end, or were beaten
  // in the finals by somebody who has fewer.
  return {items - 1, items * number - 1};
}

// Of one game: the first judge's turn, in which a tie is asked again with the items swapped, and
// where there is another judge that one's turn. (As Selection asks.)
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
  const std::string& tournament = options.tournament;
  if (const auto ect = parse_ect(tournament)) {
    // Before memory is taken for them.
    const std::uint64_t first_phase = (std::uint64_t{items} - 1) * ect->eliminations;
    if (items > 0 && first_phase > kMostGames) {
      throw Error::bad_argument(
          fmt::format("{} of {} items has more than {} games", tournament, items, kMostGames));
    }
  }
  const std::unique_ptr<Format> format = make_format(tournament, items);
  const Games games = games_of(items, tournament);
  SelectionPlan plan;
  plan.least_games = games.least;
  plan.most_games = games.most;
  plan.most_rounds = format->most_rounds();
  if (const auto unseated = format->games_to_unseat()) plan.withstands = *unseated - 1;
  plan_questions(options, plan);
  return plan;
}

std::string tournament_to_withstand(std::uint64_t wrong_results) {
  return fmt::format("ect:{}", wrong_results + 1);
}

std::string tournament_within(Player items, std::uint64_t games) {
  if (items <= 1) return "ect:1";
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
  return fmt::format("ect:{}", eliminations);
}

}  // namespace ect
