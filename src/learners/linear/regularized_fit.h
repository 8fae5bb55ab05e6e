#ifndef ECT_LEARNERS_REGULARIZED_FIT_H_
#define ECT_LEARNERS_REGULARIZED_FIT_H_

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/linear.h"
#include "learners/linear/row_system.h"

namespace ect::learners {

// Base of fits by second derivatives, for one binary problem: the weights that
//     minimise  lambda/2 |w|^2 + the sum of a loss of w.x_i over the examples
// and its gradient. Its memory is reused by the next problem. For one thread.
class RegularizedFit {
 public:
  // By feature, in the order of CompactRows, and the bias last.
  std::span<const double> weights() const { return weights_; }
  void set_weights(std::span<const double> weights) {
    std::copy(weights.begin(), weights.end(), weights_.begin());
  }
  double bias() const { return weights_.back(); }

  // The weights by increasing feature. Only another start may follow.
  std::vector<Weight> finish() { return system_.finish(weights_); }

 protected:
  RegularizedFit() = default;
  ~RegularizedFit() = default;

  // All weights 0. `data` must outlive the fit.
  void start_weights(const Dataset& data, std::span<const BinaryExample> examples, double lambda) {
    system_.start(data, examples, lambda);
    weights_.assign(system_.weights(), 0);
    gradient_.resize(weights_.size());
    step_.resize(weights_.size());
    slope_.resize(examples.size());
  }
  // w.x of an example.
  double product(std::size_t example) const { return system_.dot_with(weights_, example); }
  // Sets the gradient, from the slopes of the losses. Returns its length.
  double set_gradient() {
    for (std::size_t j = 0; j < weights_.size(); ++j) {
      gradient_[j] = system_.lambda() * weights_[j];
    }
    system_.add_rows_times(slope_, gradient_);
    return std::sqrt(inner_product(gradient_, gradient_));
  }

  RowSystem system_;
  std::vector<double> weights_;
  std::vector<double> slope_;            // by example: of its loss, by w.x
  std::vector<double> gradient_, step_;  // by weight
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_REGULARIZED_FIT_H_
