#ifndef ECT_COUNT_H_
#define ECT_COUNT_H_

#include <cstdint>
#include <vector>

#include "ect/export.h"

namespace ect {

// A number of matches: with 2^62 players it does not fit 64 bits.
__extension__ using WideCount = unsigned __int128;

// The limits of count_error_correcting() and its relatives.
inline constexpr std::uint64_t kMaxCountedPlayers = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kMaxCountedEliminations = std::uint64_t{1} << 16;

// The sizes and depths of a tournament, counted without building it. As in the paper's own
// verification of its depth lemma, only the number of players in each bracket is stored.
struct Counts {
  std::uint64_t players;
  std::uint64_t eliminations;
  WideCount first_phase_matches;
  WideCount matches;
  std::uint64_t first_phase_rounds;
  std::uint64_t finals_levels;  // rounds of the finals, each match counted once
  // The same with a match counted max(charges) times or, with FinalsSeries::kMajority, as many
  // times as it can have games: 2 max(charges) - 1.
  std::uint64_t finals_importance_depth;
  // The same with a match counted as many times as it can have games: the sum of its charges - 1.
  std::uint64_t finals_most_games;
  std::uint64_t importance_depth;  // d: first_phase_rounds + finals_importance_depth
  // The largest possible sum of the importance weights of a label, at any input. In expectation
  // over inputs the regret ratio is bounded by weight_sum / m, not by d / m (see regret.h).
  std::uint64_t weight_sum;
};

// Throws ect::Error for 0 players or eliminations, and above the limits. Cost: at most
// eliminations * min(players, eliminations) steps, about a second at the limits. This and the
// following functions may be called from several threads at once.
ECT_EXPORT Counts count_error_correcting(std::uint64_t players, std::uint64_t eliminations);

class Schedule;
// The counts of an existing schedule, whose seeding may change the number of rounds.
ECT_EXPORT Counts count(const Schedule& schedule);

// The round in which each bracket of the first phase ends, bracket 1 first. A bracket does not
// depend on later ones, so entry m - 1 is the depth of the first phase with m eliminations. Throws
// as count_error_correcting().
ECT_EXPORT std::vector<std::uint64_t> closing_rounds(std::uint64_t players,
                                                     std::uint64_t eliminations);

// The paper's bracketed m-elimination (introduction): the winner of a bracket leaves it and waits
// for the finals, which go from the winner of the last bracket up to the winner of the first.
struct BracketedCounts {
  std::uint64_t first_phase_rounds;
  std::uint64_t finals_most_games;
  std::uint64_t importance_depth;  // the sum of both: the games of the finals follow each other
};
// Throws as count_error_correcting(), and for fewer players than eliminations.
ECT_EXPORT BracketedCounts count_bracketed_elimination(std::uint64_t players,
                                                       std::uint64_t eliminations);

}  // namespace ect

#endif  // ECT_COUNT_H_
