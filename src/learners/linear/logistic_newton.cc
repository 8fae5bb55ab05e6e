// Newton's method for logistic regression:
//     minimise  lambda/2 |w|^2 + sum of h_i log(1 + exp(-y_i w.x_i))   over w,
// h_i the importance of example i, y_i = +1 on the right side and -1 on the left, the bias a weight
// of a constant feature 1. With p_i = 1 / (1 + exp(-w.x_i)), the gradient is lambda w + sum of
// h_i (p_i - [y_i = 1]) x_i and the Hessian H = lambda + sum of h_i p_i (1 - p_i) x_i x_i', which
// is never written down: conjugate gradients solve H step = -gradient (row_system.cc), to a tenth
// at first and better as the end comes near (truncated Newton: Lin, Weng, Keerthi 2008). A step
// that does not lower the objective enough is halved until it does; the margins of all examples
// move along a line meanwhile, so that looking at a shorter step costs no product.
//
// Example: x = (1), y = +1 and x = (-1), y = -1 with lambda = 1 and h = 1: the bias stays 0 and w
// solves w = 2 / (1 + exp(w)), w = 0.675. The first step, from 0, goes to 1 / (1 + 2/4) = 2/3.
//
// Cost: O(non-zeros) for each product, a dozen steps of some ten products. Tests:
// logistic_batch_test (the conditions of the optimum; LIBLINEAR where it is there).
#include "learners/linear/logistic_newton.h"

#include <algorithm>
#include <cmath>

namespace ect::learners {
namespace {

constexpr double kEnough = 1e-3;  // of the decrease that the slope predicts
constexpr int kMaxHalvings = 30;

// log(1 + exp(-margin))
double loss(double margin) {
  return margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
}

}  // namespace

void LogisticNewton::start(const Dataset& data, std::span<const BinaryExample> examples,
                           double lambda) {
  start_weights(data, examples, lambda);
  signs_.clear();
  for (const BinaryExample& example : examples) {
    signs_.push_back(example.side == Side::kRight ? 1.0 : -1.0);
  }
  for (auto* of_example : {&margins_, &moves_, &curve_}) of_example->resize(examples.size());
}

// Examples that are left out have no slope and are skipped.
void LogisticNewton::times_rows(std::span<const double> v, std::span<double> result) const {
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (importances_[i] != 0) result[i] = system_.dot_with(v, i);
  }
}

// Sets gradient and curvatures at the current margins. Returns the gradient's length.
double LogisticNewton::slopes(std::span<const double> importances) {
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    slope_[i] = curve_[i] = 0;
    if (importances[i] == 0) continue;
    const double wrong = 1 / (1 + std::exp(signs_[i] * margins_[i]));
    slope_[i] = -signs_[i] * importances[i] * wrong;
    curve_[i] = importances[i] * wrong * (1 - wrong);
  }
  return set_gradient();
}

double LogisticNewton::objective(double step) const {
  double sum = 0;
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const double weight = weights_[j] + step * step_[j];
    sum += system_.lambda() / 2 * weight * weight;
  }
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    if (importances_[i] == 0) continue;
    sum += importances_[i] * loss(signs_[i] * (margins_[i] + step * moves_[i]));
  }
  return sum;
}

// False if no step lowers the objective: converged up to rounding.
bool LogisticNewton::step_along() {
  const double promised = inner_product(gradient_, step_);
  const double now = objective(0);
  double step = 1;
  int halvings = 0;
  while (!(objective(step) <= now + kEnough * step * promised)) {
    if (++halvings > kMaxHalvings) return false;
    step /= 2;
  }
  for (std::size_t j = 0; j < weights_.size(); ++j) weights_[j] += step * step_[j];
  for (std::size_t i = 0; i < margins_.size(); ++i) margins_[i] += step * moves_[i];
  return true;
}

int LogisticNewton::minimise(std::span<const double> importances, double tolerance, int most) {
  importances_ = importances;
  std::fill(margins_.begin(), margins_.end(), 0);
  std::fill(moves_.begin(), moves_.end(), 0);
  const std::vector<double> from = weights_;
  std::fill(weights_.begin(), weights_.end(), 0);
  const double at_zero = slopes(importances);
  weights_ = from;
  times_rows(weights_, margins_);
  int steps = 0;
  for (; steps < most; ++steps) {
    const double length = slopes(importances);
    if (length <= tolerance * at_zero) break;
    system_.solve(gradient_, curve_, std::min(0.1, std::sqrt(length / at_zero)), step_);
    times_rows(step_, moves_);
    if (!step_along()) break;
  }
  return steps;
}

}  // namespace ect::learners
