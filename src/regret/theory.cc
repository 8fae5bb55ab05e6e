// The regret bound of each reduction (paper, introduction and Sections 3 to 6).
//
//   filter-tree            regret <= ceil(log2 k) r                      Corollary of Section 5
//   ect                    m regret(x) <= sum of r_n(x) at every x;      Main Theorem
//                          regret <= (d/m) r at a single x, and over several (s/m) r, s the most
//                          that the weights of a label can sum to (see ect/regret.h for why not d)
//   all-pairs-filter-tree  as the filter tree: at every x one pair meets at each node
//   all-pairs              regret <= (k-1) r for the most wins
//   one-vs-all             by scores: regret <= sqrt(2 k r), r of squared loss
//   pecoc                  regret <= 4 sqrt(r), r of squared loss
//   tree, ecoc             inconsistent, so nothing; nor of one-vs-all by votes
//
// All pairs, since the paper does not say it: let b be the likeliest label and o have at least as
// many wins. If o beat b, that answer has regret p_b - p_o. Else o won against at least one l that
// won against b, and the two answers together have at least (p_b - p_l) + (p_l - p_o). So
// regret(x) <= sum of r_n(x), and the weights sum to k - 1.
//
// Costs: the same sums of r_n(x) bound the cost regret, with -E[c] for p, and no weight exceeds the
// charge of its match: the filter tree has (k-1) r. All pairs of costs in [0, 1] differ by at most
// k^2/4 in sum. For pecoc nothing is claimed: its weights are not those of the inputs. The paper's
// other theorem, (k/2) r for the filter tree, holds where x determines the costs (rounded up for
// odd k), but not where they are random given x; see regret_theory_test.
//
// Tests: regret_theory_test.
#include "regret/theory.h"

#include <fmt/format.h>

#include <bit>

#include "ect/count.h"

namespace ect::regret {
namespace {

RegretBound times(double factor) { return {true, false, factor, fmt::format("{:.4g} r", factor)}; }

RegretBound root(double factor, std::string formula) {
  return {true, true, factor, std::move(formula)};
}

Theory weighted(double divisor, double single, double expected) {
  return {Average::kWeighted, true, divisor, times(single), times(expected)};
}

Theory squared(const RegretBound& bound) { return {Average::kSquared, true, 0, bound, bound}; }

Theory tournament(const Schedule& schedule, bool costs) {
  const auto m = static_cast<double>(schedule.eliminations());
  if (costs) {
    double most = 0;
    for (std::uint32_t n = 0; n < schedule.matches(); ++n) most += schedule.match(n).weight();
    return weighted(m, most / m, most / m);
  }
  const Counts counts = count(schedule);
  return weighted(m, static_cast<double>(counts.importance_depth) / m,
                  static_cast<double>(counts.weight_sum) / m);
}

}  // namespace

Theory theory_of(std::string_view name, const reductions::Reduction& reduction, bool costs) {
  const std::uint32_t k = reduction.classes();
  if (name == "filter-tree" || name == "ect") return tournament(*reduction.schedule(), costs);
  if (name == "all-pairs-filter-tree") {
    const double weights = costs ? k - 1.0 : static_cast<double>(std::bit_width(k - 1));
    return weighted(1, weights, weights);
  }
  if (name == "all-pairs") {
    const std::uint64_t half = k / 2;
    const double weights = costs ? static_cast<double>(half * (k - half)) : k - 1.0;
    return weighted(1, weights, weights);
  }
  if (name == "one-vs-all") return squared(root(std::sqrt(2.0 * k), "sqrt(2kr)"));
  if (name == "pecoc" && !costs) return squared(root(4, "4 sqrt(r)"));
  Theory nothing = no_theory();
  nothing.consistent = name == "pecoc";
  return nothing;
}

Theory no_theory() {
  Theory nothing;
  nothing.average = Average::kUniform;
  nothing.single.formula = nothing.expected.formula = "none";
  return nothing;
}

}  // namespace ect::regret
