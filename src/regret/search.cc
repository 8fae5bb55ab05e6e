// A search for patterns of answers that make much multiclass regret of little binary regret. At one
// input a pattern is a set of problems whose answer is flipped. Starts: everything goes against the
// likeliest label, or for some other one, as in the paper's example of tightness (Section 5.3), or
// by coin; where r is of squared loss also probabilities that are moved just enough towards the
// other label. Then each problem in turn, in random order, is turned if that is worse, as long as
// anything is.
//
// Example: filter tree, four labels, label 0 nearly certain. Opposed everywhere it loses at once:
// regret 1, r = 1. Turned back in its first match it loses the second only: regret 1, r = 1/2, so
// the ratio is 2 = log2 4, which is the bound.
//
// Cost: at most kMaxMeasured and one for each start fits of one input. Tests: regret_theory_test
// (finds the bound).
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "ect/random.h"
#include "regret/measured_regret.h"

namespace ect::regret {
namespace {

constexpr std::size_t kMaxRivals = 4;
constexpr int kMaxPasses = 4;
constexpr int kMaxMeasured = 1500;  // in total, so that large tournaments take seconds

// Where `rival` and `best` stand on different sides, the probability moves by `amount` to the
// rival's; elsewhere it is exact.
Answers nudging(std::uint32_t rival, std::uint32_t best, double amount) {
  return [=](const Question& question) {
    double towards = 0;  // the right side
    for (const BinaryExample& example : question.examples) {
      const double right = example.side == Side::kRight ? 0.5 : -0.5;
      const std::uint32_t label = question.data.label(example.row);
      if (label == rival) towards += right;
      if (label == best) towards -= right;
    }
    const double margin = question.best_margin();
    if (towards == 0) return margin;
    const double p = std::clamp(1 / (1 + std::exp(-margin)) + towards * amount, 1e-12, 1 - 1e-12);
    return std::log(p / (1 - p));
  };
}

double badness(const MeasuredRegret& measured, const RegretBound& bound) {
  return bound.known ? measured.used(bound) : measured.ratio();
}

class Climb {
 public:
  Climb(const reductions::Reduction& reduction, const Theory& theory, const Enumerated& known)
      : reduction_(reduction), theory_(theory), known_(known) {}

  void from(const Answers& start, Random& random) {
    std::vector<std::uint8_t> flipped(reduction_.problems());
    const Answers answers = [&](const Question& question) {
      const double margin = start(question);
      return flipped[question.problem] != 0 ? flipped_margin(margin) : margin;
    };
    double worst = note(answers);
    std::vector<std::uint32_t> order(flipped.size());
    std::iota(order.begin(), order.end(), 0U);
    bool better = true;
    for (int pass = 0; better && pass < kMaxPasses; ++pass) {
      better = false;
      random.shuffle(std::span(order));
      for (const std::uint32_t problem : order) {
        if (measured_ >= kMaxMeasured) return;
        flipped[problem] ^= 1U;
        const double here = note(answers);
        if (here > worst) {
          worst = here;
          better = true;
        } else {
          flipped[problem] ^= 1U;
        }
      }
    }
  }

  const MeasuredRegret& worst() const { return worst_; }

 private:
  double note(const Answers& answers) {
    ++measured_;
    const MeasuredRegret measured = measure_regret(reduction_, theory_, known_, answers);
    const double here = badness(measured, theory_.single);
    const bool sums_hold = worst_.sums_hold && measured.sums_hold;
    if (here > badness(worst_, theory_.single)) worst_ = measured;
    worst_.sums_hold = sums_hold;
    return here;
  }

  const reductions::Reduction& reduction_;
  const Theory& theory_;
  const Enumerated& known_;
  MeasuredRegret worst_;
  int measured_ = 0;
};

}  // namespace

MeasuredRegret search_worst(const reductions::Reduction& reduction, const Theory& theory,
                            const Enumerated& known, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::uint32_t> labels(known.classes());
  std::iota(labels.begin(), labels.end(), 0U);
  const auto less_regret = [&](std::uint32_t a, std::uint32_t b) {
    return known.regret(0, a) < known.regret(0, b);
  };
  std::iter_swap(labels.begin(), std::min_element(labels.begin(), labels.end(), less_regret));
  const std::uint32_t best = labels.front();
  const std::span<std::uint32_t> rivals = std::span(labels).subspan(1);
  random.shuffle(rivals);

  Climb climb(reduction, theory, known);
  climb.from(opposing(best), random);
  climb.from(planted_answers(0.5, random.next()), random);
  for (const std::uint32_t rival : rivals.first(std::min(rivals.size(), kMaxRivals))) {
    climb.from(favouring(rival), random);
    if (theory.average != Average::kSquared) continue;
    // Each probability moves by slightly more than half of the lead.
    const double amount = known.regret(0, rival) / 2 + 1e-5;
    climb.from(nudging(rival, best, amount), random);
  }
  return climb.worst();
}

}  // namespace ect::regret
