#ifndef ECT_UTIL_RANKED_SET_H_
#define ECT_UTIL_RANKED_SET_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/weighted_rows.h"

namespace ect::util {

// Numbers that are in a set, and their rank in it: how many smaller ones are. Word i is for the
// numbers 64 i to 64 i + 63. As it is in a model file: 16 bytes, little-endian.
struct RankedWord {
  std::uint64_t members = 0;  // a bit each
  std::uint32_t before = 0;   // members in the words before
  std::uint32_t zero = 0;
};

// Of numbers below `reach`, in any order, some perhaps more than once.
std::vector<RankedWord> ranked_set(std::span<const std::uint32_t> members, std::size_t reach);
// Increasing.
std::vector<std::uint32_t> members_of(std::span<const RankedWord> set);
// Of a number that is in the set.
inline std::uint32_t rank_in(std::span<const RankedWord> set, std::uint32_t member) {
  const RankedWord& word = set[member / 64];
  const std::uint64_t below = word.members & ((std::uint64_t{1} << (member % 64)) - 1);
  return word.before + static_cast<std::uint32_t>(std::popcount(below));
}

// The rank of each of `numbers`, which increase, that is in the set, with its weight. Ranks of
// `most` and more, as only a damaged set has, are left out. `found` has room for all and one more;
// returns how many there are.
std::size_t find_ranked(std::span<const RankedWord> set, std::uint32_t most,
                        std::span<const std::uint32_t> numbers, const float* weights,
                        WeightedRow* found);

}  // namespace ect::util

#endif  // ECT_UTIL_RANKED_SET_H_
