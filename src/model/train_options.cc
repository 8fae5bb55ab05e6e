// What a user may leave unsaid, and what means nothing together. Tests: train_test,
// learn_errors_test.
#include "model/train_options.h"

#include <fmt/format.h>

#include <cmath>

#include "data/features/expansion.h"
#include "data/formats/costs.h"
#include "ect/error.h"
#include "learners/compose.h"
#include "learners/learners.h"
#include "model/seed_labels.h"
#include "reductions/contested/contested.h"
#include "reductions/ensemble.h"
#include "reductions/flat/ecoc.h"
#include "reductions/flat/one_vs_all.h"
#include "reductions/reductions.h"
#include "util/shell_words.h"
#include "util/text.h"

namespace ect {
namespace {

constexpr std::string_view kAuto = TrainOptions::kAuto;
constexpr std::string_view kContested = "contested";

// Whether finals are contested where nobody says. Not by learners that know their examples by
// heart: what they say of these does not tell who will be a contender (measured: docs/accuracy.md).
bool contests_by_default(const TrainOptions& options, const LearnerKind& learner) {
  return options.reduction == "ect" && !options.costs && learner.batch != nullptr &&
         !learner.by_heart && !learner.program && options.routing == TrainOptions::kOutOfFold;
}

// Whose answers route an example is a question only where answers route it, and where the learner
// could tell out-of-fold ones from its own.
void check_routing(const TrainOptions& options, const ReductionKind& reduction,
                   const LearnerKind& learner) {
  if (options.routing == TrainOptions::kOutOfFold) return;
  if (options.routing != TrainOptions::kOwn) {
    throw Error::bad_argument(
        fmt::format("unknown routing {} (there are out-of-fold and own)", shown(options.routing)));
  }
  if (!reduction.routed) {
    throw Error::bad_argument(
        fmt::format("{} does not route examples by answers; filter-tree, ect and "
                    "all-pairs-filter-tree do",
                    reduction.name));
  }
  if (learner.batch == nullptr || learner.by_heart) {
    throw Error::bad_argument(
        fmt::format("{} routes by its own answers in any case", learner.name));
  }
  if (is_contested(options)) {
    throw Error::bad_argument(
        "contested finals are learnt by out-of-fold answers; own ones take --finals charged");
  }
}

void check_finals(const TrainOptions& options, bool stream) {
  const std::string_view finals = options.finals;
  const bool rule = finals.starts_with("contested:") && rule_named(finals.substr(10));
  if (finals != "charged" && finals != kContested && !rule) {
    throw Error::bad_argument(fmt::format(
        "unknown finals {} (there are charged, contested, and contested:RULE with paths, wins, "
        "pairs or scorers)",
        shown(finals)));
  }
  if (!is_contested(options)) {
    if (options.contenders == 0) return;
    throw Error::bad_argument("contenders are for contested finals (--finals contested)");
  }
  if (reduction_named(options.reduction).load_contested == nullptr) {
    throw Error::bad_argument(fmt::format(
        "{} has no finals to contest; ect, filter-tree and tree have", options.reduction));
  }
  if (options.contenders == 1 || options.contenders > ContestedReduction::kMaxContenders) {
    throw Error::bad_argument(fmt::format("contested finals take 2 to {} contenders, not {}",
                                          ContestedReduction::kMaxContenders, options.contenders));
  }
  if (stream || learner_named(options.learner).batch == nullptr) {
    throw Error::bad_argument(
        "contested finals are learnt from all examples at once, by a batch learner");
  }
  if (options.costs && finals == "contested:scorers") {
    throw Error::bad_argument("scorers learn from labels; costs take contested:pairs or :wins");
  }
}

void check_learner(const TrainOptions& options, const LearnerKind& learner) {
  if (learner.program) {
    if (shell_words(program_in(options.learner)).empty()) {
      throw Error::bad_argument(
          fmt::format("{0} needs a program: --learner '{0}:PROGRAM ARG ...'", learner.name));
    }
    if (options.l2) throw Error::bad_argument("l2 is for hinge and logistic, not for programs");
  } else if (options.timeout) {
    throw Error::bad_argument(fmt::format("a timeout is for programs; {} is none", learner.name));
  }
  if (parse_expand(options.expand).kind != Expansion::Kind::kNone && !learner.linear) {
    throw Error::bad_argument(
        fmt::format("an expansion is for linear learners (hinge, logistic, logistic-batch, "
                    "squares); {} is none",
                    learner.name));
  }
  const bool plain = learner.linear && options.costing == 0 && options.probing == 0;
  if (options.compact > 0 && !plain) {
    throw Error::bad_argument(
        "compact weights are those of linear learners (hinge, logistic, logistic-batch, squares) "
        "without costing and probing");
  }
  if (options.compact != 0 && options.compact != 8 && options.compact != 16) {
    throw Error::bad_argument(
        fmt::format("compact weights have 16 or 8 bits, not {}", options.compact));
  }
  if (options.costing > kMaxInner || options.probing > kMaxInner) {
    throw Error::bad_argument(
        fmt::format("costing and probing take at most {} classifiers a match", kMaxInner));
  }
  if (options.costing > 0 && learner.batch == nullptr) {
    throw Error::bad_argument(fmt::format(
        "{} takes weights as they are, one example after the other; costing is for batch learners",
        learner.name));
  }
  if (options.probing > 0 && learner.batch == nullptr) {
    throw Error::bad_argument(fmt::format(
        "{} has probabilities of its own; probing is for batch learners", learner.name));
  }
}

}  // namespace

bool is_contested(const TrainOptions& options) { return options.finals.starts_with(kContested); }

std::uint32_t eliminations_of(const TrainOptions& options) {
  if (!reduction_named(options.reduction).several_brackets) return 1;
  if (options.eliminations > 0) return options.eliminations;
  // More brackets change next to nothing where the finals are contested, and double the questions.
  return is_contested(options) ? 1 : TrainOptions::kDefaultEliminations;
}

TrainOptions completed(TrainOptions options, bool stream) {
  const ReductionKind& reduction = reduction_named(options.reduction);
  if (options.learner == kAuto) {
    const bool online = stream || options.passes > 0;
    options.learner = online ? "logistic" : reduction.probabilities ? "logistic-batch" : "hinge";
  }
  if (options.expand == kAuto) options.expand = "none";
  if (options.finals == kAuto) {
    options.finals = !stream && contests_by_default(options, learner_named(options.learner))
                         ? kContested
                         : "charged";
  }
  if (options.seeding == kAuto) {
    options.seeding = reduction.seeded && !stream && !options.costs ? "similar" : "random";
  }
  return options;
}

void check_resumable(const TrainOptions& options) {
  // Where nothing is said, the learner is one of ours.
  if (options.learner == kAuto || !learner_named(options.learner).program) return;
  throw Error::bad_argument(
      "a program keeps what it learns to itself: it cannot go on from a checkpoint");
}

void check_options(const TrainOptions& unsaid, bool stream) {
  const TrainOptions options = completed(unsaid, stream);
  const ReductionKind& reduction = reduction_named(options.reduction);
  const LearnerKind& learner = learner_named(options.learner);
  check_seeding(options.seeding);
  if (!reduction.seeded && options.eliminations > 0) {
    throw Error::bad_argument(
        fmt::format("{} has no tournament, and so no eliminations", reduction.name));
  }
  if (!reduction.several_brackets && options.eliminations > 1) {
    throw Error::bad_argument(
        fmt::format("{} has one elimination; more take --reduction ect", reduction.name));
  }
  if (!reduction.seeded && unsaid.seeding != kAuto) {
    throw Error::bad_argument(
        fmt::format("{} has no tournament, and so no seeding", reduction.name));
  }
  if (!reduction.decoded && !options.decode.empty()) {
    throw Error::bad_argument(
        fmt::format("{} has one way to decode; two has one-vs-all", reduction.name));
  }
  if (!reduction.coded && !options.code.empty()) {
    throw Error::bad_argument(fmt::format("{} has no code; ecoc has", reduction.name));
  }
  parse_decode(options.decode);
  check_code(options.code);
  if (stream && learner.online == nullptr) {
    throw Error::bad_argument(
        fmt::format("{} needs all examples at once and cannot learn from a stream (logistic can)",
                    learner.name));
  }
  if (options.passes > 0 && learner.online == nullptr) {
    throw Error::bad_argument(
        fmt::format("{} knows itself when it is done; passes are for logistic", learner.name));
  }
  if (options.trees == 0 || options.trees > EnsembleReduction::kMaxMembers) {
    throw Error::bad_argument(
        fmt::format("there are 1 to {} trees", EnsembleReduction::kMaxMembers));
  }
  if (options.trees > 1 && (!reduction.seeded || options.seeding.starts_with("given:"))) {
    throw Error::bad_argument(
        "trees differ in their seeding; these would all be the same (ect has several)");
  }
  if (options.trees > 1 && learner.program) {
    throw Error::bad_argument("trees ask a program the same questions several times");
  }
  check_finals(options, stream);
  check_routing(options, reduction, learner);
  parse_cost_scale(options.cost_scale);
  if (!options.costs && options.cost_scale != TrainOptions().cost_scale) {
    throw Error::bad_argument("a scale of costs is for learning from costs (--costs)");
  }
  if (options.costs && !reduction.costs) {
    throw Error::bad_argument(fmt::format("{} learns from labels, not from costs", reduction.name));
  }
  if (options.costs && options.decode == "votes") {
    throw Error::bad_argument("votes are 0 or 1 and tell no costs; they are learnt by scores");
  }
  if (options.costs && stream) {
    throw Error::bad_argument(
        "costs are scaled by the whole of the data, which a stream does not show in advance");
  }
  check_learner(options, learner);
  if (options.l2 && !(std::isfinite(*options.l2) && *options.l2 >= 0)) {
    throw Error::bad_argument("l2 must be a number that is not negative");
  }
}

}  // namespace ect
