#ifndef ECT_LEARNERS_ROW_SYSTEM_H_
#define ECT_LEARNERS_ROW_SYSTEM_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/compact_rows.h"
#include "learners/linear/linear.h"

namespace ect::learners {

// The rows of one binary problem, each with a 1 for the bias at its end, and the systems of linear
// equations that learners by second derivatives solve with them; see row_system.cc. Vectors by
// weight have the bias last. Its memory is reused by the next problem. For one thread.
class RowSystem {
 public:
  // `data` must outlive the fit. `lambda` is positive.
  void start(const Dataset& data, std::span<const BinaryExample> examples, double lambda);

  double lambda() const { return lambda_; }
  std::size_t examples() const { return data_.size(); }
  std::size_t weights() const { return diagonal_.size(); }

  // v.x of an example.
  double dot_with(std::span<const double> v, std::size_t example) const;
  // Adds the sum of v_i x_i to the result.
  void add_rows_times(std::span<const double> v, std::span<double> result) const;
  // Solves (lambda I + sum of curve_i x_i x_i') step = -gradient, until the residual is `goal`
  // times the gradient. Curves are not negative.
  void solve(std::span<const double> gradient, std::span<const double> curve, double goal,
             std::span<double> step);

  // These weights by increasing feature, without the bias. Only start() may follow.
  std::vector<Weight> finish(std::span<const double> weights);

 private:
  double lambda_ = 1;
  bool full_ = false;           // the data's rows are used in place
  std::vector<Features> data_;  // the rows of the examples, in data that is full or in rows_
  CompactRows rows_;
  std::vector<double> moves_;  // by example: what the direction adds to its margin
  // By weight: the diagonal of the matrix, the residual, the direction, the matrix times the
  // direction.
  std::vector<double> diagonal_, residual_, along_, image_;
};

double inner_product(std::span<const double> a, std::span<const double> b);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_ROW_SYSTEM_H_
