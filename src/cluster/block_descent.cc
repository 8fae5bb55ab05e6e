// One block's examples of one match; see block_descent.h. A dual variable is set to its optimum
// given the others of the block and the weights of all, as in learners/linear/dual_descent.cc;
// there is no looking away from examples at rest, since weights come anew from all blocks after
// each pass.
//
// Example: two blocks have one example each, x = (1), y = +1 and x = (-1), y = -1, with lambda = 1
// and h = 1; both have the feature, so x' = (sqrt 2). Without the bias each sets a = 1 / 2.5 = 0.4,
// v' = 0.4 sqrt 2, and the sum is w' = 0.4 sqrt 2, which is w = 0.8: the optimum, in one round.
// Cost: O(non-zeros) a pass. Tests: shared_weights_test.
#include "cluster/block_descent.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ect::cluster {

BlockDescent::BlockDescent(const Dataset& data, std::span<const BinaryExample> examples,
                           std::span<const std::uint16_t> reach, double lambda)
    : lambda_(lambda), duals_(examples.size()), left_out_(examples.size()) {
  for (const BinaryExample& example : examples) {
    const Features x = data.row(example.row);
    features_.insert(features_.end(), x.indices.begin(), x.indices.end());
  }
  features_.push_back(data.features());
  std::sort(features_.begin(), features_.end());
  features_.erase(std::unique(features_.begin(), features_.end()), features_.end());
  weights_.resize(features_.size());
  std::vector<std::uint32_t> place_of(data.features() + std::size_t{1});
  for (std::uint32_t i = 0; i < features_.size(); ++i) place_of[features_[i]] = i;
  for (const BinaryExample& example : examples) {
    const Features x = data.row(example.row);
    double square = 0;
    const auto add = [&](std::uint32_t feature, float value) {
      const float scaled = value * std::sqrt(static_cast<float>(reach[feature]));
      indices_.push_back(place_of[feature]);
      values_.push_back(scaled);
      square += static_cast<double>(scaled) * static_cast<double>(scaled);
    };
    for (std::size_t j = 0; j < x.indices.size(); ++j) add(x.indices[j], x.values[j]);
    add(data.features(), 1);
    starts_.push_back(indices_.size());
    signs_.push_back(example.side == Side::kRight ? 1 : -1);
    slacks_.push_back(0.5 / static_cast<double>(example.weight));
    diagonals_.push_back(square / lambda + slacks_.back());
  }
}

float BlockDescent::margin(std::size_t example) const {
  double sum = 0;
  for (std::size_t at = starts_[example]; at < starts_[example + 1]; ++at) {
    sum += weights_[indices_[at]] * static_cast<double>(values_[at]);
  }
  return static_cast<float>(sum);
}

void BlockDescent::move(std::size_t example, double dual) {
  if (dual == duals_[example]) return;
  const double step = signs_[example] * (dual - duals_[example]) / lambda_;
  duals_[example] = dual;
  for (std::size_t at = starts_[example]; at < starts_[example + 1]; ++at) {
    weights_[indices_[at]] += step * static_cast<double>(values_[at]);
  }
}

void BlockDescent::pass(Random& random) {
  order_.resize(size());
  std::iota(order_.begin(), order_.end(), 0);
  random.shuffle(std::span(order_));
  for (const std::uint32_t i : order_) {
    if (left_out_[i]) continue;
    const double slope = signs_[i] * static_cast<double>(margin(i)) - 1 + slacks_[i] * duals_[i];
    if (slope < 0 || duals_[i] > 0) move(i, std::max(duals_[i] - slope / diagonals_[i], 0.0));
  }
}

void BlockDescent::leave_out(std::size_t example) {
  left_out_[example] = true;
  move(example, 0);
}

void BlockDescent::set_duals(std::span<const double> duals) {
  for (std::size_t i = 0; i < size(); ++i) {
    left_out_[i] = false;
    move(i, duals[i]);
  }
}

}  // namespace ect::cluster
