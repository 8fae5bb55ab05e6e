// Collects hashed features of one example: sorts them by place and adds up those that share one.
// Tests: vw_test, text_reader_test.
#include "data/features/hashed.h"

#include <algorithm>
#include <cmath>

namespace ect::data {

bool HashedFeatures::give(Example& example) {
  // Sorted by value as well, so that sums do not depend on the order of the input.
  std::sort(items_.begin(), items_.end());
  example.indices.clear();
  example.values.clear();
  for (std::size_t i = 0; i < items_.size();) {
    const auto place = static_cast<std::uint32_t>(items_[i] >> 32);
    float sum = 0;
    for (; i < items_.size() && items_[i] >> 32 == place; ++i) {
      sum += std::bit_cast<float>(static_cast<std::uint32_t>(items_[i]));
    }
    if (!std::isfinite(sum)) return false;
    if (sum == 0) continue;
    example.indices.push_back(place);
    example.values.push_back(sum);
  }
  return true;
}

}  // namespace ect::data
