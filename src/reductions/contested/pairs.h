#ifndef ECT_REDUCTIONS_PAIRS_H_
#define ECT_REDUCTIONS_PAIRS_H_

#include <cmath>
#include <cstdint>
#include <string_view>

#include "ect/schedule.h"

namespace ect::reductions {

// Pairs of labels, numbered (0,1), (0,2), (1,2), (0,3), ...: that of i < j is j (j - 1) / 2 + i,
// however many labels there are.
struct Pair {
  std::uint32_t low;
  std::uint32_t high;
  bool operator==(const Pair&) const = default;
};

inline Pair pair_of(std::uint32_t a, std::uint32_t b) { return a < b ? Pair{a, b} : Pair{b, a}; }

// The side of a label in the match of its pair: the lower one stands left.
inline Side side_in(Pair pair, std::uint32_t label) {
  return label == pair.high ? Side::kRight : Side::kLeft;
}

// A classifier takes some 50 bytes even where it has learnt nothing: 6 GiB then.
inline constexpr std::uint64_t kMaxPairs = std::uint64_t{1} << 27;

inline std::uint64_t pairs_among(std::uint64_t labels) { return labels * (labels - 1) / 2; }

inline std::uint32_t pair_number(Pair pair) {
  return static_cast<std::uint32_t>(pairs_among(pair.high) + pair.low);
}

inline Pair pair_at(std::uint32_t number) {
  auto high = static_cast<std::uint64_t>((1 + std::sqrt(1 + 8.0 * number)) / 2);
  // The root may be rounded to either side.
  while (pairs_among(high) > number) --high;
  while (pairs_among(high + 1) <= number) ++high;
  return {static_cast<std::uint32_t>(number - pairs_among(high)), static_cast<std::uint32_t>(high)};
}

// pairs_among(labels), if it is at most kMaxPairs; else throws, naming the reduction.
std::uint32_t checked_pairs(std::string_view reduction, std::uint32_t labels);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_PAIRS_H_
