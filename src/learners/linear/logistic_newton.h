#ifndef ECT_LEARNERS_LOGISTIC_NEWTON_H_
#define ECT_LEARNERS_LOGISTIC_NEWTON_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/learner.h"
#include "learners/linear/linear.h"
#include "learners/linear/row_system.h"

namespace ect {

// Logistic regression of one binary problem while it is fitted; see logistic_newton.cc. Its memory
// is used again by the next problem. For one thread.
class LogisticNewton {
 public:
  // All weights 0. `data` must outlive the fit.
  void start(const Dataset& data, std::span<const BinaryExample> examples, double lambda);

  // Newton steps from the weights as they are, with these importances of the examples (0: left
  // out), until the gradient is below `tolerance` times what it is where all weights are 0, or
  // `most` steps. Returns how many were made.
  int minimise(std::span<const double> importances, double tolerance, int most);

  std::size_t size() const { return signs_.size(); }
  double margin(std::size_t example) const { return system_.dot_with(weights_, example); }
  // Of features, in an order of its own, and the bias last.
  std::span<const double> weights() const { return weights_; }
  void set_weights(std::span<const double> weights);
  double bias() const { return weights_.back(); }

  // The weights by increasing feature. Only start() may follow.
  std::vector<Weight> finish() { return system_.finish(weights_); }

 private:
  double slopes(std::span<const double> importances);
  bool step_along();
  double objective(double step) const;
  void times_rows(std::span<const double> v, std::span<double> result) const;

  RowSystem system_;
  std::vector<double> signs_;  // +1 on the right, -1 on the left
  std::vector<double> weights_;
  std::span<const double> importances_;
  // By example: the margin, what a step adds to it, the loss's slope and curvature by the margin.
  std::vector<double> margins_, moves_, slope_, curve_;
  std::vector<double> gradient_, step_;  // by weight
};

}  // namespace ect

#endif  // ECT_LEARNERS_LOGISTIC_NEWTON_H_
