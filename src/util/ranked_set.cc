// A set of numbers as bits, with a count at every word. A look-up reads one word and has no branch:
// the result is always written, and counted only if the number is in the set. Compiled for several
// instruction sets (Highway) only because older machines cannot count bits in one instruction. It
// takes 2 bits per possible number: less than a hash table of 12 bytes per member if at least one
// number in 48 is in the set. Example: {1, 3, 64} is {members 1010b, before 0}, {members 1b,
// before 2}; the rank of 64 is 2. Tests: ranked_set_test.
#include "util/ranked_set.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "util/ranked_set.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// highway.h must come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ect::HWY_NAMESPACE {

std::size_t find_all(const util::RankedWord* set, std::size_t words, std::uint32_t most,
                     const std::uint32_t* numbers, std::size_t size, const float* weights,
                     util::WeightedRow* found) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::uint32_t number = numbers[i];
    if (number / 64 >= words) break;  // numbers increase, so none of the rest is in the set
    // As rank_in(), which would be compiled for the oldest machine.
    const util::RankedWord& word = set[number / 64];
    const std::uint64_t from_it = word.members >> (number % 64);
    const std::uint64_t below = word.members & ((std::uint64_t{1} << (number % 64)) - 1);
    const std::uint32_t rank = word.before + static_cast<std::uint32_t>(std::popcount(below));
    found[count] = {rank, weights[i]};
    count += static_cast<std::size_t>(from_it & 1) & static_cast<std::size_t>(rank < most);
  }
  return count;
}

}  // namespace ect::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ect::util {

HWY_EXPORT(find_all);

std::vector<RankedWord> ranked_set(std::span<const std::uint32_t> members, std::size_t reach) {
  std::vector<RankedWord> set((reach + 63) / 64);
  for (const std::uint32_t number : members) {
    set[number / 64].members |= std::uint64_t{1} << (number % 64);
  }
  std::uint32_t before = 0;
  for (RankedWord& word : set) {
    word.before = before;
    before += static_cast<std::uint32_t>(std::popcount(word.members));
  }
  return set;
}

std::vector<std::uint32_t> members_of(std::span<const RankedWord> set) {
  std::vector<std::uint32_t> members;
  if (!set.empty()) {
    members.reserve(set.back().before +
                    static_cast<std::size_t>(std::popcount(set.back().members)));
  }
  for (std::uint32_t word = 0; word < set.size(); ++word) {
    for (std::uint64_t left = set[word].members; left != 0; left &= left - 1) {
      members.push_back(word * 64 + static_cast<std::uint32_t>(std::countr_zero(left)));
    }
  }
  return members;
}

std::size_t find_ranked(std::span<const RankedWord> set, std::uint32_t most,
                        std::span<const std::uint32_t> numbers, const float* weights,
                        WeightedRow* found) {
  return HWY_DYNAMIC_DISPATCH(find_all)(set.data(), set.size(), most, numbers.data(),
                                        numbers.size(), weights, found);
}

}  // namespace ect::util
#endif  // HWY_ONCE
