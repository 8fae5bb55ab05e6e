#ifndef ECT_LEARNERS_LEAST_SQUARES_H_
#define ECT_LEARNERS_LEAST_SQUARES_H_

#include <cstddef>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/regularized_fit.h"

namespace ect::learners {

// Linear regression of one binary problem while it is fitted; see least_squares.cc.
class LeastSquares : public RegularizedFit {
 public:
  // All weights 0. `data` must outlive the fit.
  void start(const Dataset& data, std::span<const BinaryExample> examples, double lambda);

  // Minimises from the current weights, with these importances of the examples (0: left out), until
  // the gradient is below `tolerance` times the one at weights 0, as far as rounding allows.
  void minimise(std::span<const double> importances, double tolerance);

  // The estimate for an example: the probability of the right side less a half, unclipped.
  double estimate(std::size_t example) const { return product(example); }

 private:
  double slopes(std::span<const double> importances);

  std::vector<double> targets_;  // +1/2 on the right, -1/2 on the left
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LEAST_SQUARES_H_
