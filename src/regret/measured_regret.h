#ifndef ECT_REGRET_MEASURED_REGRET_H_
#define ECT_REGRET_MEASURED_REGRET_H_

#include <cstdint>

#include "reductions/reduction.h"
#include "regret/known.h"
#include "regret/regret_meter.h"
#include "regret/theory.h"

namespace ect::regret {

// Regret that is only rounding: weights are floats, and are multiplied by charges.
inline constexpr double kRegretSlack = 1e-6;

// A reduction on a known distribution, with answers of some kind at its binary problems.
struct MeasuredRegret {
  double multiclass = 0;  // sum over x of D(x) (best - predicted); of costs where there are costs
  double binary = 0;      // r, averaged as the theory says
  double questions = 0;   // a prediction, on average
  // Whether divisor * regret(x) <= sum of r_n(x) at every x, where the theory says so.
  bool sums_hold = true;

  // Of multiclass regret to the binary one; infinite where only the latter is none.
  double ratio() const;
  // How much of the bound is used: above 1 it is broken. 0 where there is no bound.
  double used(const RegretBound& bound) const;
};

// Fits the reduction to the distribution itself and asks it at every input. Learns from costs where
// the distribution has them.
MeasuredRegret measure_regret(const reductions::Reduction& reduction, const Theory& theory,
                              const Enumerated& known, const Answers& answers);

// The worst pattern of answers that is found at a single input: from answers that favour one label
// or oppose the best, problem by problem turned while that makes the regret larger against its
// bound (or, without a bound, against r). `known` has one input. By the seed.
MeasuredRegret search_worst(const reductions::Reduction& reduction, const Theory& theory,
                            const Enumerated& known, std::uint64_t seed);

}  // namespace ect::regret

#endif  // ECT_REGRET_MEASURED_REGRET_H_
