#ifndef ECT_COUNT_H_
#define ECT_COUNT_H_

#include <cstdint>
#include <vector>

namespace ect {

__extension__ using WideCount = unsigned __int128;  // matches of 2^62 players pass 64 bits

inline constexpr std::uint64_t kMaxCountedPlayers = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kMaxCountedEliminations = std::uint64_t{1} << 16;

// The sizes and depths of a tournament, counted without building it. As in the paper's own
// verification of its depth lemma, only the number of players in each bracket is kept.
struct Counts {
  std::uint64_t players;
  std::uint64_t eliminations;
  WideCount first_phase_matches;
  WideCount matches;
  std::uint64_t first_phase_rounds;
  std::uint64_t finals_levels;  // rounds of finals, a match counted once
  // A match counted max(charges) times; where the majority decides (FinalsSeries), as many times as
  // it can have games: 2 max(charges) - 1.
  std::uint64_t finals_importance_depth;
  std::uint64_t finals_most_games;  // a match counted at its longest: charge + charge - 1
  std::uint64_t importance_depth;   // d: first_phase_rounds + finals_importance_depth
  // No label can have importance weights that sum to more, at any input. In expectation over
  // inputs the regret ratio is bounded by weight_sum / m, not by d / m (see regret.h).
  std::uint64_t weight_sum;
};

// Throws for 0 of either, and above the limits. Cost: eliminations * min(players, eliminations)
// steps at most, a second at the limits.
Counts count_error_correcting(std::uint64_t players, std::uint64_t eliminations);

// The same of a schedule that is there, whose seeding may make it take other rounds.
class Schedule;
Counts count(const Schedule& schedule);

// The round in which each bracket of the first phase closes, bracket 1 first. A bracket's course
// does not depend on later ones, so this is the first phase's depth for every smaller number of
// eliminations too.
std::vector<std::uint64_t> closing_rounds(std::uint64_t players, std::uint64_t eliminations);

// The paper's bracketed m-elimination (introduction): a bracket's winner does not play on, and the
// finals climb from the last bracket's winner to the first's.
struct BracketedCounts {
  std::uint64_t first_phase_rounds;
  std::uint64_t finals_most_games;
  std::uint64_t importance_depth;  // the sum of both: games are played one by one
};
BracketedCounts count_bracketed_elimination(std::uint64_t players, std::uint64_t eliminations);

}  // namespace ect

#endif  // ECT_COUNT_H_
