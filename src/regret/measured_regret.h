#ifndef ECT_REGRET_MEASURED_REGRET_H_
#define ECT_REGRET_MEASURED_REGRET_H_

#include <cstdint>

#include "reductions/reduction.h"
#include "regret/known.h"
#include "regret/regret_meter.h"
#include "regret/theory.h"

namespace ect::regret {

// Tolerance for rounding: weights are floats, and are multiplied by charges.
inline constexpr double kRegretSlack = 1e-6;

// The regret of a reduction on a known distribution, with given answers at its binary problems.
struct MeasuredRegret {
  double multiclass = 0;  // sum over x of D(x) (best - predicted); of costs where there are costs
  double binary = 0;      // r, averaged as in the theory
  double questions = 0;   // per prediction, on average
  // Whether divisor * regret(x) <= sum of r_n(x) at every x, if the theory claims it.
  bool sums_hold = true;

  // Multiclass regret over binary regret; infinite if only the latter is 0.
  double ratio() const;
  // The fraction of the bound that is reached: above 1 it is broken. 0 without a bound.
  double used(const RegretBound& bound) const;
};

// Fits the reduction to the distribution itself and predicts at every input. Trains on costs if the
// distribution has them.
MeasuredRegret measure_regret(const reductions::Reduction& reduction, const Theory& theory,
                              const Enumerated& known, const Answers& answers);

// The worst pattern of answers found at a single input by local search: starts from answers that
// favour one label or oppose the best, and flips problem after problem while that makes the regret
// larger relative to its bound (or, without a bound, to r). `known` has one input. Depends on the
// seed.
MeasuredRegret search_worst(const reductions::Reduction& reduction, const Theory& theory,
                            const Enumerated& known, std::uint64_t seed);

}  // namespace ect::regret

#endif  // ECT_REGRET_MEASURED_REGRET_H_
