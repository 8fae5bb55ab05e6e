// Dual coordinate descent for a linear classifier (Hsieh, Chang, Lin, Keerthi, Sundararajan 2008):
//     minimise  lambda/2 |w|^2 + sum of h_i max(0, 1 - y_i w.x_i)^2   over w,
// h_i the importance of example i, y_i = +1 on the right side and -1 on the left, the bias a weight
// of a constant feature 1. The dual has one variable a_i >= 0 an example, w = sum of a_i y_i x_i /
// lambda, and each can be set to its optimum given the others in O(non-zeros of x_i): its slope is
// y_i w.x_i - 1 + a_i / (2 h_i). Examples that stay at 0 with a slope beyond that of all others are
// left out of passes until the others are at rest; then all are looked at again.
//
// Example: x = (1), y = +1 and x = (-1), y = -1 with lambda = 1 and h = 1 give w = 0.8, where the
// slope of w^2/2 + 2 (1 - w)^2, which is w - 4 (1 - w), is 0.
// Where the data is full, rows are not copied, and weights and sums are floats: memory is what a
// pass waits for then.
// Cost: O(non-zeros) a pass. Tests: hinge_test (the optimum's conditions; another optimiser).
#include "learners/linear/dual_descent.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "util/dot.h"
#include "util/prefetch.h"

namespace ect::learners {
namespace {

constexpr std::size_t kAhead = 2;  // rows that are fetched from memory before their turn ...
constexpr std::size_t kMaxAhead =
    1024;                          // ... by their first bytes: then the machine goes on itself
constexpr std::size_t kLine = 64;  // bytes of a cache line
constexpr double kSlopeTolerance = 0.1;  // between the slopes of a pass, as LIBLINEAR stops

double squared_length(const Features& x) {
  double sum = 0;
  for (const float value : x.values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

}  // namespace

DualDescent& DualDescent::of_thread() {
  thread_local DualDescent descent;
  return descent;
}

void DualDescent::start(const Dataset& data, std::span<const BinaryExample> examples,
                        double lambda) {
  work_ = {};
  lambda_ = lambda;
  bias_ = 0;
  full_ = data.full();
  if (full_) {
    full_weights_.assign(data.features(), 0);
  } else {
    rows_.start(data, examples);
    weights_.assign(rows_.features(), 0);
  }
  points_.clear();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const Features x = full_ ? data.row(examples[i].row) : rows_.row(i);
    const double square = 1 + squared_length(x);
    const double slack = 0.5 / static_cast<double>(examples[i].weight);
    const double sign = examples[i].side == Side::kRight ? 1.0 : -1.0;
    points_.push_back({x.indices.data(), x.values.data(), x.values.size(), sign, slack,
                       square / lambda + slack, 0});
  }
}

double DualDescent::margin(const Point& point) const {
  work_.products += point.size;
  if (full_) {
    return bias_ + static_cast<double>(util::dot(full_weights_.data(), point.values, point.size));
  }
  const auto product = [&](std::size_t i) {
    return weights_[point.indices[i]] * static_cast<double>(point.values[i]);
  };
  // Four partial sums, as each addition depends on the one before.
  double sums[4] = {bias_, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 4 <= point.size; i += 4) {
    for (std::size_t j = 0; j < 4; ++j) sums[j] += product(i + j);
  }
  for (; i < point.size; ++i) sums[0] += product(i);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

double DualDescent::margin(std::size_t example) const { return margin(points_[example]); }

void DualDescent::set_dual(std::size_t example, double dual) { move(points_[example], dual); }

void DualDescent::move(Point& point, double dual) {
  if (dual == point.dual) return;
  const double step = point.sign * (dual - point.dual) / lambda_;
  point.dual = dual;
  bias_ += step;
  work_.updates += point.size;
  if (full_) {
    util::add_scaled(static_cast<float>(step), point.values, full_weights_.data(), point.size);
    return;
  }
  for (std::size_t i = 0; i < point.size; ++i) {
    weights_[point.indices[i]] += step * static_cast<double>(point.values[i]);
  }
}

void DualDescent::expect(const Point& point) const {
  const std::size_t bytes = std::min(point.size * sizeof(float), kMaxAhead);
  for (std::size_t at = 0; at < bytes; at += kLine) {
    util::prefetch(reinterpret_cast<const std::byte*>(point.values) + at);
    if (!full_) util::prefetch(reinterpret_cast<const std::byte*>(point.indices) + at);
  }
}

// Sets a dual variable to its optimum and returns the slope it had before.
double DualDescent::improve(Point& point) {
  const double slope = point.sign * margin(point) - 1 + point.slack * point.dual;
  if (slope < 0 || point.dual > 0) move(point, std::max(point.dual - slope / point.diagonal, 0.0));
  return slope;
}

void DualDescent::descend(std::span<const std::uint32_t> examples, int most, Random& random) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  active_.assign(examples.begin(), examples.end());
  double far = kInfinity;  // beyond that slope, as of the pass before, a dual stays at 0
  for (int pass = 0; pass < most; ++pass) {
    random.shuffle(std::span(active_));
    double least = 0;
    double greatest = 0;
    std::size_t kept = 0;
    for (std::size_t turn = 0; turn < active_.size(); ++turn) {
      if (turn + kAhead < active_.size()) expect(points_[active_[turn + kAhead]]);
      const std::uint32_t i = active_[turn];
      const bool at_zero = points_[i].dual == 0;
      const double slope = improve(points_[i]);
      if (at_zero && slope > far) continue;
      active_[kept++] = i;
      least = std::min(least, slope);
      if (!at_zero) greatest = std::max(greatest, slope);
    }
    active_.resize(kept);
    if (greatest - least <= kSlopeTolerance) {
      if (kept == examples.size()) return;
      active_.assign(examples.begin(), examples.end());  // check all examples again
      greatest = 0;
    }
    far = kInfinity;
    if (greatest > 0) far = greatest;
  }
}

std::vector<Weight> DualDescent::finish(double factor) {
  if (full_) return weights_in_order(std::span(full_weights_), factor);
  std::vector<Weight> result = rows_.named(weights_, factor);
  rows_.finish();
  return result;
}

}  // namespace ect::learners
