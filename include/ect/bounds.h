#ifndef ECT_BOUNDS_H_
#define ECT_BOUNDS_H_

#include <array>
#include <cstdint>
#include <optional>

#include "ect/count.h"
#include "ect/export.h"

namespace ect {

// A bound of the paper; nothing if its conditions do not hold for this number of players and
// eliminations.
using Bound = std::optional<double>;

// Every bound of the paper for k players and m eliminations, together with the measured sizes and
// depths of the tournament. [x]2 is the smallest power of two that is at least x, lg the logarithm
// to base 2.
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
  // Filter Tree, for k >= 2. The Corollary: ceil(lg k). The Theorem for costs: k/2; for odd k only
  // ceil(k/2) holds, and both only if the input determines the costs. If costs are random given the
  // input, k - 1 holds, and can be approached.
  Bound filter_tree_log_k;
  Bound filter_tree_k_half;
  Bound filter_tree_k_minus_one;
  // Lower bounds, for k > 2. No reduction has a regret ratio below lower_bound_any (2), and none
  // with a fixed number of rounds has one below lower_bound_fixed_rounds (3 - 2/k). The second
  // proof divides the rounds into parts; for k <= 4 and m = 1 there are too few rounds for that.
  Bound lower_bound_any;
  Bound lower_bound_fixed_rounds;

  // d/m: bounds the regret ratio at any single input.
  double measured_ratio() const {
    return static_cast<double>(counts.importance_depth) / static_cast<double>(counts.eliminations);
  }
  // Bounds the regret ratio in expectation over several inputs too, where d/m need not (see
  // regret.h).
  double expected_ratio() const {
    return static_cast<double>(counts.weight_sum) / static_cast<double>(counts.eliminations);
  }
};

// Throws as count_error_correcting().
ECT_EXPORT Bounds bounds(std::uint64_t players, std::uint64_t eliminations);

// The same for counts that are known already.
ECT_EXPORT Bounds bounds(const Counts& counts);

}  // namespace ect

#endif  // ECT_BOUNDS_H_
