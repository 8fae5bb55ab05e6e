// Calibration by one factor: minimises the sum of h log(1 + exp(-a y margin)) over a by Newton's
// method. A prior of a few examples of margin 1, of which one in twenty is wrong, keeps the factor
// sensible if there are hardly any examples. Example: without examples it is log(19), as the margin
// 1 is right 19 times in 20. Tests:
// hinge_test.
#include "learners/log_odds.h"

#include <algorithm>
#include <cmath>

namespace ect::learners {

double log_odds_factor(std::span<const BinaryExample> examples, const std::vector<bool>& left_out,
                       std::span<const float> margins) {
  constexpr double kMadeUp = 4;
  constexpr double kWrong = 0.05;
  double factor = 2;
  for (int step = 0; step < 20; ++step) {
    const double made_up = 1 / (1 + std::exp(factor));
    double slope = -kMadeUp * (made_up - kWrong);
    double curve = kMadeUp * made_up * (1 - made_up);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      if (!left_out[i]) continue;
      const double sign = examples[i].side == Side::kRight ? 1 : -1;
      const double own = sign * static_cast<double>(margins[i]);
      const double wrong = 1 / (1 + std::exp(factor * own));
      const auto weight = static_cast<double>(examples[i].weight);
      slope -= weight * own * wrong;
      curve += weight * own * own * wrong * (1 - wrong);
    }
    const double change = std::clamp(slope / std::max(curve, 1e-12), -factor, factor / 2);
    factor = std::clamp(factor - change, 1e-3, 1e3);
    if (std::abs(change) < 1e-4 * factor) break;
  }
  return factor;
}

}  // namespace ect::learners
