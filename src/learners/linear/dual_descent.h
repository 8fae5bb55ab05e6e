#ifndef ECT_LEARNERS_DUAL_DESCENT_H_
#define ECT_LEARNERS_DUAL_DESCENT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/random.h"
#include "learners/learner.h"
#include "learners/linear/compact_rows.h"
#include "learners/linear/linear.h"

namespace ect::learners {

// The dual problem of one binary problem while it is fitted; see dual_descent.cc. Its memory is
// reused by the next problem. For one thread.
class DualDescent {
 public:
  // Counted in non-zeros: those multiplied with weights, and those that changed weights.
  struct Work {
    std::uint64_t products = 0;
    std::uint64_t updates = 0;
  };

  // The instance of this thread.
  static DualDescent& of_thread();

  // All dual variables 0. Weights of examples are positive; `data` must outlive the fit.
  void start(const Dataset& data, std::span<const BinaryExample> examples, double lambda);

  // Passes over these examples, in random order, until they are nearly optimal given the others, or
  // `most` passes.
  void descend(std::span<const std::uint32_t> examples, int most, Random& random);

  std::size_t size() const { return points_.size(); }
  double bias() const { return bias_; }
  double margin(std::size_t example) const;
  // The margin towards the example's own side.
  double own_margin(std::size_t example) const { return points_[example].sign * margin(example); }
  double dual(std::size_t example) const { return points_[example].dual; }
  void set_dual(std::size_t example, double dual);

  // The work since start().
  Work work() const { return work_; }

  // The weights by increasing feature, times `factor`. Only start() may follow.
  std::vector<Weight> finish(double factor);

 private:
  struct Point {
    const std::uint32_t* indices;  // in weights_
    const float* values;
    std::size_t size;  // of both
    double sign;       // y: +1 on the right, -1 on the left
    double slack;      // 1 / (2 h): what the squared hinge adds to the diagonal
    double diagonal;   // (x.x + 1) / lambda + slack, the 1 of the bias
    double dual;       // a
  };

  double improve(Point& point);
  void move(Point& point, double dual);
  double margin(const Point& point) const;
  void expect(const Point& point) const;

  mutable Work work_;  // margin() counts, too
  double lambda_ = 1;
  double bias_ = 0;
  std::vector<Point> points_;
  // Rows without absent features are used in place, with weights that are floats.
  bool full_ = false;
  CompactRows rows_;
  std::vector<double> weights_;
  std::vector<float> full_weights_;
  std::vector<std::uint32_t> active_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_DUAL_DESCENT_H_
