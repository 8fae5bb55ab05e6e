#ifndef ECT_TOURNAMENT_DRAW_FINALS_H_
#define ECT_TOURNAMENT_DRAW_FINALS_H_

#include <cstdint>
#include <span>
#include <vector>

namespace ect {

// The finals between merged title holders: a binary tree over holders with charges.
struct DrawnFinals {
  struct Meeting {
    // A side below the number of holders is that holder; holders + i is the winner of meeting i.
    std::uint32_t left;
    std::uint32_t right;
    std::uint32_t left_charge;
    std::uint32_t right_charge;
  };
  std::vector<Meeting> meetings;       // holders - 1, sides before their meeting
  std::uint64_t importance_depth = 0;  // the largest sum of max(charges) on a way to the champion
};

// Draws them so that the importance depth is least: exactly for up to 12 holders (3^holders steps),
// balanced by charge for more. Deterministic. Requires at least one holder.
DrawnFinals draw_finals(std::span<const std::uint32_t> charges);

}  // namespace ect

#endif  // ECT_TOURNAMENT_DRAW_FINALS_H_
