#ifndef ECT_REDUCTIONS_PAIR_TABLE_H_
#define ECT_REDUCTIONS_PAIR_TABLE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "reductions/contested/pairs.h"

namespace ect::reductions {

// The pairs of labels that meet in contested finals, numbered, and found by open addressing: 8
// bytes a pair and 6 for its place. Immutable; threads may share it.
class PairTable {
 public:
  PairTable() = default;
  // By lower, then higher label; all different.
  explicit PairTable(std::vector<Pair> pairs);

  std::uint32_t size() const { return static_cast<std::uint32_t>(pairs_.size()); }
  std::span<const Pair> pairs() const { return pairs_; }
  // The number of a pair, if it is there.
  std::optional<std::uint32_t> find(Pair pair) const;

 private:
  static constexpr std::uint32_t kEmpty = 0xffffffff;

  std::size_t place_of(Pair pair) const;

  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> places_;  // numbers of pairs, or kEmpty; half as many again
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_PAIR_TABLE_H_
