#ifndef ECT_LEARNERS_LOGISTIC_NEWTON_H_
#define ECT_LEARNERS_LOGISTIC_NEWTON_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/regularized_fit.h"

namespace ect::learners {

// Logistic regression of one binary problem while it is fitted; see logistic_newton.cc.
class LogisticNewton : public RegularizedFit {
 public:
  // All weights 0. `data` must outlive the fit.
  void start(const Dataset& data, std::span<const BinaryExample> examples, double lambda);

  // Newton steps from the current weights, with these importances of the examples (0: left out),
  // until the gradient is below `tolerance` times the one at weights 0, at most `most` steps.
  // Returns their number.
  int minimise(std::span<const double> importances, double tolerance, int most);

  std::size_t size() const { return signs_.size(); }
  double margin(std::size_t example) const { return product(example); }

 private:
  double slopes(std::span<const double> importances);
  bool step_along();
  double objective(double step) const;
  void times_rows(std::span<const double> v, std::span<double> result) const;

  std::vector<double> signs_;  // +1 on the right, -1 on the left
  std::span<const double> importances_;
  // By example: the margin, what a step adds to it, the loss's curvature by the margin.
  std::vector<double> margins_, moves_, curve_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LOGISTIC_NEWTON_H_
