#ifndef ECT_DATA_COSTS_H_
#define ECT_DATA_COSTS_H_

#include <string_view>

#include "ect/dataset.h"
#include "ect/train_options.h"

namespace ect::data {

// Parses `linear`, `log` or `rank`; throws ect::Error for another name.
CostScale parse_cost_scale(std::string_view name);
// The inverse of parse_cost_scale().
std::string_view cost_scale_name(CostScale scale);

// Scales the costs of all rows to [0, 1]; the range is that of rows with positive weight. Requires
// has_costs(). Throws ect::Error for a cost that is not a finite number.
void scale_costs(Dataset& data, CostScale scale);

}  // namespace ect::data

#endif  // ECT_DATA_COSTS_H_
