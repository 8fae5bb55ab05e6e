// Counting a tournament. State: how many players each bracket holds. A round takes n to n - n/2 in
// a bracket and passes n/2 losers on; a final (see error_correcting.cc) passes both players on.
//
//   8 players:  round 1: 8 | 0 | 0   round 2: 4 | 4 | 0   round 3: 2 | 4 | 2   round 4: 0 | 4 ...
//
// Cost: O(eliminations) a round. Paper: proof of Lemma "First Phase Depth bound". Tests: count_test
// (tests/files/depth.csv, and equal to the built schedule), bounds_test.
#include "ect/count.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ect/error.h"
#include "ect/schedule.h"
#include "tournament/counting.h"
#include "tournament/draw_finals.h"

namespace ect {
namespace {

void check_size(std::uint64_t players, std::uint64_t eliminations) {
  if (players == 0) throw Error::bad_argument("a tournament needs at least 1 player");
  if (eliminations == 0) throw Error::bad_argument("a tournament needs at least 1 elimination");
  if (players > kMaxCountedPlayers) {
    throw Error::bad_argument(
        fmt::format("{} players are too many to count (at most 2^62)", players));
  }
  if (eliminations > kMaxCountedEliminations) {
    throw Error::bad_argument(fmt::format("{} eliminations are too many to count (at most {})",
                                          eliminations, kMaxCountedEliminations));
  }
}

// The rounds in which the brackets close. If the winner of a bracket enters the next one, a bracket
// closes with a final of two; otherwise once a single player is left in it and none in those
// before.
std::vector<std::uint64_t> close_brackets(std::uint64_t players, std::uint64_t eliminations,
                                          bool winner_enters_next) {
  std::vector<std::uint64_t> closed;
  closed.reserve(eliminations);
  if (players == 1) {
    closed.assign(eliminations, 0);
    return closed;
  }
  std::vector<std::uint64_t> held(eliminations + 1, 0);  // the last entry: eliminated players
  held[0] = players;
  std::uint64_t last = 0;  // the last bracket that holds players
  for (std::uint64_t round = 1; closed.size() < eliminations; ++round) {
    const std::uint64_t open = closed.size();
    const bool final = held[open] == 2;
    std::uint64_t arriving = 0;
    last = std::min(last + 1, eliminations - 1);
    for (std::uint64_t b = open; b <= last; ++b) {
      const std::uint64_t games = held[b] / 2;
      held[b] += arriving - games;
      arriving = games;
    }
    while (last > open && held[last] == 0) --last;
    if (winner_enters_next) {
      if (final) {
        closed.push_back(round);
        held[open] = 0;
        ++held[open + 1];
      }
    } else {
      // Later brackets may be down to one player by the time that earlier ones close.
      while (closed.size() < eliminations && held[closed.size()] == 1) closed.push_back(round);
    }
  }
  return closed;
}

struct FinalsCounts {
  std::uint64_t levels = 0;
  std::uint64_t importance_depth = 0;
  std::uint64_t most_games = 0;
  // The largest possible sum of one label's weights in these finals, if it wins and if it loses
  // them, whatever titles it holds. A match between two titles of one label has weight 0.
  std::uint64_t weight_if_won = 0;
  std::uint64_t weight_if_lost = 0;
};

FinalsCounts count_finals(std::uint64_t titles, FinalsSeries series,
                          std::map<std::uint64_t, FinalsCounts>& known) {
  if (titles == 1) return {};
  if (const auto found = known.find(titles); found != known.end()) return found->second;
  const std::uint64_t right = titles / 2;
  const std::uint64_t left = titles - right;
  const FinalsCounts a = count_finals(left, series, known);
  const FinalsCounts b = count_finals(right, series, known);
  const std::uint64_t importance = tournament::importance_of(series, left);
  FinalsCounts result;
  result.levels = std::max(a.levels, b.levels) + 1;
  result.importance_depth = std::max(a.importance_depth, b.importance_depth) + importance;
  result.most_games = std::max(a.most_games, b.most_games) +
                      (series == FinalsSeries::kMajority ? importance : titles - 1);
  const std::uint64_t mixed =
      importance + std::max(a.weight_if_won + b.weight_if_lost, a.weight_if_lost + b.weight_if_won);
  result.weight_if_won = std::max(mixed, a.weight_if_won + b.weight_if_won);
  result.weight_if_lost = std::max(mixed, a.weight_if_lost + b.weight_if_lost);
  return known[titles] = result;
}

Counts counts_of(std::uint64_t players, std::uint64_t eliminations,
                 std::uint64_t first_phase_rounds, FinalsSeries series) {
  Counts counts{};
  counts.players = players;
  counts.eliminations = eliminations;
  counts.first_phase_rounds = first_phase_rounds;
  counts.first_phase_matches = WideCount{players - 1} * eliminations;
  counts.matches = counts.first_phase_matches + eliminations - 1;
  std::map<std::uint64_t, FinalsCounts> known;
  const FinalsCounts finals = count_finals(eliminations, series, known);
  counts.finals_levels = finals.levels;
  counts.finals_importance_depth = finals.importance_depth;
  counts.finals_most_games = finals.most_games;
  counts.importance_depth = counts.first_phase_rounds + counts.finals_importance_depth;
  counts.weight_sum =
      counts.first_phase_rounds + std::max(finals.weight_if_won, finals.weight_if_lost);
  return counts;
}

}  // namespace

std::vector<std::uint64_t> closing_rounds(std::uint64_t players, std::uint64_t eliminations) {
  check_size(players, eliminations);
  return close_brackets(players, eliminations, true);
}

Counts count_error_correcting(std::uint64_t players, std::uint64_t eliminations) {
  return counts_of(players, eliminations, closing_rounds(players, eliminations).back(),
                   FinalsSeries::kCharged);
}

Counts count(const Schedule& schedule) {
  return counts_of(schedule.players(), schedule.eliminations(), schedule.first_phase_rounds(),
                   schedule.finals_series());
}

Counts tournament::count_schedule(Player players, std::uint32_t eliminations, FinalsSeries series) {
  const std::uint64_t rounds =
      players == 1 ? 0 : close_brackets(players, eliminations, true).back();
  return counts_of(players, eliminations, rounds, series);
}

BracketedCounts count_bracketed_elimination(std::uint64_t players, std::uint64_t eliminations) {
  check_size(players, eliminations);
  if (eliminations > players) {
    throw Error::bad_argument(fmt::format(
        "bracketed elimination needs a player for each bracket ({} players, {} eliminations)",
        players, eliminations));
  }
  BracketedCounts counts{};
  counts.first_phase_rounds = close_brackets(players, eliminations, false).back();
  // Series of at most 2, 3, ... m games, as the challenger may lose only once.
  counts.finals_most_games = eliminations * (eliminations + 1) / 2 - 1;
  counts.importance_depth = counts.first_phase_rounds + counts.finals_most_games;
  return counts;
}

}  // namespace ect
