#ifndef ECT_LEARNERS_LINEAR_BATCH_H_
#define ECT_LEARNERS_LINEAR_BATCH_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "learners/folds.h"
#include "learners/learner.h"
#include "learners/learners.h"
#include "learners/linear/joint_fit.h"
#include "learners/linear/linear.h"

namespace ect::learners {

// Base of batch learners of linear classifiers: everything but the fit.
class LinearBatchLearner : public BatchLearner {
 public:
  LinearBatchLearner(std::uint32_t problems, const LearnerOptions& options)
      : builder_(problems), options_(options) {}

  float margin(std::uint32_t problem, Features x) const override {
    return builder_.margin(problem, x);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override {
    builder_.add_problems(first, more);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    builder_.drop_problems(first, last);
  }
  std::unique_ptr<TrainedClassifiers> packed(const Packing& packing) const override {
    return builder_.packed(packing);
  }
  std::vector<std::byte> serialize(std::uint32_t problem) const override {
    return builder_.serialize(problem);
  }
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes) override {
    builder_.deserialize(problem, bytes);
  }
  std::unique_ptr<TrainedClassifiers> trained() override { return builder_.finish(); }

  bool fits_jointly() const override { return true; }
  JointMargins fit_jointly(std::uint32_t first, const Dataset& data,
                           const JointProblem& problem) override {
    return fit_joint_scores(first, data, problem, options_, builder_);
  }

 protected:
  LinearBuilder builder_;
  LearnerOptions options_;
};

inline std::vector<double> importances_of(std::span<const BinaryExample> examples) {
  std::vector<double> importances;
  importances.reserve(examples.size());
  for (const BinaryExample& example : examples) {
    importances.push_back(static_cast<double>(example.weight));
  }
  return importances;
}

// Out-of-fold margins of a fit that `refit(importances)` continues from the weights of all
// examples: an example that is left out has importance 0. The weights are restored at the end.
template <class Fit, class Refit, class MarginOf>
void refit_out_of_fold(Fit& fit, std::span<const double> importances, const Folds& folds,
                       const Refit& refit, const MarginOf& margin_of, std::span<float> margins) {
  const std::vector<double> weights(fit.weights().begin(), fit.weights().end());
  std::vector<double> without(importances.size());
  bool refitted = false;
  const auto fit_without = [&](std::size_t fold) {
    bool any = false;
    for (std::size_t i = 0; i < without.size(); ++i) {
      without[i] = folds.of(i) == fold ? 0 : importances[i];
      any = any || folds.of(i) == fold;
    }
    if (!any) return false;
    if (refitted) fit.set_weights(weights);
    refit(std::span<const double>(without));
    return refitted = true;
  };
  out_of_fold_margins(folds, margin_of, fit_without, margins);
  if (refitted) fit.set_weights(weights);
}

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LINEAR_BATCH_H_
