// The paper's bounds as formulas (Sections 5, 6 and 7). Notation as in the header. Each case is a
// theorem's or lemma's line; where its condition fails it stays empty.
// Tests: bounds_test (formulas by hand, and no bound violated by the counted tournament).
#include "ect/bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ect {
namespace {

std::uint64_t ceil_log2(std::uint64_t x) {
  return static_cast<std::uint64_t>(std::bit_width(x - 1));
}

}  // namespace

Bounds bounds(const Counts& counts) {
  const std::uint64_t k = counts.players;
  const double m = static_cast<double>(counts.eliminations);
  const double lg = static_cast<double>(ceil_log2(k));
  const double ln = std::log(static_cast<double>(k));
  const std::uint64_t half_k = k - k / 2;  // rounded up
  const auto half = static_cast<double>(half_k);
  const double power = static_cast<double>(std::bit_ceil(counts.eliminations));
  const double lg_lg = static_cast<double>(ceil_log2(ceil_log2(k) + 1));
  const bool few_eliminations =
      k <= kMaxCountedPlayers && m <= 4 * std::log2(static_cast<double>(k));

  Bounds result{};
  result.counts = counts;
  result.first_phase = {lg + m * lg_lg, 1.5 * lg + 3 * m + 1, half + 2 * m, {}};
  result.importance = {lg + m * lg_lg + power, 1.5 * lg + 3 * m + power, half + 2 * m + power, {}};
  if (few_eliminations) {
    result.first_phase[3] = 2 * (m - 1) + ln + std::sqrt(ln) * std::sqrt(ln + 4 * (m - 1));
    result.importance[3] = 2 * m + power + 2 * ln + 2 * std::sqrt(m * ln);
    result.regret_ratio[1] = 4 + 2 * ln / m + 2 * std::sqrt(ln / m);
  }
  if (counts.eliminations > 1) result.second_phase = power - 1;
  if (counts.eliminations > 1 && k > 2) {
    result.regret_ratio[0] = 2 + power / m + static_cast<double>(k) / (2 * m);
  }
  result.structural = *result.importance[0];
  for (const Bound& bound : result.importance) {
    if (bound) result.structural = std::min(result.structural, *bound);
  }
  if (k > 1) {
    result.filter_tree_log_k = lg;
    result.filter_tree_k_half = half;
    result.filter_tree_k_minus_one = static_cast<double>(k - 1);
  }
  if (k > 2) result.lower_bound_any = 2;
  const bool enough_rounds = k > 4 || counts.eliminations > 1;
  if (k > 2 && enough_rounds) result.lower_bound_fixed_rounds = 3 - 2 / static_cast<double>(k);
  return result;
}

Bounds bounds(std::uint64_t players, std::uint64_t eliminations) {
  return bounds(count_error_correcting(players, eliminations));
}

}  // namespace ect
