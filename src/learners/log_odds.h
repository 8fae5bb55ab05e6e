#ifndef ECT_LEARNERS_LOG_ODDS_H_
#define ECT_LEARNERS_LOG_ODDS_H_

#include <cstdint>
#include <span>
#include <vector>

#include "learners/learner.h"

namespace ect::learners {

// The factor a > 0 that makes a * margin log-odds: the one by which 1 / (1 + exp(-a margin))
// predicts the sides best. Uses only examples that were `left_out`, by
// number, of the fit that gave their margin.
double log_odds_factor(std::span<const BinaryExample> examples, const std::vector<bool>& left_out,
                       std::span<const float> margins);

// The same step by step, for those who add up over examples in parts.
class LogOddsFactor {
 public:
  struct Sums {
    double slope = 0;
    double curve = 0;
  };

  double value() const { return factor_; }
  // What sums start with, and what an example adds; `own` is its margin towards its own side.
  Sums prior() const;
  void add(double own, double weight, Sums& sums) const;
  // From the sums over all examples; false once it changes no more.
  bool improve(const Sums& sums);

 private:
  double factor_ = 2;
  int steps_ = 0;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LOG_ODDS_H_
