#ifndef ECT_REGRET_REDUCTION_CHOICE_H_
#define ECT_REGRET_REDUCTION_CHOICE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "ect/regret_table.h"
#include "reductions/reductions.h"

namespace ect::regret {

// A reduction to measure, of a name as parse_reduction_name() reads it, with the eliminations that
// it has where the name has none. Contested finals are decided by the rule that is best.
struct ReductionChoice {
  const reductions::ReductionKind& kind;
  std::string decode;
  std::uint32_t eliminations = 1;
  bool contested = false;

  // With how it is decoded, as theory_of() knows it.
  std::string name() const {
    return decode.empty() ? std::string(kind.name) : std::string(kind.name) + ':' + decode;
  }
};

// The reductions that the options name, or all that there are. Throws ect::Error for a name that
// means nothing and for what these options cannot measure.
std::vector<ReductionChoice> chosen_reductions(const RegretOptions& options);

}  // namespace ect::regret

#endif  // ECT_REGRET_REDUCTION_CHOICE_H_
