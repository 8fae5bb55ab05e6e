#ifndef ECT_REDUCTIONS_REDUCTION_NAME_H_
#define ECT_REDUCTIONS_REDUCTION_NAME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reductions/reductions.h"

namespace ect::reductions {

// A reduction by a name that says more than its kind, where several are measured side by side:
//   ect:4                             with so many eliminations
//   ect:contested, ect:4:contested    with contested finals
//   one-vs-all:votes                  decoded so
struct ReductionName {
  const ReductionKind& kind;
  std::uint32_t eliminations = 0;  // 0: not said
  bool contested = false;
  std::string decode;  // empty: by scores, its own way
};

// Nothing where the kind cannot have what follows it. Throws ect::Error for a kind that is not in
// the table.
std::optional<ReductionName> parse_reduction_name(std::string_view name);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_REDUCTION_NAME_H_
