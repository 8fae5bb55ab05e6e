// Multiclass regret beside the average binary regret (paper, Section 2). RegretMeter takes
// the place of the learner; see regret_meter.cc.
// Tests: regret_meter_test, regret_theory_test.
#include "regret/measured_regret.h"

#include <limits>
#include <numeric>
#include <vector>

namespace ect::regret {
namespace {

double average(const RegretMeter& meter, Average kind) {
  RegretMeter::Cost sum;
  double shares = 0;
  for (std::uint32_t n = 0; n < meter.problems(); ++n) {
    const RegretMeter::Cost cost = meter.cost(n);
    sum.weight += cost.weight;
    sum.regret += cost.regret;
    if (cost.weight == 0) continue;  // no examples: no regret
    shares += (kind == Average::kSquared ? cost.squared : cost.regret) / cost.weight;
  }
  if (kind == Average::kWeighted) return sum.weight > 0 ? sum.regret / sum.weight : 0;
  return meter.problems() > 0 ? shares / meter.problems() : 0;
}

}  // namespace

double MeasuredRegret::ratio() const {
  if (binary > 0) return multiclass / binary;
  return multiclass > kRegretSlack ? std::numeric_limits<double>::infinity() : 0;
}

double MeasuredRegret::used(const RegretBound& bound) const {
  if (!bound.known || multiclass <= kRegretSlack) return 0;
  const double at_most = bound.at(binary);
  // A bound that is reached exactly must not be broken by rounding.
  return at_most > 0 ? (multiclass - kRegretSlack) / at_most
                     : std::numeric_limits<double>::infinity();
}

MeasuredRegret measure_regret(const reductions::Reduction& reduction, const Theory& theory,
                              const Enumerated& known, const Answers& answers) {
  RegretMeter meter(reduction.problems(), known, answers);
  std::vector<std::uint32_t> rows(known.data().size());
  std::iota(rows.begin(), rows.end(), 0U);
  if (known.data().has_costs()) {
    reduction.fit_costs(meter, known.data(), rows, 1, nullptr);
  } else {
    reduction.fit(meter, known.data(), rows, 1, nullptr);
  }
  MeasuredRegret result;
  std::uint64_t questions = 0;
  for (std::uint32_t x = 0; x < known.inputs(); ++x) {
    const double regret = known.regret(x, reduction.predict(meter, known.features(x), questions));
    result.multiclass += regret;
    if (theory.divisor == 0) continue;
    double sum = 0;
    for (std::uint32_t n = 0; n < meter.problems(); ++n) sum += meter.cost(n, x).regret;
    if (theory.divisor * (regret - kRegretSlack) > sum) result.sums_hold = false;
  }
  result.binary = average(meter, theory.average);
  result.questions = static_cast<double>(questions) / known.inputs();
  return result;
}

}  // namespace ect::regret
