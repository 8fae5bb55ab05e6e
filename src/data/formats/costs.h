#ifndef ECT_DATA_COSTS_H_
#define ECT_DATA_COSTS_H_

#include <cstdint>
#include <string_view>

#include "ect/dataset.h"

namespace ect::data {

// How costs, which may be any finite numbers, are brought to [0, 1] before anything is learnt. Only
// the differences within a row count for learning.
enum class CostScale : std::uint8_t {
  kLinear,  // the least cost of the data becomes 0, the greatest 1: mean cost is what is learnt
  // The same for the logarithms of the costs, above the least of the data, each with a small amount
  // added: for run times, where 10 s against 1 s matters as much as 1000 s against 100 s.
  kLog,
  kRank,  // a class's place among the classes of its row: only who is cheaper counts
};

// `linear`, `log` or `rank`; throws for another name.
CostScale parse_cost_scale(std::string_view name);
// The same back.
std::string_view cost_scale_name(CostScale scale);

// Requires has_costs(). Rows of weight 0 count for nothing. Throws ect::Error for a cost that is no
// finite number.
void scale_costs(Dataset& data, CostScale scale);

}  // namespace ect::data

#endif  // ECT_DATA_COSTS_H_
