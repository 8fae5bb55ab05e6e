// Tests: train_test, learn_errors_test.
#include "model/option_checks.h"

#include <fmt/format.h>

#include <cmath>

#include "ect/error.h"
#include "learners/compose.h"
#include "reductions/contested/contested.h"
#include "reductions/ensemble.h"
#include "util/shell_words.h"

namespace ect::model {
namespace {

bool is_inner_count(std::uint32_t count) { return count <= learners::kMaxInner; }

Error too_many_inner() {
  return Error::bad_argument(
      fmt::format("costing and probing take at most {} classifiers a match", learners::kMaxInner));
}

}  // namespace

void check_learner(const CheckedOptions& options) {
  const LearnerChoice& learner = options.way.learner;
  if (learner.kind->program && util::shell_words(learner.program).empty()) {
    throw Error::bad_argument(
        fmt::format("{0} needs a program: --learner '{0}:PROGRAM ARG ...'", learner.kind->name));
  }
  if (options.stream && learner.kind->online == nullptr) {
    throw Error::bad_argument(
        fmt::format("{} needs all examples at once and cannot learn from a stream (logistic can)",
                    learner.kind->name));
  }
}

void check_eliminations(const CheckedOptions& options) {
  const reductions::ReductionKind& reduction = *options.way.reduction;
  if (!reduction.seeded && options.said.eliminations > 0) {
    throw Error::bad_argument(
        fmt::format("{} has no tournament, and so no eliminations", reduction.name));
  }
  if (!reduction.several_brackets && options.said.eliminations > 1) {
    throw Error::bad_argument(
        fmt::format("{} has one elimination; more take --reduction ect", reduction.name));
  }
}

void check_seeding(const CheckedOptions& options) {
  if (!options.said.seeding || options.way.reduction->seeded) return;
  throw Error::bad_argument(
      fmt::format("{} has no tournament, and so no seeding", options.way.reduction->name));
}

void check_code(const CheckedOptions& options) {
  if (options.way.code == EcocCode() || options.way.reduction->coded) return;
  throw Error::bad_argument(fmt::format("{} has no code; ecoc has", options.way.reduction->name));
}

void check_decode(const CheckedOptions& options) {
  if (!options.way.decode || options.way.reduction->decoded) return;
  throw Error::bad_argument(
      fmt::format("{} has one way to decode; two has one-vs-all", options.way.reduction->name));
}

void check_passes(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.passes == 0 || learner.online != nullptr) return;
  throw Error::bad_argument(
      fmt::format("{} knows itself when it is done; passes are for logistic", learner.name));
}

void check_expand(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.expand.kind == FeatureExpansion::Kind::kNone || learner.linear) return;
  throw Error::bad_argument(
      fmt::format("an expansion is for linear learners (hinge, logistic, logistic-batch, "
                  "squares); {} is none",
                  learner.name));
}

void check_l2(const CheckedOptions& options) {
  const std::optional<double>& l2 = options.way.l2;
  if (!l2) return;
  if (options.way.learner.kind->program) {
    throw Error::bad_argument("l2 is for hinge and logistic, not for programs");
  }
  if (!(std::isfinite(*l2) && *l2 >= 0)) {
    throw Error::bad_argument("l2 must be a number that is not negative");
  }
}

void check_finals(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (!way.finals.contested) return;
  if (way.reduction->load_contested == nullptr) {
    throw Error::bad_argument(fmt::format(
        "{} has no finals to contest; ect, filter-tree and tree have", way.reduction->name));
  }
  if (options.stream || way.learner.kind->batch == nullptr) {
    throw Error::bad_argument(
        "contested finals are learnt from all examples at once, by a batch learner");
  }
  if (way.costs && way.finals.rule == FinalsRule::kScorers) {
    throw Error::bad_argument("scorers learn from labels; costs take contested:pairs or :wins");
  }
}

void check_contenders(const CheckedOptions& options) {
  const std::uint32_t contenders = options.way.contenders;
  if (!options.way.finals.contested) {
    if (contenders == 0) return;
    throw Error::bad_argument("contenders are for contested finals (--finals contested)");
  }
  if (contenders == 1 || contenders > reductions::ContestedReduction::kMaxContenders) {
    throw Error::bad_argument(fmt::format("contested finals take 2 to {} contenders, not {}",
                                          reductions::ContestedReduction::kMaxContenders,
                                          contenders));
  }
}

// Whose answers route an example is a question only where answers route it, and where the learner
// could tell out-of-fold ones from its own.
void check_routing(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (way.routing == RoutedBy::kOutOfFold) return;
  if (!way.reduction->routed) {
    throw Error::bad_argument(
        fmt::format("{} does not route examples by answers; filter-tree, ect and "
                    "all-pairs-filter-tree do",
                    way.reduction->name));
  }
  const learners::LearnerKind& learner = *way.learner.kind;
  if (learner.batch == nullptr || learner.memorizes) {
    throw Error::bad_argument(
        fmt::format("{} routes by its own answers in any case", learner.name));
  }
  if (way.finals.contested) {
    throw Error::bad_argument(
        "contested finals are learnt by out-of-fold answers; own ones take --finals charged");
  }
}

void check_trees(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (way.trees == 0 || way.trees > reductions::EnsembleReduction::kMaxMembers) {
    throw Error::bad_argument(
        fmt::format("there are 1 to {} trees", reductions::EnsembleReduction::kMaxMembers));
  }
  if (way.trees == 1) return;
  if (!way.reduction->seeded || way.seeding.kind == SeedingChoice::Kind::kGiven) {
    throw Error::bad_argument(
        "trees differ in their seeding; these would all be the same (ect has several)");
  }
  if (way.learner.kind->program) {
    throw Error::bad_argument("trees ask a program the same questions several times");
  }
}

void check_costs(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (!way.costs) return;
  if (!way.reduction->costs) {
    throw Error::bad_argument(
        fmt::format("{} learns from labels, not from costs", way.reduction->name));
  }
  if (way.decode == OneVsAllDecode::kVotes) {
    throw Error::bad_argument("votes are 0 or 1 and tell no costs; they are learnt by scores");
  }
  if (options.stream) {
    throw Error::bad_argument(
        "costs are scaled by the whole of the data, which a stream does not show in advance");
  }
}

void check_cost_scale(const CheckedOptions& options) {
  if (options.way.costs || options.way.cost_scale == CommonSettings().cost_scale) return;
  throw Error::bad_argument("a scale of costs is for learning from costs (--costs)");
}

void check_costing(const CheckedOptions& options) {
  if (!is_inner_count(options.way.costing)) throw too_many_inner();
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.costing == 0 || learner.batch != nullptr) return;
  throw Error::bad_argument(fmt::format(
      "{} takes weights as they are, one example after the other; costing is for batch learners",
      learner.name));
}

void check_probing(const CheckedOptions& options) {
  if (!is_inner_count(options.way.probing)) throw too_many_inner();
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.probing == 0 || learner.batch != nullptr) return;
  throw Error::bad_argument(
      fmt::format("{} has probabilities of its own; probing is for batch learners", learner.name));
}

void check_compact(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (way.compact == 0) return;
  if (!way.learner.kind->linear || way.costing > 0 || way.probing > 0) {
    throw Error::bad_argument(
        "compact weights are those of linear learners (hinge, logistic, logistic-batch, squares) "
        "without costing and probing");
  }
  if (way.compact != 8 && way.compact != 16) {
    throw Error::bad_argument(
        fmt::format("compact weights have 16 or 8 bits, not {}", way.compact));
  }
}

void check_timeout(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (!options.way.timeout || learner.program) return;
  throw Error::bad_argument(fmt::format("a timeout is for programs; {} is none", learner.name));
}

}  // namespace ect::model
