#include "data/hashed.h"

#include <algorithm>

namespace ect {

void HashedFeatures::give(Example& example) {
  // Stable, so that sums do not depend on the sort.
  std::stable_sort(items_.begin(), items_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  example.indices.clear();
  example.values.clear();
  for (const auto& [place, value] : items_) {
    if (!example.indices.empty() && example.indices.back() == place) {
      example.values.back() += value;
    } else {
      example.indices.push_back(place);
      example.values.push_back(value);
    }
  }
}

}  // namespace ect
