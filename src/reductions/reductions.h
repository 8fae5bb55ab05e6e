#ifndef ECT_REDUCTIONS_REDUCTIONS_H_
#define ECT_REDUCTIONS_REDUCTIONS_H_

#include <cstdint>
#include <span>
#include <string_view>

#include "reductions/tournament_reduction.h"

namespace ect {

// The table of reductions.
struct ReductionKind {
  std::string_view name;
  Routing routing;
  bool several_brackets;  // takes a number of eliminations
};

std::span<const ReductionKind> reductions();
// Throws for a name that is not in the table.
const ReductionKind& reduction_named(std::string_view name);

}  // namespace ect

#endif  // ECT_REDUCTIONS_REDUCTIONS_H_
