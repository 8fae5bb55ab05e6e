#ifndef ECT_REDUCTIONS_ASKED_TOGETHER_H_
#define ECT_REDUCTIONS_ASKED_TOGETHER_H_

#include <cstdint>
#include <vector>

#include "ect/schedule.h"

namespace ect::reductions {

// Matches of a tournament that one descent comes to: subtrees, of four levels where they are
// balanced.
std::vector<std::vector<std::uint32_t>> matches_together(const Schedule& schedule);

// Labels that stand near each other in the first bracket, so that they are contenders together.
std::vector<std::vector<std::uint32_t>> labels_together(const Schedule& schedule);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_ASKED_TOGETHER_H_
