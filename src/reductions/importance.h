#ifndef ECT_REDUCTIONS_IMPORTANCE_H_
#define ECT_REDUCTIONS_IMPORTANCE_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace ect::reductions {

// The largest importance that an example has in a binary problem. Weights of examples, differences
// of costs and the charges of finals are multiplied with each other, and the product of floats may
// overflow; a learner is to be given finite weights. Some thirty of these can still be added up in
// a float.
inline constexpr float kMaxImportance = 1e37F;

inline float capped_importance(float importance) { return std::min(importance, kMaxImportance); }

// The importance of an example for two labels whose costs differ by `difference` (the paper's
// Algorithm 2). 0: no information about them.
inline float cost_importance(float difference, float weight) {
  return capped_importance(std::abs(difference) * weight);
}

// Whether no label costs less; with several cheapest ones each of them is right.
inline bool is_cheapest(std::span<const float> costs, std::uint32_t label) {
  return std::none_of(costs.begin(), costs.end(), [&](float cost) { return cost < costs[label]; });
}

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_IMPORTANCE_H_
