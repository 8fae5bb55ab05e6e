#include "data/hashed.h"

#include <algorithm>
#include <cmath>

namespace ect {

bool HashedFeatures::give(Example& example) {
  // Stable, so that sums do not depend on the sort.
  std::stable_sort(items_.begin(), items_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  example.indices.clear();
  example.values.clear();
  for (std::size_t i = 0; i < items_.size();) {
    const std::uint32_t place = items_[i].first;
    float sum = 0;
    for (; i < items_.size() && items_[i].first == place; ++i) sum += items_[i].second;
    if (!std::isfinite(sum)) return false;
    if (sum == 0) continue;
    example.indices.push_back(place);
    example.values.push_back(sum);
  }
  return true;
}

}  // namespace ect
