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

}  // namespace ect::learners

#endif  // ECT_LEARNERS_LOG_ODDS_H_
