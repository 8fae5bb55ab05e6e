// Which reductions `ect regret` measures. Tests: regret_cli_test.
#include "regret/reduction_choice.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "ect/error.h"
#include "learners/learners.h"
#include "reductions/reduction_name.h"
#include "util/text.h"

namespace ect::regret {
namespace {

// The paper's choice for several brackets, unless the options have a number. With contested finals
// one, as in `ect train`.
std::uint32_t default_eliminations(const RegretOptions& options, const ReductionChoice& choice) {
  if (!choice.kind.several_brackets) return 1;
  if (options.eliminations > 0) return options.eliminations;
  if (choice.contested) return 1;
  return static_cast<std::uint32_t>(std::ceil(4 * std::log(options.classes)));
}

ReductionChoice choice_named(const std::string& name, const RegretOptions& options) {
  const std::optional<reductions::ReductionName> parsed = reductions::parse_reduction_name(name);
  if (!parsed) throw Error::bad_argument(fmt::format("unknown reduction {}", util::quoted(name)));
  ReductionChoice choice{parsed->kind, parsed->decode, parsed->eliminations, parsed->contested};
  if (choice.eliminations == 0) choice.eliminations = default_eliminations(options, choice);
  return choice;
}

void check(const ReductionChoice& choice, const std::string& name, const RegretOptions& options) {
  if (options.costs && (!choice.kind.costs || !choice.decode.empty())) {
    throw Error::bad_argument(fmt::format("{} does not support costs", name));
  }
  if (!choice.contested) return;
  for (const std::string& nodes : options.nodes) {
    if (nodes == "learned") continue;
    throw Error::bad_argument(
        fmt::format("{}: contested finals are trained on examples (expected nodes learned, not {})",
                    name, nodes));
  }
  if (learners::learner_named(options.learner).batch == nullptr) {
    throw Error::bad_argument("contested finals need a batch learner");
  }
}

}  // namespace

std::vector<ReductionChoice> chosen_reductions(const RegretOptions& options) {
  std::vector<ReductionChoice> choices;
  for (const std::string& name : options.reductions) {
    choices.push_back(choice_named(name, options));
    check(choices.back(), name, options);
  }
  if (!choices.empty()) return choices;
  for (const reductions::ReductionKind& kind : reductions::reduction_kinds()) {
    if (options.costs && !kind.costs) continue;
    choices.push_back(choice_named(std::string(kind.name), options));
    // The paper's introduction has both decodings.
    if (kind.decoded && !options.costs)
      choices.push_back(choice_named(std::string(kind.name) + ":votes", options));
  }
  return choices;
}

}  // namespace ect::regret
