#ifndef ECT_BOUNDS_H_
#define ECT_BOUNDS_H_

#include <array>
#include <cstdint>
#include <optional>

#include "ect/count.h"

namespace ect {

// A bound of the paper; nothing where its conditions do not hold for these players and
// eliminations.
using Bound = std::optional<double>;

// Every bound of the paper for k players and m eliminations, beside what the tournament measures.
// [x]2 is the smallest power of two that is at least x.
struct Bounds {
  Counts counts;

  // Lemma "First Phase Depth": rounds of the first phase.
  //   ceil(lg k) + m ceil(lg(ceil(lg k) + 1)),  1.5 ceil(lg k) + 3m + 1,  ceil(k/2) + 2m,
  //   2(m-1) + ln k + sqrt(ln k) sqrt(ln k + 4(m-1))   for k <= 2^62 and m <= 4 lg k
  std::array<Bound, 4> first_phase;
  // Lemma "Second Phase Depth": [m]2 - 1 for m > 1.
  Bound second_phase;
  // Theorem "Importance Depth": the same four cases for the whole tournament.
  std::array<Bound, 4> importance;
  // Theorem "Structural Depth", O(m + ln k): its proof's constant, the least of `importance`.
  double structural;
  // Main Theorem: multiclass regret over average binary regret, at any single input. Over several
  // inputs the ratio can be larger (see regret.h): expected_ratio() holds there.
  //   2 + [m]2/m + k/(2m)  for m >= 2 and k > 2;   4 + 2 ln k / m + 2 sqrt(ln k / m)  as above
  std::array<Bound, 2> regret_ratio;
  // Filter Tree: Corollary, ceil(lg k); Theorem for costs, k/2, which for odd k holds as
  // ceil(k/2) only, and only where the input determines the costs. Where costs are random given
  // the input, k - 1 holds, and is approached. For k >= 2.
  Bound filter_tree_log_k;
  Bound filter_tree_k_half;
  Bound filter_tree_k_minus_one;
  // No reduction has a regret ratio below `any` (2), and none with a fixed number of rounds one
  // below `fixed_rounds` (3 - 2/k). Both for k > 2; the second proof divides the rounds into parts,
  // and for k <= 4 with m = 1 there are too few whole rounds for it.
  Bound lower_bound_any;
  Bound lower_bound_fixed_rounds;

  double measured_ratio() const {
    return static_cast<double>(counts.importance_depth) / static_cast<double>(counts.eliminations);
  }
  // Holds in expectation over inputs too, where d/m need not (see regret.h).
  double expected_ratio() const {
    return static_cast<double>(counts.weight_sum) / static_cast<double>(counts.eliminations);
  }
};

Bounds bounds(std::uint64_t players, std::uint64_t eliminations);

// The same from counts already made.
Bounds bounds(const Counts& counts);

}  // namespace ect

#endif  // ECT_BOUNDS_H_
