#ifndef ECT_REGRET_REDUCTION_CHOICE_H_
#define ECT_REGRET_REDUCTION_CHOICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ect/regret_table.h"
#include "reductions/reductions.h"

namespace ect::regret {

// A reduction to measure, named as in parse_reduction_name(), with default eliminations if the name
// has none. Contested finals are decided by the rule that is best.
struct ReductionChoice {
  const reductions::ReductionKind& kind;
  std::string decode;
  std::uint32_t eliminations = 1;
  bool contested = false;

  // The name with its decoding, as in theory_of().
  std::string name() const {
    return decode.empty() ? std::string(kind.name) : std::string(kind.name) + ':' + decode;
  }
};

// The reductions that the options name, or all. Throws ect::Error for an unknown name and for a
// reduction that cannot be measured with these options.
std::vector<ReductionChoice> chosen_reductions(const RegretOptions& options);

}  // namespace ect::regret

#endif  // ECT_REGRET_REDUCTION_CHOICE_H_
