// Conjugate gradients for H step = -gradient with H = lambda I + sum of curve_i x_i x_i'. The
// matrix is never formed: a product with it is one with the rows and one with their transpose, so
// it costs O(non-zeros). The system is preconditioned by the diagonal of H, for features of
// different scales.
//
// Example: rows x = (1) and (-1), with the bias (1, 1) and (-1, 1), curves 1/4 and lambda = 1: H is
// diagonal, 1 + 2/4 for both weights, and one product solves it.
//
// Logistic regression (logistic_newton.cc) solves such a system in every step of Newton's method;
// least squares (least_squares.cc) is one. Tests: logistic_batch_test, squares_test.
#include "learners/linear/row_system.h"

#include <algorithm>

#include "util/dot.h"

namespace ect::learners {
namespace {

constexpr int kMaxProducts = 300;  // of one solution

// Four partial sums, as each addition depends on the one before.
double row_dot(std::span<const double> v, const std::uint32_t* indices, const float* values,
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

double inner_product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void RowSystem::start(const Dataset& data, std::span<const BinaryExample> examples, double lambda) {
  lambda_ = lambda;
  full_ = data.full();
  if (!full_) rows_.start(data, examples);
  data_.clear();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    data_.push_back(full_ ? data.row(examples[i].row) : rows_.row(i));
  }
  const std::size_t size = (full_ ? data.features() : rows_.features()) + 1;
  for (auto* of_weight : {&diagonal_, &residual_, &along_, &image_}) of_weight->resize(size);
  moves_.resize(examples.size());
}

double RowSystem::dot_with(std::span<const double> v, std::size_t example) const {
  const Features& x = data_[example];
  return v.back() + (full_ ? util::dot(v.data(), x.values.data(), x.values.size())
                           : row_dot(v, x.indices.data(), x.values.data(), x.values.size()));
}

void RowSystem::add_rows_times(std::span<const double> v, std::span<double> result) const {
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (v[i] == 0) continue;
    result.back() += v[i];
    const Features& x = data_[i];
    if (full_) {
      util::add_scaled(v[i], x.values.data(), result.data(), x.values.size());
      continue;
    }
    for (std::size_t j = 0; j < x.values.size(); ++j) {
      result[x.indices[j]] += v[i] * static_cast<double>(x.values[j]);
    }
  }
}

void RowSystem::solve(std::span<const double> gradient, std::span<const double> curve, double goal,
                      std::span<double> step) {
  std::fill(diagonal_.begin(), diagonal_.end(), lambda_);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    if (curve[i] == 0) continue;
    diagonal_.back() += curve[i];
    const Features& x = data_[i];
    for (std::size_t j = 0; j < x.values.size(); ++j) {
      const auto value = static_cast<double>(x.values[j]);
      diagonal_[x.indices[j]] += curve[i] * value * value;
    }
  }
  std::fill(step.begin(), step.end(), 0);
  for (std::size_t j = 0; j < step.size(); ++j) {
    residual_[j] = -gradient[j];
    along_[j] = residual_[j] / diagonal_[j];
  }
  double square = scaled_square(residual_, diagonal_);
  const double enough = goal * goal * square;
  for (int product = 0; product < kMaxProducts && square > enough; ++product) {
    for (std::size_t i = 0; i < moves_.size(); ++i) {
      moves_[i] = curve[i] == 0 ? 0 : dot_with(along_, i) * curve[i];
    }
    for (std::size_t j = 0; j < along_.size(); ++j) image_[j] = lambda_ * along_[j];
    add_rows_times(moves_, image_);
    const double by = square / inner_product(along_, image_);
    for (std::size_t j = 0; j < step.size(); ++j) {
      step[j] += by * along_[j];
      residual_[j] -= by * image_[j];
    }
    const double before = square;
    square = scaled_square(residual_, diagonal_);
    for (std::size_t j = 0; j < along_.size(); ++j) {
      along_[j] = residual_[j] / diagonal_[j] + square / before * along_[j];
    }
  }
}

std::vector<Weight> RowSystem::finish(std::span<const double> weights) {
  const std::span<const double> of_features = weights.first(weights.size() - 1);
  if (full_) return weights_in_order(of_features, 1);
  std::vector<Weight> result = rows_.named(of_features, 1);
  rows_.finish();
  return result;
}

}  // namespace ect::learners
