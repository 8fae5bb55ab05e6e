// Pairs that meet, by open addressing with linear probing. Tests: contenders_test.
#include "reductions/contested/pair_table.h"

#include <utility>

namespace ect::reductions {

PairTable::PairTable(std::vector<Pair> pairs) : pairs_(std::move(pairs)) {
  places_.assign(pairs_.size() + pairs_.size() / 2 + 1, kEmpty);
  for (std::uint32_t number = 0; number < size(); ++number) {
    std::size_t at = place_of(pairs_[number]);
    while (places_[at] != kEmpty) at = at + 1 == places_.size() ? 0 : at + 1;
    places_[at] = number;
  }
}

std::size_t PairTable::place_of(Pair pair) const {
  // The upper half of a product, twice: it depends on all bits of both labels.
  const std::uint64_t mixed =
      (std::uint64_t{pair.low} << 32 | pair.high) * std::uint64_t{0x9e3779b97f4a7c15};
  return static_cast<std::size_t>((mixed >> 32) * places_.size() >> 32);
}

std::optional<std::uint32_t> PairTable::find(Pair pair) const {
  if (places_.empty()) return {};
  for (std::size_t at = place_of(pair); places_[at] != kEmpty;
       at = at + 1 == places_.size() ? 0 : at + 1) {
    if (pairs_[places_[at]] == pair) return places_[at];
  }
  return {};
}

}  // namespace ect::reductions
