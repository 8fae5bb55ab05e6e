// What `ect regret` measures. Tests: regret_cli_test.
#include "regret/way.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "ect/error.h"
#include "learners/learners.h"
#include "reductions/reduction_name.h"
#include "util/text.h"

namespace ect::regret {
namespace {

// The paper's choice for several brackets, unless the options say otherwise. With contested finals
// one, as in `ect train`.
std::uint32_t usual_eliminations(const RegretOptions& options, const Way& way) {
  if (!way.kind.several_brackets) return 1;
  if (options.eliminations > 0) return options.eliminations;
  if (way.contested) return 1;
  return static_cast<std::uint32_t>(std::ceil(4 * std::log(options.classes)));
}

Way way_named(const std::string& name, const RegretOptions& options) {
  const std::optional<reductions::ReductionName> parsed = reductions::parse_reduction_name(name);
  if (!parsed) throw Error::bad_argument(fmt::format("unknown reduction {}", util::quoted(name)));
  Way way{parsed->kind, parsed->decode, parsed->eliminations, parsed->contested};
  if (way.eliminations == 0) way.eliminations = usual_eliminations(options, way);
  return way;
}

void check(const Way& way, const std::string& name, const RegretOptions& options) {
  if (options.costs && (!way.kind.costs || !way.decode.empty())) {
    throw Error::bad_argument(fmt::format("{} does not support costs", name));
  }
  if (!way.contested) return;
  for (const std::string& nodes : options.nodes) {
    if (nodes == "learned") continue;
    throw Error::bad_argument(
        fmt::format("{}: contested finals are trained on examples (expected nodes learned, not {})",
                    name, nodes));
  }
  if (learners::learner_named(options.learner).batch == nullptr) {
    throw Error::bad_argument(
        "contested finals need a batch learner and cannot be trained on a stream");
  }
}

}  // namespace

std::vector<Way> chosen_ways(const RegretOptions& options) {
  std::vector<Way> ways;
  for (const std::string& name : options.reductions) {
    ways.push_back(way_named(name, options));
    check(ways.back(), name, options);
  }
  if (!ways.empty()) return ways;
  for (const reductions::ReductionKind& kind : reductions::reduction_kinds()) {
    if (options.costs && !kind.costs) continue;
    ways.push_back(way_named(std::string(kind.name), options));
    // The paper's introduction has it both ways.
    if (kind.decoded && !options.costs)
      ways.push_back(way_named(std::string(kind.name) + ":votes", options));
  }
  return ways;
}

}  // namespace ect::regret
