#ifndef ECT_UTIL_HASHED_SET_H_
#define ECT_UTIL_HASHED_SET_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/weighted_rows.h"

namespace ect::util {

// Numbers that are in a set, and their row: an open-addressing table, for sets that are too thin
// for a RankedSet. A number is looked for from its own place on, up to an empty one. As it is in a
// model file: 8 bytes a place, little-endian.
struct HashedPlace {
  static constexpr std::uint32_t kEmpty = 0xffffffff;
  std::uint32_t number = kEmpty;
  std::uint32_t row = 0;
};

// How many places a set of so many numbers has: a third are empty.
inline std::uint32_t hashed_places(std::uint64_t members) {
  return static_cast<std::uint32_t>(members + members / 2 + 1);
}

// Of numbers that differ; the row is where each stands.
std::vector<HashedPlace> hashed_set(std::span<const std::uint32_t> members);

// As find_ranked() does. Whatever the places hold, it comes to an end.
std::size_t find_hashed(std::span<const HashedPlace> set, std::uint32_t most,
                        std::span<const std::uint32_t> numbers, const float* weights,
                        WeightedRow* found);

}  // namespace ect::util

#endif  // ECT_UTIL_HASHED_SET_H_
