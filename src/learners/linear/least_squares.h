#ifndef ECT_LEARNERS_LEAST_SQUARES_H_
#define ECT_LEARNERS_LEAST_SQUARES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "ect/learner.h"
#include "learners/linear/linear.h"
#include "learners/linear/row_system.h"

namespace ect {

// Linear regression of one binary problem while it is fitted; see least_squares.cc. Its memory is
// used again by the next problem. For one thread.
class LeastSquares {
 public:
  // All weights 0. `data` must outlive the fit.
  void start(const Dataset& data, std::span<const BinaryExample> examples, double lambda);

  // Goes from the weights as they are to those that fit best with these importances of the examples
  // (0: left out): until the gradient is below `tolerance` times what it is where all weights are
  // 0, as far as numbers go.
  void minimise(std::span<const double> importances, double tolerance);

  // The estimate for an example: the probability of the right side less a half, unclipped.
  double estimate(std::size_t example) const { return system_.dot_with(weights_, example); }
  // Of features, in an order of its own, and the bias last.
  std::span<const double> weights() const { return weights_; }
  void set_weights(std::span<const double> weights);
  double bias() const { return weights_.back(); }

  // The weights by increasing feature. Only start() may follow.
  std::vector<Weight> finish() { return system_.finish(weights_); }

 private:
  double slopes(std::span<const double> importances);

  RowSystem system_;
  std::vector<double> targets_;  // +1/2 on the right, -1/2 on the left
  std::vector<double> weights_;
  std::vector<double> slope_;            // by example
  std::vector<double> gradient_, step_;  // by weight
};

}  // namespace ect

#endif  // ECT_LEARNERS_LEAST_SQUARES_H_
