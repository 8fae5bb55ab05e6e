// A set of numbers as a hash table of 12 bytes per member. Example: {3, 9} has 4 places; 9 is
// searched for from place_of(9, 4) on, up to the first empty place. Cost: O(1) per number, about
// one cache line. Tests: ranked_set_test.
#include "util/hashed_set.h"

#include <algorithm>

#include "util/place_of.h"
#include "util/prefetch.h"

namespace ect::util {
namespace {

constexpr std::size_t kAhead = 16;

}  // namespace

std::vector<HashedPlace> hashed_set(std::span<const std::uint32_t> members) {
  std::vector<HashedPlace> set(hashed_places(members.size()));
  const auto size = static_cast<std::uint32_t>(set.size());
  for (std::uint32_t row = 0; row < members.size(); ++row) {
    std::uint32_t at = place_of(members[row], size);
    while (set[at].number != HashedPlace::kEmpty) {
      if (++at == size) at = 0;
    }
    set[at] = {members[row], row};
  }
  return set;
}

std::size_t find_hashed(std::span<const HashedPlace> set, std::uint32_t most,
                        std::span<const std::uint32_t> numbers, const float* weights,
                        WeightedRow* found) {
  const auto size = static_cast<std::uint32_t>(set.size());
  // Each look-up is a cache miss with an unpredictable branch: without prefetching, the misses
  // would not overlap.
  const std::size_t ahead = std::min(numbers.size(), kAhead);
  for (std::size_t i = 0; i < ahead; ++i) prefetch(&set[place_of(numbers[i], size)]);
  std::size_t count = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i + ahead < numbers.size()) prefetch(&set[place_of(numbers[i + ahead], size)]);
    std::uint32_t at = place_of(numbers[i], size);
    // Bounded, so that a damaged table without an empty place does not cause an endless loop.
    for (std::uint32_t probes = 0; probes < size; ++probes) {
      if (set[at].number == HashedPlace::kEmpty) break;
      if (set[at].number == numbers[i]) {
        if (set[at].row < most) found[count++] = {set[at].row, weights[i]};
        break;
      }
      if (++at == size) at = 0;
    }
  }
  return count;
}

}  // namespace ect::util
