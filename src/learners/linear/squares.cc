// Probabilities by linear regression from all examples of a problem at once: squared loss of the
// estimate, which is what the paper's introduction has in mind for a consistent one-against-all
// (regret at most sqrt(2 k r), r the average regret of squared loss). The least squares estimate of
// a 0/1 outcome is its probability, as far as that is linear in the features.
//
// What is kept is linear: the probability of the right side less a half, so that 0 is no answer,
// as everywhere. It leaves [-1/2, 1/2] for some examples; clipping it there lowers the squared loss
// of each of them. Margins are log-odds, so a clipped estimate would be infinite, and two labels
// that are both clipped would be equal: within kEdge of the ends the log-odds go on along their
// tangent instead, which keeps the order and is a probability within kEdge of the clipped one.
//
// Out-of-fold margins: the examples are split in kFolds parts; without each in turn the
// estimates are fitted again, from the weights of all. Labels with few examples keep their own.
//
// Regularization. Rows have length 1 on average, and it matters little for tables. (Errors of
// one-vs-all in percent for kDefaultSquaresL2 1e-3, 1e-4 and 1e-5, 5 splits: glass 40.3 41.4 42.0,
// vehicle 24.4 24.0 24.4, vowel 59.2 59.6 59.5, yeast 44.2 44.3 44.3; splits of clinc150's training
// part by single words 13.9 12.8 14.6, which it was chosen by.)
//
// Cost: some hundred passes over the problem's non-zeros. Tests: squares_test.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "learners/folds.h"
#include "learners/learners.h"
#include "learners/linear/least_squares.h"
#include "learners/linear/linear.h"
#include "learners/linear/linear_batch.h"
#include "learners/linear/one_sided.h"

namespace ect::learners {
namespace {

constexpr double kDefaultSquaresL2 = 1e-4;
constexpr double kMinSquaresL2 = 1e-9;  // so that duplicate features have a unique solution
constexpr double kSquaresTolerance = 1e-6;
constexpr double kFoldTolerance = 1e-3;
constexpr double kEdge = 1e-3;

// The log-odds of an estimate, which is a probability less a half.
float log_odds_of(double estimate) {
  const double ends = 0.5 - kEdge;
  const double inside = std::clamp(estimate, -ends, ends);
  const double slope = 1 / (kEdge * (1 - kEdge));
  return static_cast<float>(std::log((0.5 + inside) / (0.5 - inside)) +
                            slope * (estimate - inside));
}

class SquaresAsker final : public Evaluator {
 public:
  explicit SquaresAsker(std::unique_ptr<Evaluator> inner) : inner_(std::move(inner)) {}
  void set_example(Features x) override { inner_->set_example(x); }
  float margin(std::uint32_t problem, Features x) const override {
    return log_odds_of(static_cast<double>(inner_->margin(problem, x)));
  }

 private:
  std::unique_ptr<Evaluator> inner_;
};

// Linear classifiers whose answers are estimates.
class SquaresClassifiers final : public TrainedClassifiers {
 public:
  explicit SquaresClassifiers(std::unique_ptr<TrainedClassifiers> inner)
      : inner_(std::move(inner)) {}

  float margin(std::uint32_t problem, Features x) const override {
    return log_odds_of(static_cast<double>(inner_->margin(problem, x)));
  }
  StoredClassifiers stored() const override { return inner_->stored(); }
  void verify() const override { inner_->verify(); }
  std::unique_ptr<Evaluator> evaluator() const override {
    return std::make_unique<SquaresAsker>(inner_->evaluator());
  }
  std::unique_ptr<TrainedClassifiers> packed(const Packing& packing) const override {
    return wrap(inner_->packed(packing));
  }

  static std::unique_ptr<TrainedClassifiers> wrap(std::unique_ptr<TrainedClassifiers> inner) {
    if (inner == nullptr) return nullptr;
    return std::make_unique<SquaresClassifiers>(std::move(inner));
  }

 private:
  std::unique_ptr<TrainedClassifiers> inner_;
};

class Squares final : public LinearBatchLearner {
 public:
  Squares(ProblemSize size, const LearnerOptions& options)
      : LinearBatchLearner(size.problems, options) {}

  // Its margins are probabilities, which a multiclass hinge does not give.
  bool fits_jointly() const override { return false; }
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    if (const std::optional<float> answer = one_sided_margin(examples)) {
      builder_.set(problem, static_cast<float>(probability_of(*answer) - 0.5), {});
      std::fill(margins.begin(), margins.end(), margin(problem, {}));
      return;
    }
    thread_local LeastSquares squares;
    const std::vector<double> importances = importances_of(examples);
    const double weight = std::accumulate(importances.begin(), importances.end(), 0.0);
    squares.start(data, examples,
                  weight * std::max(options_.l2.value_or(kDefaultSquaresL2), kMinSquaresL2));
    squares.minimise(importances, kSquaresTolerance);
    Random random(options_.seed, problem);
    const Folds folds(data, label_counts_.of(data), examples, random);
    refit_out_of_fold(
        squares, importances, folds,
        [&](std::span<const double> without) { squares.minimise(without, kFoldTolerance); },
        [&](std::size_t i) { return log_odds_of(squares.estimate(i)); }, margins);
    const auto bias = static_cast<float>(squares.bias());
    builder_.set(problem, bias, squares.finish());
  }

  float margin(std::uint32_t problem, Features x) const override {
    return log_odds_of(static_cast<double>(builder_.margin(problem, x)));
  }
  std::unique_ptr<TrainedClassifiers> packed(const Packing& packing) const override {
    return SquaresClassifiers::wrap(builder_.packed(packing));
  }
  std::unique_ptr<TrainedClassifiers> trained() override {
    return SquaresClassifiers::wrap(builder_.finish());
  }

 private:
  LabelCounts label_counts_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_squares(ProblemSize size, const LearnerOptions& options) {
  return std::make_unique<Squares>(size, options);
}

std::unique_ptr<TrainedClassifiers> load_squares(StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify) {
  return SquaresClassifiers::wrap(load_linear(std::move(stored), problems, verify));
}

}  // namespace ect::learners
