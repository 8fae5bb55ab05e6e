// Which training options cannot be combined, one check per option. Tests: train_test,
// learn_errors_test.
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
  const LearnerChoice& learner = options.recipe.learner;
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
  const reductions::ReductionKind& reduction = *options.recipe.reduction;
  if (!reduction.seeded && options.settings.eliminations > 0) {
    throw Error::bad_argument(
        fmt::format("{} has no tournament; -m applies only to tournaments", reduction.name));
  }
  if (!reduction.several_brackets && options.settings.eliminations > 1) {
    throw Error::bad_argument(
        fmt::format("{} has one elimination; only ect has more", reduction.name));
  }
}

void check_blocks(const CheckedOptions& options) {
  constexpr std::uint32_t kMaxBlocks = 4096;
  if (options.settings.blocks == 0) return;
  if (options.settings.blocks > kMaxBlocks) {
    throw Error::bad_argument(fmt::format("at most {} blocks are supported", kMaxBlocks));
  }
  if (options.stream) throw Error::bad_argument("--blocks applies only to files, not to streams");
}

void check_seeding(const CheckedOptions& options) {
  if (!options.settings.seeding || options.recipe.reduction->seeded) return;
  throw Error::bad_argument(
      fmt::format("{} has no tournament; --seeding applies only to tournaments",
                  options.recipe.reduction->name));
}

void check_code(const CheckedOptions& options) {
  if (options.recipe.code == EcocCode() || options.recipe.reduction->coded) return;
  throw Error::bad_argument(
      fmt::format("{} has no code; --code applies only to ecoc", options.recipe.reduction->name));
}

void check_decode(const CheckedOptions& options) {
  if (!options.recipe.decode || options.recipe.reduction->decoded) return;
  throw Error::bad_argument(
      fmt::format("{} has a single decoding; --decode applies only to one-vs-all",
                  options.recipe.reduction->name));
}

void check_passes(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.recipe.learner.kind;
  if (options.recipe.passes == 0 || learner.online != nullptr) return;
  throw Error::bad_argument(
      fmt::format("{} runs to convergence; --passes applies only to logistic", learner.name));
}

void check_expand(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.recipe.learner.kind;
  if (options.recipe.expand.kind == FeatureExpansion::Kind::kNone || learner.linear) return;
  throw Error::bad_argument(fmt::format(
      "{} is not linear; --expand applies only to hinge, logistic, logistic-batch and squares",
      learner.name));
}

void check_l2(const CheckedOptions& options) {
  const std::optional<double>& l2 = options.recipe.l2;
  if (!l2) return;
  if (options.recipe.learner.kind->program) {
    throw Error::bad_argument("--l2 does not apply to programs");
  }
  if (!(std::isfinite(*l2) && *l2 >= 0)) {
    throw Error::bad_argument("--l2 must be a finite number of at least 0");
  }
}

namespace {

void check_joint(const Recipe& recipe) {
  if (recipe.finals.rule != FinalsRule::kJoint || recipe.learner.kind->online != nullptr) return;
  if (!recipe.learner.kind->joint || recipe.costing > 0 || recipe.probing > 0) {
    throw Error::bad_argument(
        "contested:joint applies only to hinge and logistic-batch, without --costing or --probing");
  }
}

}  // namespace

void check_finals(const CheckedOptions& options) {
  const Recipe& recipe = options.recipe;
  if (!recipe.finals.contested) return;
  if (recipe.reduction->load_contested == nullptr) {
    throw Error::bad_argument(
        fmt::format("{} has no finals; contested finals apply only to ect, filter-tree and tree",
                    recipe.reduction->name));
  }
  if (recipe.learner.kind->batch == nullptr && !options.stream) {
    throw Error::bad_argument("contested finals need a batch learner, or a stream (--stream)");
  }
  if (options.stream &&
      (recipe.finals.rule.value_or(FinalsRule::kJoint) != FinalsRule::kJoint || recipe.trees > 1)) {
    throw Error::bad_argument(
        "on a stream contested finals are joint ones of one tournament (expected contested or "
        "contested:joint, and no --trees)");
  }
  if (recipe.costs &&
      (recipe.finals.rule == FinalsRule::kScorers || recipe.finals.rule == FinalsRule::kJoint)) {
    throw Error::bad_argument(
        "contested:scorers and :joint cannot be trained on costs (expected contested:pairs or "
        "contested:wins)");
  }
  check_joint(recipe);
}

void check_contenders(const CheckedOptions& options) {
  const std::uint32_t contenders = options.recipe.contenders;
  if (!options.recipe.finals.contested) {
    if (contenders == 0) return;
    throw Error::bad_argument("--contenders applies only to contested finals (--finals contested)");
  }
  if (contenders == 1 || contenders > reductions::ContestedReduction::kMaxContenders) {
    throw Error::bad_argument(fmt::format("contested finals take 2 to {} contenders (given: {})",
                                          reductions::ContestedReduction::kMaxContenders,
                                          contenders));
  }
}

// --routing applies only to reductions that route examples by answers, and to learners that have
// out-of-fold answers.
void check_routing(const CheckedOptions& options) {
  const Recipe& recipe = options.recipe;
  if (recipe.routing == RoutedBy::kOutOfFold) return;
  if (!recipe.reduction->routed) {
    throw Error::bad_argument(
        fmt::format("{} does not route examples; --routing applies only to filter-tree, ect and "
                    "all-pairs-filter-tree",
                    recipe.reduction->name));
  }
  const learners::LearnerKind& learner = *recipe.learner.kind;
  if (learner.batch == nullptr || learner.memorizes) {
    throw Error::bad_argument(
        fmt::format("{} always routes by its own answers; --routing does not apply", learner.name));
  }
  if (recipe.finals.contested) {
    throw Error::bad_argument(
        "contested finals need out-of-fold routing; --routing own requires --finals charged");
  }
}

void check_trees(const CheckedOptions& options) {
  const Recipe& recipe = options.recipe;
  if (recipe.trees == 0 || recipe.trees > reductions::EnsembleReduction::kMaxMembers) {
    throw Error::bad_argument(
        fmt::format("--trees must be from 1 to {}", reductions::EnsembleReduction::kMaxMembers));
  }
  if (recipe.trees == 1) return;
  if (!recipe.reduction->seeded || recipe.seeding.kind == SeedingChoice::Kind::kGiven) {
    throw Error::bad_argument(
        "--trees needs random or similar seeding (expected ect, filter-tree or tree without a "
        "given seeding)");
  }
  if (recipe.learner.kind->program) {
    throw Error::bad_argument("--trees does not apply to programs");
  }
}

void check_costs(const CheckedOptions& options) {
  const Recipe& recipe = options.recipe;
  if (!recipe.costs) return;
  if (!recipe.reduction->costs) {
    throw Error::bad_argument(fmt::format("{} cannot be trained on costs", recipe.reduction->name));
  }
  if (recipe.decode == OneVsAllDecode::kVotes) {
    throw Error::bad_argument(
        "--decode votes cannot be trained on costs (expected --decode scores)");
  }
  if (options.stream) {
    throw Error::bad_argument(
        "--costs does not work with --stream: scaling costs needs all of the data");
  }
}

void check_cost_scale(const CheckedOptions& options) {
  if (options.recipe.costs || options.recipe.cost_scale == CommonSettings().cost_scale) return;
  throw Error::bad_argument("--cost-scale requires --costs");
}

void check_costing(const CheckedOptions& options) {
  if (!is_inner_count(options.recipe.costing)) throw too_many_inner();
  const learners::LearnerKind& learner = *options.recipe.learner.kind;
  if (options.recipe.costing == 0 || learner.batch != nullptr) return;
  throw Error::bad_argument(
      fmt::format("{} is online and takes weights itself; --costing applies only to batch learners",
                  learner.name));
}

void check_probing(const CheckedOptions& options) {
  if (!is_inner_count(options.recipe.probing)) throw too_many_inner();
  const learners::LearnerKind& learner = *options.recipe.learner.kind;
  if (options.recipe.probing == 0 || learner.batch != nullptr) return;
  throw Error::bad_argument(fmt::format(
      "{} is online and has its own probabilities; --probing applies only to batch learners",
      learner.name));
}

void check_compact(const CheckedOptions& options) {
  const Recipe& recipe = options.recipe;
  if (recipe.compact == 0) return;
  if (!recipe.learner.kind->linear || recipe.costing > 0 || recipe.probing > 0) {
    throw Error::bad_argument(
        "--compact applies only to linear learners (hinge, logistic, logistic-batch, squares) "
        "without costing and probing");
  }
  if (recipe.compact != 8 && recipe.compact != 16 && recipe.compact != 32) {
    throw Error::bad_argument(
        fmt::format("--compact must be 8, 16 or 32 (given: {})", recipe.compact));
  }
}

void check_timeout(const CheckedOptions& options) {
  const learners::LearnerKind& learner = *options.recipe.learner.kind;
  if (!options.recipe.timeout || learner.program) return;
  throw Error::bad_argument(
      fmt::format("{} is not a program; --timeout applies only to programs", learner.name));
}

}  // namespace ect::model
