// Least squares:
//     minimise  lambda/2 |w|^2 + sum of h_i/2 (w.x_i - t_i)^2   over w,
// h_i the importance of example i, t_i = +1/2 on the right side and -1/2 on the left, the bias a
// weight of a constant feature 1. The least of it solves one system of linear equations,
// (lambda + sum of h_i x_i x_i') w = sum of h_i t_i x_i, by conjugate gradients (row_system.cc).
// Because of rounding, the residual is solved for again until it is small enough.
//
// Example: x = (1), t = 1/2 and x = (-1), t = -1/2 with lambda = 1 and h = 1: the bias stays 0 and
// w = 1 / (1 + 2) = 1/3.
//
// Cost: some tens of products of O(non-zeros). Tests: squares_test (the normal equations).
#include "learners/linear/least_squares.h"

#include <algorithm>

namespace ect::learners {
namespace {

constexpr int kMaxSolutions = 10;

}  // namespace

void LeastSquares::start(const Dataset& data, std::span<const BinaryExample> examples,
                         double lambda) {
  start_weights(data, examples, lambda);
  targets_.clear();
  for (const BinaryExample& example : examples) {
    targets_.push_back(example.side == Side::kRight ? 0.5 : -0.5);
  }
}

// Sets the gradient at the current weights. Returns its length.
double LeastSquares::slopes(std::span<const double> importances) {
  for (std::size_t i = 0; i < slope_.size(); ++i) {
    slope_[i] = importances[i] == 0 ? 0 : importances[i] * (estimate(i) - targets_[i]);
  }
  return set_gradient();
}

void LeastSquares::minimise(std::span<const double> importances, double tolerance) {
  const std::vector<double> from = weights_;
  std::fill(weights_.begin(), weights_.end(), 0);
  const double at_zero = slopes(importances);
  weights_ = from;
  double length = slopes(importances);
  for (int solution = 0; solution < kMaxSolutions && length > tolerance * at_zero; ++solution) {
    system_.solve(gradient_, importances, tolerance, step_);
    for (std::size_t j = 0; j < weights_.size(); ++j) weights_[j] += step_[j];
    length = slopes(importances);
  }
}

}  // namespace ect::learners
