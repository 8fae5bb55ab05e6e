// Newton's method for logistic regression:
//     minimise  lambda/2 |w|^2 + sum of h_i log(1 + exp(-y_i w.x_i))   over w,
// h_i the importance of example i, y_i = +1 on the right side and -1 on the left, the bias a weight
// of a constant feature 1. With p_i = 1 / (1 + exp(-w.x_i)), the gradient is lambda w + sum of
// h_i (p_i - [y_i = 1]) x_i and the Hessian H = lambda + sum of h_i p_i (1 - p_i) x_i x_i', which
// is never written down: conjugate gradients solve H step = -gradient by products with the rows,
// to a tenth at first and better as the end comes near (truncated Newton: Lin, Weng, Keerthi 2008),
// on scales that make the diagonal of H one. A step that does not lower the objective enough is
// halved until it does; the margins of all examples move along a line meanwhile, so that looking at
// a shorter step costs no product.
//
// Example: x = (1), y = +1 and x = (-1), y = -1 with lambda = 1 and h = 1: the bias stays 0 and w
// solves w = 2 / (1 + exp(w)), w = 0.675. The first step, from 0, goes to 1 / (1 + 2/4) = 2/3.
//
// Cost: O(non-zeros) for each product, a dozen steps of some ten products. Tests:
// logistic_batch_test (the conditions of the optimum; LIBLINEAR where it is there).
#include "learners/logistic_newton.h"

#include <algorithm>
#include <cmath>

#include "util/dot.h"

namespace ect {
namespace {

constexpr int kMostProducts = 300;  // of one step
constexpr double kEnough = 1e-3;    // of the fall that the slope promises
constexpr int kMostHalvings = 30;

// log(1 + exp(-margin))
double loss(double margin) {
  return margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
}

double inner_product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// Four sums at once, as each addition waits for the one before.
double sparse_dot(std::span<const double> v, const std::uint32_t* indices, const float* values,
                  std::size_t size) {
  double sums[4] = {0, 0, 0, 0};
  std::size_t j = 0;
  for (; j + 4 <= size; j += 4) {
    for (std::size_t k = 0; k < 4; ++k) {
      sums[k] += v[indices[j + k]] * static_cast<double>(values[j + k]);
    }
  }
  for (; j < size; ++j) sums[0] += v[indices[j]] * static_cast<double>(values[j]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// sum of v^2 / d
double scaled_square(std::span<const double> v, std::span<const double> d) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i) sum += v[i] * v[i] / d[i];
  return sum;
}

}  // namespace

void LogisticNewton::start(const Dataset& data, std::span<const BinaryExample> examples,
                           double lambda) {
  lambda_ = lambda;
  full_ = data.full();
  if (!full_) rows_.start(data, examples);
  signs_.clear();
  data_.clear();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    signs_.push_back(examples[i].side == Side::kRight ? 1.0 : -1.0);
    data_.push_back(full_ ? data.row(examples[i].row) : rows_.row(i));
  }
  const std::size_t size = (full_ ? data.features() : rows_.features()) + 1;
  weights_.assign(size, 0);
  for (auto* of_weight : {&gradient_, &diagonal_, &step_, &residual_, &scaled_, &along_, &image_}) {
    of_weight->resize(size);
  }
  for (auto* of_example : {&margins_, &moves_, &slope_, &curve_}) {
    of_example->resize(examples.size());
  }
}

void LogisticNewton::set_weights(std::span<const double> weights) {
  std::copy(weights.begin(), weights.end(), weights_.begin());
}

double LogisticNewton::dot_with(std::span<const double> v, std::size_t example) const {
  const Features& x = data_[example];
  return v.back() + (full_ ? dot(v.data(), x.values.data(), x.values.size())
                           : sparse_dot(v, x.indices.data(), x.values.data(), x.values.size()));
}

double LogisticNewton::margin(std::size_t example) const { return dot_with(weights_, example); }

// Those that are left out have no slope, and need no product.
void LogisticNewton::times_rows(std::span<const double> v, std::span<double> result) const {
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (importances_[i] != 0) result[i] = dot_with(v, i);
  }
}

void LogisticNewton::add_rows_times(std::span<const double> v, std::span<double> result) const {
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i] == 0) continue;
    result.back() += v[i];
    const Features& x = data_[i];
    if (full_) {
      add_scaled(v[i], x.values.data(), result.data(), x.values.size());
      continue;
    }
    for (std::size_t j = 0; j < x.values.size(); ++j) {
      result[x.indices[j]] += v[i] * static_cast<double>(x.values[j]);
    }
  }
}

// Sets the gradient and what belongs to it, by the margins as they are. Returns its length.
double LogisticNewton::slopes(std::span<const double> importances) {
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    slope_[i] = curve_[i] = 0;
    if (importances[i] == 0) continue;
    const double wrong = 1 / (1 + std::exp(signs_[i] * margins_[i]));
    slope_[i] = -signs_[i] * importances[i] * wrong;
    curve_[i] = importances[i] * wrong * (1 - wrong);
  }
  for (std::size_t j = 0; j < weights_.size(); ++j) gradient_[j] = lambda_ * weights_[j];
  add_rows_times(slope_, gradient_);
  return std::sqrt(inner_product(gradient_, gradient_));
}

// Conjugate gradients for H step = -gradient, until what is left is `goal` of it.
void LogisticNewton::direction(double goal) {
  std::fill(diagonal_.begin(), diagonal_.end(), lambda_);
  for (std::size_t i = 0; i < curve_.size(); ++i) {
    if (curve_[i] == 0) continue;
    diagonal_.back() += curve_[i];
    const Features& x = data_[i];
    for (std::size_t j = 0; j < x.values.size(); ++j) {
      const auto value = static_cast<double>(x.values[j]);
      diagonal_[x.indices[j]] += curve_[i] * value * value;
    }
  }
  std::fill(step_.begin(), step_.end(), 0);
  for (std::size_t j = 0; j < step_.size(); ++j) {
    residual_[j] = -gradient_[j];
    along_[j] = residual_[j] / diagonal_[j];
  }
  double square = scaled_square(residual_, diagonal_);
  const double enough = goal * goal * square;
  for (int product = 0; product < kMostProducts && square > enough; ++product) {
    times_rows(along_, moves_);
    for (std::size_t i = 0; i < moves_.size(); ++i) moves_[i] *= curve_[i];
    for (std::size_t j = 0; j < along_.size(); ++j) image_[j] = lambda_ * along_[j];
    add_rows_times(moves_, image_);
    const double by = square / inner_product(along_, image_);
    for (std::size_t j = 0; j < step_.size(); ++j) {
      step_[j] += by * along_[j];
      residual_[j] -= by * image_[j];
    }
    const double before = square;
    square = scaled_square(residual_, diagonal_);
    for (std::size_t j = 0; j < along_.size(); ++j) {
      along_[j] = residual_[j] / diagonal_[j] + square / before * along_[j];
    }
  }
  times_rows(step_, moves_);
}

double LogisticNewton::objective(double step) const {
  double sum = 0;
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    const double weight = weights_[j] + step * step_[j];
    sum += lambda_ / 2 * weight * weight;
  }
  for (std::size_t i = 0; i < margins_.size(); ++i) {
    if (importances_[i] == 0) continue;
    sum += importances_[i] * loss(signs_[i] * (margins_[i] + step * moves_[i]));
  }
  return sum;
}

// False where no step lowers the objective: the end, as far as numbers go.
bool LogisticNewton::step_along() {
  const double promised = inner_product(gradient_, step_);
  const double now = objective(0);
  double step = 1;
  int halvings = 0;
  while (!(objective(step) <= now + kEnough * step * promised)) {
    if (++halvings > kMostHalvings) return false;
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
    direction(std::min(0.1, std::sqrt(length / at_zero)));
    if (!step_along()) break;
  }
  return steps;
}

std::vector<Weight> LogisticNewton::finish() {
  const std::span<const double> of_features = std::span(weights_).first(weights_.size() - 1);
  if (full_) return weights_in_order(of_features, 1);
  std::vector<Weight> result = rows_.named(of_features, 1);
  rows_.finish();
  return result;
}

}  // namespace ect
