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
  return Error::bad_argument(fmt::format(
      "costing and probing take at most {} classifiers per match", learners::kMaxInner));
}

}  // namespace

void check_learner(const CheckedOptions& options) {
  const LearnerChoice& learner = options.way.learner;
  if (learner.kind->program && util::shell_words(learner.program).empty()) {
    throw Error::bad_argument(
        fmt::format("{0} needs a program: --learner '{0}:PROGRAM ARG ...'", learner.kind->name));
  }
  if (options.stream && learner.kind->online == nullptr) {
    throw Error::bad_argument(fmt::format(
        "{} is a batch learner and cannot train on a stream (logistic can)", learner.kind->name));
  }
}

void check_eliminations(const CheckedOptions& options) {
  const reductions::ReductionKind& reduction = *options.way.reduction;
  if (!reduction.seeded && options.said.eliminations > 0) {
    throw Error::bad_argument(
        fmt::format("{} has no tournament; -m applies only to tournaments", reduction.name));
  }
  if (!reduction.several_brackets && options.said.eliminations > 1) {
    throw Error::bad_argument(
        fmt::format("{} has one elimination; only ect has more", reduction.name));
  }
}

void check_seeding(const CheckedOptions& options) {
  if (!options.said.seeding || options.way.reduction->seeded) return;
  throw Error::bad_argument(fmt::format(
      "{} has no tournament; --seeding applies only to tournaments", options.way.reduction->name));
}

void check_code(const CheckedOptions& options) {
  if (options.way.code == EcocCode() || options.way.reduction->coded) return;
  throw Error::bad_argument(
      fmt::format("{} has no code; --code applies only to ecoc", options.way.reduction->name));
}

void check_decode(const CheckedOptions& options) {
  if (!options.way.decode || options.way.reduction->decoded) return;
  throw Error::bad_argument(
      fmt::format("{} has a single decoding; --decode applies only to one-vs-all",
                  options.way.reduction->name));
}

void check_passes(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.passes == 0 || learner.online != nullptr) return;
  throw Error::bad_argument(
      fmt::format("{} runs to convergence; --passes applies only to logistic", learner.name));
}

void check_expand(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.expand.kind == FeatureExpansion::Kind::kNone || learner.linear) return;
  throw Error::bad_argument(fmt::format(
      "{} is not linear; --expand applies only to hinge, logistic, logistic-batch and squares",
      learner.name));
}

void check_l2(const CheckedOptions& options) {
  const std::optional<double>& l2 = options.way.l2;
  if (!l2) return;
  if (options.way.learner.kind->program) {
    throw Error::bad_argument("--l2 does not apply to programs");
  }
  if (!(std::isfinite(*l2) && *l2 >= 0)) {
    throw Error::bad_argument("--l2 must be a finite number of at least 0");
  }
}

void check_finals(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (!way.finals.contested) return;
  if (way.reduction->load_contested == nullptr) {
    throw Error::bad_argument(
        fmt::format("{} has no finals; contested finals apply only to ect, filter-tree and tree",
                    way.reduction->name));
  }
  if (options.stream || way.learner.kind->batch == nullptr) {
    throw Error::bad_argument(
        "contested finals need a batch learner and cannot be trained on a stream");
  }
  if (way.costs && way.finals.rule == FinalsRule::kScorers) {
    throw Error::bad_argument(
        "contested:scorers cannot be trained on costs (expected contested:pairs or "
        "contested:wins)");
  }
}

void check_contenders(const CheckedOptions& options) {
  const std::uint32_t contenders = options.way.contenders;
  if (!options.way.finals.contested) {
    if (contenders == 0) return;
    throw Error::bad_argument("--contenders applies only to contested finals (--finals contested)");
  }
  if (contenders == 1 || contenders > reductions::ContestedReduction::kMaxContenders) {
    throw Error::bad_argument(fmt::format("contested finals take 2 to {} contenders (given: {})",
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
        fmt::format("{} does not route examples; --routing applies only to filter-tree, ect and "
                    "all-pairs-filter-tree",
                    way.reduction->name));
  }
  const learners::LearnerKind& learner = *way.learner.kind;
  if (learner.batch == nullptr || learner.memorizes) {
    throw Error::bad_argument(
        fmt::format("{} always routes by its own answers; --routing does not apply", learner.name));
  }
  if (way.finals.contested) {
    throw Error::bad_argument(
        "contested finals need out-of-fold routing; --routing own requires --finals charged");
  }
}

void check_trees(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (way.trees == 0 || way.trees > reductions::EnsembleReduction::kMaxMembers) {
    throw Error::bad_argument(
        fmt::format("--trees must be from 1 to {}", reductions::EnsembleReduction::kMaxMembers));
  }
  if (way.trees == 1) return;
  if (!way.reduction->seeded || way.seeding.kind == SeedingChoice::Kind::kGiven) {
    throw Error::bad_argument(
        "--trees needs random or similar seeding (expected ect, filter-tree or tree without a "
        "given seeding)");
  }
  if (way.learner.kind->program) {
    throw Error::bad_argument("--trees does not apply to programs");
  }
}

void check_costs(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (!way.costs) return;
  if (!way.reduction->costs) {
    throw Error::bad_argument(fmt::format("{} cannot be trained on costs", way.reduction->name));
  }
  if (way.decode == OneVsAllDecode::kVotes) {
    throw Error::bad_argument(
        "--decode votes cannot be trained on costs (expected --decode scores)");
  }
  if (options.stream) {
    throw Error::bad_argument(
        "--costs does not work with --stream: scaling costs needs all of the data");
  }
}

void check_cost_scale(const CheckedOptions& options) {
  if (options.way.costs || options.way.cost_scale == CommonSettings().cost_scale) return;
  throw Error::bad_argument("--cost-scale requires --costs");
}

void check_costing(const CheckedOptions& options) {
  if (!is_inner_count(options.way.costing)) throw too_many_inner();
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.costing == 0 || learner.batch != nullptr) return;
  throw Error::bad_argument(
      fmt::format("{} is online and takes weights itself; --costing applies only to batch learners",
                  learner.name));
}

void check_probing(const CheckedOptions& options) {
  if (!is_inner_count(options.way.probing)) throw too_many_inner();
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (options.way.probing == 0 || learner.batch != nullptr) return;
  throw Error::bad_argument(fmt::format(
      "{} is online and has its own probabilities; --probing applies only to batch learners",
      learner.name));
}

void check_compact(const CheckedOptions& options) {
  const Recipe& way = options.way;
  if (way.compact == 0) return;
  if (!way.learner.kind->linear || way.costing > 0 || way.probing > 0) {
    throw Error::bad_argument(
        "--compact applies only to linear learners (hinge, logistic, logistic-batch, squares) "
        "without costing and probing");
  }
  if (way.compact != 8 && way.compact != 16) {
    throw Error::bad_argument(fmt::format("--compact must be 8 or 16 (given: {})", way.compact));
  }
}

void check_timeout(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.way.learner.kind;
  if (!options.way.timeout || learner.program) return;
  throw Error::bad_argument(
      fmt::format("{} is not a program; --timeout applies only to programs", learner.name));
}

}  // namespace ect::model
