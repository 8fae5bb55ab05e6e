#ifndef ECT_DATA_COSTS_H_
#define ECT_DATA_COSTS_H_

#include <string_view>

#include "ect/dataset.h"
#include "ect/train_options.h"

namespace ect::data {

// `linear`, `log` or `rank`; throws for another name.
CostScale parse_cost_scale(std::string_view name);
// The same back.
std::string_view cost_scale_name(CostScale scale);

// Requires has_costs(). Rows of weight 0 count for nothing. Throws ect::Error for a cost that is no
// finite number.
void scale_costs(Dataset& data, CostScale scale);

}  // namespace ect::data

#endif  // ECT_DATA_COSTS_H_
