// Linear scores of labels from all examples at once, by the multiclass hinge (joint_descent.cc).
// After all examples were fitted, the margins of a third of them at a time are taken without these:
// their dual variables are set to 0 and the others, which are nearly right already, get a few more
// passes. A label's examples are spread over the thirds; only a single one cannot be left out.
//
// Cost: some 10 to 30 passes over the non-zeros times candidates. Tests: joint_test.
#include "learners/linear/joint_fit.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "ect/random.h"
#include "learners/folds.h"
#include "learners/linear/joint_descent.h"

namespace ect::learners {
namespace {

constexpr double kJointCost = 1;
constexpr double kJointExpandedCost = 10;
constexpr int kJointPasses = 30;
constexpr int kJointFoldPasses = 10;

// The third of each example, label by label; Folds::kNever where it is its label's only one.
std::vector<std::uint8_t> joint_folds(const JointProblem& problem, Random& random) {
  std::vector<std::uint32_t> order(problem.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(std::span(order));
  const auto label = [&](std::uint32_t i) { return problem.candidates[problem.starts[i]]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return label(a) < label(b); });
  std::vector<std::uint8_t> folds(problem.size(), Folds::kNever);
  for (std::size_t at = 0; at < order.size(); ++at) {
    const bool alone = (at == 0 || label(order[at - 1]) != label(order[at])) &&
                       (at + 1 == order.size() || label(order[at + 1]) != label(order[at]));
    if (!alone) folds[order[at]] = static_cast<std::uint8_t>(at % Folds::kFolds);
  }
  return folds;
}

}  // namespace

void fit_joint_scores(std::uint32_t first, const Dataset& data, const JointProblem& problem,
                      const LearnerOptions& options, LinearBuilder& builder,
                      std::span<float> margins) {
  Random random(options.seed, first);
  double cost = options.expanded ? kJointExpandedCost : kJointCost;
  if (options.l2) cost = 1 / (std::max(*options.l2, 1e-9) * static_cast<double>(problem.size()));
  JointDescent descent(data, problem, cost);
  std::vector<std::uint32_t> all(problem.size());
  std::iota(all.begin(), all.end(), 0);
  descent.descend(all, kJointPasses, random);
  for (std::uint32_t label = 0; label < problem.labels; ++label) {
    builder.set(first + label, descent.bias(label), descent.weights_of(label));
  }
  const auto margins_of = [&](std::size_t i) {
    return margins.subspan(problem.starts[i], problem.starts[i + 1] - problem.starts[i]);
  };
  const std::vector<float> duals = descent.duals();
  const auto duals_of = [&](std::size_t i) {
    return std::span(duals).subspan(problem.starts[i], problem.starts[i + 1] - problem.starts[i]);
  };
  const std::vector<float> zeros(duals.size());
  const std::vector<std::uint8_t> folds = joint_folds(problem, random);
  for (const std::uint32_t i : all) {
    if (folds[i] == Folds::kNever) descent.scores(i, margins_of(i));
  }
  std::vector<std::uint32_t> others;
  for (std::size_t fold = 0; fold < Folds::kFolds; ++fold) {
    others.clear();
    for (const std::uint32_t i : all) {
      if (folds[i] == fold) {
        descent.set_duals(i, std::span(zeros).first(duals_of(i).size()));
      } else {
        descent.set_duals(i, duals_of(i));
        others.push_back(i);
      }
    }
    descent.descend(others, kJointFoldPasses, random);
    for (const std::uint32_t i : all) {
      if (folds[i] == fold) descent.scores(i, margins_of(i));
    }
  }
}

}  // namespace ect::learners
