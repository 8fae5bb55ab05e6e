// A linear classifier from all examples of a problem at once, by dual coordinate descent on the
// squared hinge (dual_descent.cc), in four steps.
//
// 1. Fit all examples.
// 2. Cap the loss. What a reduction needs is few mistakes, and a squared hinge spends itself on the
//    examples that no line can win. So those whose own margin is below kCap are left out, and the
//    rest is fitted again, a few times; who is left out is found anew each time. (The ramp loss of
//    Collobert, Sinz, Weston, Bottou 2006; worth three points on letter, nothing on text.) Not
//    where rows stand on both sides with a weight each: there the lighter copy is no mistake to be
//    given up, but half of what is to be estimated.
// 3. Out-of-fold margins. An example that was learnt from has a margin that flatters it. So the
//    examples are split in kFolds parts; each in turn has its dual variables set to 0, the
//    others, which are nearly right already, get a few more passes, and then the part's margins are
//    taken. Labels with few examples keep their own margins.
// 4. Log-odds. All margins are multiplied by one number, so that 1 / (1 + exp(-margin)) predicts
//    the sides best on the out-of-fold margins. No answer changes by that.
//
// Where features are an expansion (LearnerOptions::expanded) mistakes are few and worth more: less
// regularization (errors in percent of all pairs with 10 and 1 times the loss: letter 3.5 and 4.4,
// vowel 8 and 11, satimage 9.6 and 9.7, covtype 19.4 and 19.9; with quadratic features letter 4.7
// and 6.6, vowel 5 and 12). Dual variables are large then, and it takes more passes until those of
// the others stand in for the ones of a part that is left out: with 2 of them satimage's error
// seemed to be 17 % when it was 9.5, with 10 it seems 10.
//
// Cost: some 10 to 60 passes over the problem's non-zeros. Tests: hinge_test.
#include <algorithm>
#include <numeric>
#include <vector>

#include "learners/folds.h"
#include "learners/learners.h"
#include "learners/linear/dual_descent.h"
#include "learners/linear/linear_batch.h"
#include "learners/linear/one_sided.h"
#include "learners/log_odds.h"

namespace ect::learners {
namespace {

constexpr double kCap = -0.4;
constexpr int kCapFits = 4;
// If at most one in this many examples changes, the set counts as the same.
constexpr std::size_t kSameShare = 500;
constexpr double kExpandedLoss = 10;

// Maximum numbers of passes:
struct Passes {
  int first;   // over all examples
  int capped;  // over those above the cap, each time
  int fold;    // over those outside of a fold
};
// `ect train --fast`, letter and mnist: 13.8 and 5.8 % error; with {40, 25, 2} 14.0 and 5.8.
constexpr Passes kPasses = {20, 10, 2};
constexpr Passes kExpandedPasses = {40, 25, 10};

// Fits all examples; then, with a cap, again without those below it, until this set does not
// change. Returns the examples that are fitted at the end.
std::vector<std::uint32_t> fit_capped(DualDescent& fit, bool cap, const Passes& passes,
                                      Random& random) {
  std::vector<std::uint32_t> all(fit.size());
  std::iota(all.begin(), all.end(), 0);
  fit.descend(all, passes.first, random);
  if (!cap) return all;
  std::vector<std::uint32_t> within = all;
  std::vector<bool> left_out(fit.size());
  for (int again = 0; again < kCapFits; ++again) {
    std::vector<bool> out(fit.size());
    std::size_t changed = 0;
    for (const std::uint32_t i : all) {
      out[i] = fit.own_margin(i) <= kCap;
      changed += out[i] != left_out[i] ? 1 : 0;
    }
    if (changed * kSameShare <= fit.size()) break;
    left_out = std::move(out);
    within.clear();
    for (const std::uint32_t i : all) {
      if (left_out[i]) {
        fit.set_dual(i, 0);
      } else {
        within.push_back(i);
      }
    }
    fit.descend(within, passes.capped, random);
  }
  return within;
}

// Refits the examples in `within` without each fold; restores their dual variables at the end.
void refit_out_of_fold(DualDescent& fit, std::span<const std::uint32_t> within, const Folds& folds,
                       int passes, Random& random, std::span<float> margins) {
  std::vector<double> duals(fit.size());
  for (std::size_t i = 0; i < duals.size(); ++i) duals[i] = fit.dual(i);
  std::vector<std::uint32_t> others;
  const auto fit_without = [&](std::size_t fold) {
    others.clear();
    for (const std::uint32_t i : within) {
      fit.set_dual(i, folds.of(i) == fold ? 0 : duals[i]);
      if (folds.of(i) != fold) others.push_back(i);
    }
    if (others.size() == within.size()) return false;
    fit.descend(others, passes, random);
    return true;
  };
  out_of_fold_margins(
      folds, [&](std::size_t i) { return static_cast<float>(fit.margin(i)); }, fit_without,
      margins);
  for (const std::uint32_t i : within) fit.set_dual(i, duals[i]);
}

class Hinge final : public LinearBatchLearner {
 public:
  Hinge(ProblemSize size, const LearnerOptions& options)
      : LinearBatchLearner(size.problems, options) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    if (const std::optional<float> answer = one_sided_margin(examples)) {
      builder_.set(problem, *answer, {});
      std::fill(margins.begin(), margins.end(), *answer);
      return;
    }
    DualDescent& descent = DualDescent::of_thread();
    // Relative to the weighted mean loss, so that the scale of the weights does not matter.
    double weight = 0;
    for (const BinaryExample& example : examples) weight += static_cast<double>(example.weight);
    const double own_l2 =
        1 / (static_cast<double>(examples.size()) * (options_.expanded ? kExpandedLoss : 1));
    const double lambda = weight * options_.l2.value_or(own_l2);
    Random random(options_.seed, problem);
    descent.start(data, examples, std::max(lambda, 1e-9 * weight));
    const Passes& passes = options_.expanded ? kExpandedPasses : kPasses;
    const std::vector<std::uint32_t> within =
        fit_capped(descent, !stands_on_both_sides(examples), passes, random);
    const Folds folds(data, label_counts_.of(data), examples, random);
    refit_out_of_fold(descent, within, folds, passes.fold, random, margins);
    const double factor = log_odds_factor(examples, folds.left_out(), margins);
    for (float& margin : margins) margin *= static_cast<float>(factor);
    const auto bias = static_cast<float>(factor * descent.bias());
    builder_.set(problem, bias, descent.finish(factor));
  }

 private:
  LabelCounts label_counts_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_hinge(ProblemSize size, const LearnerOptions& options) {
  return std::make_unique<Hinge>(size, options);
}

}  // namespace ect::learners
