// Constant classifiers of problems whose examples are all on one side. Tests: linear_test.
#include "learners/linear/one_sided.h"

#include <algorithm>
#include <cmath>

namespace ect::learners {

float constant_margin(std::size_t right, std::size_t left) {
  return std::log(static_cast<float>(right + 1) / static_cast<float>(left + 1));
}

std::optional<float> one_sided_margin(std::span<const BinaryExample> examples) {
  const auto right = static_cast<std::size_t>(
      std::count_if(examples.begin(), examples.end(),
                    [](const BinaryExample& example) { return example.side == Side::kRight; }));
  if (right > 0 && right < examples.size()) return std::nullopt;
  return constant_margin(right, examples.size() - right);
}

}  // namespace ect::learners
