#ifndef ECT_LEARNERS_XGBOOST_H_
#define ECT_LEARNERS_XGBOOST_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "learners/linear/compact_rows.h"
#include "learners/trees/forest.h"

namespace ect::learners {

// Whether this library was built with XGBoost.
bool has_xgboost();

// Fits trees to these rows with their labels (1 on the right, 0 on the left) and weights, and
// returns XGBoost's own form of them, JSON; features are numbered as in `rows`. The sum of an
// example's leaves is its log-odds. `lambda` is the weight of the leaves' squares over 2. Draws and
// prints nothing; one thread; several may call it together. Requires has_xgboost().
std::string boosted_json(const CompactRows& rows, std::span<const std::uint32_t> which,
                         std::span<const float> labels, std::span<const float> weights,
                         double lambda);

// Parses the trees of such a JSON, with the data's numbers of features.
Forest trees_of_json(std::string_view json, const CompactRows& rows);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_XGBOOST_H_
