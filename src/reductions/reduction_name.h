#ifndef ECT_REDUCTIONS_REDUCTION_NAME_H_
#define ECT_REDUCTIONS_REDUCTION_NAME_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reductions/reductions.h"

namespace ect::reductions {

// A reduction with options in its name, for comparisons:
//   ect:4                             4 eliminations
//   ect:contested, ect:4:contested    contested finals
//   one-vs-all:votes                  decoding by votes
struct ReductionName {
  const ReductionKind& kind;
  std::uint32_t eliminations = 0;  // 0: unset
  bool contested = false;
  std::string decode;  // empty: the default, scores
};

// Nothing if the kind does not support what follows it. Throws ect::Error for an unknown kind.
std::optional<ReductionName> parse_reduction_name(std::string_view name);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_REDUCTION_NAME_H_
