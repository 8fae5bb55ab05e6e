#ifndef ECT_TOURNAMENT_DRAW_FINALS_H_
#define ECT_TOURNAMENT_DRAW_FINALS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ect/schedule.h"

namespace ect::tournament {

// The finals between merged title holders: a binary tree over holders with charges.
struct DrawnFinals {
  struct Meeting {
    // A side below the number of holders is that holder; holders + i is the winner of meeting i.
    std::uint32_t left;
    std::uint32_t right;
    std::uint32_t left_charge;
    std::uint32_t right_charge;
  };
  std::vector<Meeting> meetings;  // holders - 1, each after those that its sides come from
  // The depth of the tree, a meeting counted max(charges) times in charged finals, and 2
  // max(charges) - 1 times where the majority decides.
  std::uint64_t importance_depth = 0;
  std::uint64_t most_games = 0;  // the same with a meeting counted by its largest number of games
};

// Draws finals of the least importance depth: exactly for up to 12 holders (3^holders steps), and
// balanced by charge for more. `charges` has an entry per holder, at least one. Deterministic.
DrawnFinals draw_finals(std::span<const std::uint32_t> charges,
                        FinalsSeries series = FinalsSeries::kCharged);

// The most games, one after the other, that finals of that many titles can take when at most
// `players` players hold them: exact for up to 12 titles, the bound 4 * titles for more.
std::uint64_t most_finals_games(std::uint32_t titles, std::uint32_t players,
                                FinalsSeries series = FinalsSeries::kCharged);

// The same for all games of the finals together: exact for up to 12 titles, else a bound.
std::uint64_t most_finals_games_in_all(std::uint32_t titles, std::uint32_t players,
                                       FinalsSeries series = FinalsSeries::kCharged);

// How often a match of the finals counts for the importance depth.
inline std::uint64_t importance_of(FinalsSeries series, std::uint64_t greater_charge) {
  return series == FinalsSeries::kMajority ? 2 * greater_charge - 1 : greater_charge;
}

}  // namespace ect::tournament

#endif  // ECT_TOURNAMENT_DRAW_FINALS_H_
