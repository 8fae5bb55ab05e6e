// Calibration by one factor: minimises the sum of h log(1 + exp(-a y margin)) over a by Newton's
// method. A prior of a few examples of margin 1, of which one in twenty is wrong, keeps the factor
// sensible if there are hardly any examples. Example: without examples it is log(19), as the margin
// 1 is right 19 times in 20. Tests:
// hinge_test.
#include "learners/log_odds.h"

#include <algorithm>
#include <cmath>

namespace ect::learners {

LogOddsFactor::Sums LogOddsFactor::prior() const {
  constexpr double kMadeUp = 4;
  constexpr double kWrong = 0.05;
  const double made_up = 1 / (1 + std::exp(factor_));
  return {-kMadeUp * (made_up - kWrong), kMadeUp * made_up * (1 - made_up)};
}

void LogOddsFactor::add(double own, double weight, Sums& sums) const {
  const double wrong = 1 / (1 + std::exp(factor_ * own));
  sums.slope -= weight * own * wrong;
  sums.curve += weight * own * own * wrong * (1 - wrong);
}

bool LogOddsFactor::improve(const Sums& sums) {
  constexpr int kMaxSteps = 20;
  const double change = std::clamp(sums.slope / std::max(sums.curve, 1e-12), -factor_, factor_ / 2);
  factor_ = std::clamp(factor_ - change, 1e-3, 1e3);
  return std::abs(change) >= 1e-4 * factor_ && ++steps_ < kMaxSteps;
}

double log_odds_factor(std::span<const BinaryExample> examples, const std::vector<bool>& left_out,
                       std::span<const float> margins) {
  LogOddsFactor factor;
  for (bool goes_on = true; goes_on;) {
    LogOddsFactor::Sums sums = factor.prior();
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (!left_out[i]) continue;
      const double sign = examples[i].side == Side::kRight ? 1 : -1;
      factor.add(sign * static_cast<double>(margins[i]), static_cast<double>(examples[i].weight),
                 sums);
    }
    goes_on = factor.improve(sums);
  }
  return factor.value();
}

}  // namespace ect::learners
