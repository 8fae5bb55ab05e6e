#ifndef ECT_UTIL_RANKED_SET_H_
#define ECT_UTIL_RANKED_SET_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/weighted_rows.h"

namespace ect::util {

// A word of a set that finds the rank of its members: how many smaller ones there are. Word i holds
// the numbers 64 i to 64 i + 63. Model files hold it as it is in memory: 16 bytes, little-endian.
struct RankedWord {
  std::uint64_t members = 0;  // a bit per number
  std::uint32_t before = 0;   // how many members the earlier words have
  std::uint32_t zero = 0;
};

// Makes the set of numbers below `reach`, which may come in any order and repeatedly.
std::vector<RankedWord> ranked_set(std::span<const std::uint32_t> members, std::size_t reach);
// The members, in increasing order.
std::vector<std::uint32_t> members_of(std::span<const RankedWord> set);
// The rank of a number. Requires that it is in the set.
inline std::uint32_t rank_in(std::span<const RankedWord> set, std::uint32_t member) {
  const RankedWord& word = set[member / 64];
  const std::uint64_t below = word.members & ((std::uint64_t{1} << (member % 64)) - 1);
  return word.before + static_cast<std::uint32_t>(std::popcount(below));
}

// Looks up increasing `numbers`: writes the rank and the weight of each that is in the set to
// `found` and returns how many there are. Ranks of `most` or more, which only a damaged set has,
// are left out. Requires room for one more than all numbers in `found`.
std::size_t find_ranked(std::span<const RankedWord> set, std::uint32_t most,
                        std::span<const std::uint32_t> numbers, const float* weights,
                        WeightedRow* found);

}  // namespace ect::util

#endif  // ECT_UTIL_RANKED_SET_H_
