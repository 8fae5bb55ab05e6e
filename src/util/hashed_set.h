#ifndef ECT_UTIL_HASHED_SET_H_
#define ECT_UTIL_HASHED_SET_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "util/weighted_rows.h"

namespace ect::util {

// A set of numbers, each with a row: an open-addressing hash table (linear probing), for sets that
// are too sparse for ranked_set(). Model files hold it as it is in memory: 8 bytes per place,
// little-endian.
struct HashedPlace {
  static constexpr std::uint32_t kEmpty = 0xffffffff;
  std::uint32_t number = kEmpty;
  std::uint32_t row = 0;
};

// The number of places for a set of `members` numbers: a third are empty.
inline std::uint32_t hashed_places(std::uint64_t members) {
  return static_cast<std::uint32_t>(members + members / 2 + 1);
}

// Makes the set. Requires distinct numbers; the row of each is its index in `members`.
std::vector<HashedPlace> hashed_set(std::span<const std::uint32_t> members);

// As find_ranked(), with rows instead of ranks. It ends whatever the places hold.
std::size_t find_hashed(std::span<const HashedPlace> set, std::uint32_t most,
                        std::span<const std::uint32_t> numbers, const float* weights,
                        WeightedRow* found);

}  // namespace ect::util

#endif  // ECT_UTIL_HASHED_SET_H_
