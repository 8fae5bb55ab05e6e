// Logistic regression from all examples of a problem at once, to convergence, by Newton's method
// (logistic_newton.cc): a linear classifier whose margins are log-odds as they are.
//
// Regularization. Weka's Logistic, which the paper's experiments used, has next to none (a ridge of
// 1e-8). Rows have length 1 on average here, so that good weights are large and kDefaultLogisticL2
// is small as well: it is there for problems whose sides a line tells apart, where weights would
// grow for ever. (Errors of filter trees in percent, for kDefaultLogisticL2 1e-4, 1e-5, 1e-6 and
// 1e-8: isolet 21.9 20.4 22.7 -, soybean 10.3 8.8 9.0 8.1, pendigits 17.1 16.6 16.3 16.3,
// clinc150 22.0 16.0 14.8 -; the log loss of soybean 0.33 0.29 0.39 0.68.)
//
// Out-of-fold margins. The examples are split in kFolds parts; without each in turn, one
// Newton step goes from the weights of all to nearly those of the others (more steps change nothing
// that can be measured). Labels with few examples keep their own margins.
//
// Cost: a hundred or two passes over the problem's non-zeros. Tests: logistic_batch_test.
#include <algorithm>
#include <numeric>
#include <vector>

#include "learners/folds.h"
#include "learners/learners.h"
#include "learners/linear/linear_batch.h"
#include "learners/linear/logistic_newton.h"
#include "learners/linear/one_sided.h"

namespace ect::learners {
namespace {

constexpr double kDefaultLogisticL2 = 1e-5;
constexpr double kMinLogisticL2 = 1e-9;    // without any, the weights of some problems have no end
constexpr double kNewtonTolerance = 1e-4;  // of the gradient, against that of the weights 0
constexpr int kMaxSteps = 100;
constexpr int kFoldSteps = 1;

class LogisticBatch final : public LinearBatchLearner {
 public:
  LogisticBatch(ProblemSize size, const LearnerOptions& options)
      : LinearBatchLearner(size.problems, options) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    if (const std::optional<float> answer = one_sided_margin(examples)) {
      builder_.set(problem, *answer, {});
      std::fill(margins.begin(), margins.end(), *answer);
      return;
    }
    thread_local LogisticNewton newton;
    const std::vector<double> importances = importances_of(examples);
    const double weight = std::accumulate(importances.begin(), importances.end(), 0.0);
    newton.start(data, examples,
                 weight * std::max(options_.l2.value_or(kDefaultLogisticL2), kMinLogisticL2));
    newton.minimise(importances, kNewtonTolerance, kMaxSteps);
    Random random(options_.seed, problem);
    const Folds folds(data, label_counts_.of(data), examples, random);
    refit_out_of_fold(
        newton, importances, folds,
        [&](std::span<const double> without) {
          newton.minimise(without, kNewtonTolerance, kFoldSteps);
        },
        [&](std::size_t i) { return static_cast<float>(newton.margin(i)); }, margins);
    const auto bias = static_cast<float>(newton.bias());
    builder_.set(problem, bias, newton.finish());
  }

 private:
  LabelCounts label_counts_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_logistic_batch(ProblemSize size, const LearnerOptions& options) {
  return std::make_unique<LogisticBatch>(size, options);
}

}  // namespace ect::learners
