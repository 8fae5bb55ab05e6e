#include "reductions/reductions.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "ect/error.h"
#include "util/text.h"

namespace ect {

std::span<const ReductionKind> reductions() {
  static constexpr std::array<ReductionKind, 3> kReductions = {{
      {"ect", Routing::kFiltered, true},
      {"filter-tree", Routing::kFiltered, false},
      {"tree", Routing::kAlways, false},
  }};
  return kReductions;
}

const ReductionKind& reduction_named(std::string_view name) {
  std::string names;
  for (const ReductionKind& kind : reductions()) {
    if (kind.name == name) return kind;
    names += (names.empty() ? "" : ", ") + std::string(kind.name);
  }
  throw Error::bad_argument(fmt::format("unknown reduction {} (there are {})", shown(name), names));
}

}  // namespace ect
