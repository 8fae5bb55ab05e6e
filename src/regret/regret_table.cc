// The paper's introduction as a table: for each reduction the multiclass regret beside the average
// binary regret r, with exact, planted or learned answers at its binary problems, and the bound
// that is claimed of it. A trial is a draw of inputs and of wrong answers; all
// reductions see the same trials. With planted answers there is also a search for the worst
// pattern, at single inputs (search.cc), since averages hide what a bound is about.
//
// Cost: trials * (problems * inputs + fits); the search is most of it.
// Tests: regret_cli_test.
#include "ect/regret_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "ect/error.h"
#include "learners/learners.h"
#include "model/option_names.h"
#include "regret/known.h"
#include "regret/learned.h"
#include "regret/measured_regret.h"
#include "regret/reduction_choice.h"
#include "regret/theory.h"
#include "util/text.h"

namespace ect {
namespace {

constexpr std::uint32_t kCostVectors = 3;  // per input
constexpr std::uint32_t kMaxSearches = 8;
constexpr std::uint32_t kMaxClasses = 1024;
constexpr std::uint32_t kMaxInputs = 1U << 16;

struct Candidate {
  std::string name;
  std::uint32_t eliminations;
  bool contested;
  std::unique_ptr<reductions::Reduction> reduction;
  regret::Theory theory;
};

void check(const RegretOptions& options) {
  const auto fail = [](const std::string& what) { return Error::bad_argument(what); };
  if (options.classes < 2 || options.classes > kMaxClasses) {
    throw fail(fmt::format("{} classes (expected 2 to {})", options.classes, kMaxClasses));
  }
  if (options.inputs < 1 || options.inputs > kMaxInputs) {
    throw fail(fmt::format("{} inputs (expected 1 to {})", options.inputs, kMaxInputs));
  }
  if (!(options.rate >= 0 && options.rate <= 1)) {
    throw fail(fmt::format("rate {} is not a probability (expected 0 to 1)", options.rate));
  }
  if (options.trials < 1 || options.examples < 1)
    throw fail("no trials or no examples (expected at least 1 of each)");
  learners::learner_named(options.learner);
  for (const std::string& nodes : options.nodes) {
    if (nodes != "exact" && nodes != "planted" && nodes != "learned") {
      throw fail(fmt::format("unknown nodes {} (expected exact, planted or learned)",
                             util::quoted(nodes)));
    }
    if (options.costs && nodes == "learned")
      throw fail("learned nodes do not support costs (expected exact or planted)");
  }
  for (const std::string& distribution : options.distributions) {
    if (distribution == "inconsistent" && options.classes < 3) {
      throw fail("the distribution inconsistent needs at least 3 classes");
    }
  }
}

std::vector<Candidate> candidates(const RegretOptions& options) {
  std::vector<Candidate> result;
  for (const regret::ReductionChoice& choice : regret::chosen_reductions(options)) {
    reductions::ReductionPlan plan;
    plan.classes = options.classes;
    plan.eliminations = choice.eliminations;
    plan.contested = choice.contested;
    plan.seed = options.seed;
    plan.decode = reductions::parse_decode(choice.decode);
    // The pairs of the paper's Section 3; random distributions have no order.
    plan.seeding = Seeding::listed(options.classes);
    std::unique_ptr<reductions::Reduction> reduction = choice.kind.make(plan);
    // Nothing is proved about contested finals with the best rule.
    const regret::Theory theory = choice.contested
                                      ? regret::no_theory()
                                      : regret::theory_of(choice.name(), *reduction, options.costs);
    result.push_back(
        {choice.name(), choice.eliminations, choice.contested, std::move(reduction), theory});
  }
  return result;
}

// The trials of one distribution.
class Trials {
 public:
  Trials(const RegretOptions& options, const std::string& name)
      : options_(options),
        learner_(model::parse_learner(options.learner)),
        distribution_(name, options.classes, options.seed) {
    for (std::uint32_t trial = 0; trial < options.trials; ++trial) {
      known_.push_back(draw(options.inputs, trial + 1));
      enumerated_.push_back(std::make_unique<regret::Enumerated>(known_.back()));
    }
    const std::uint32_t searches = std::min(options.trials, kMaxSearches);
    for (std::uint32_t search = 0; search < searches; ++search) {
      single_.push_back(std::make_unique<regret::Enumerated>(
          draw(1, std::uint64_t{options.trials} + 1 + search)));
    }
  }

  RegretRow row(const Candidate& candidate, const std::string& nodes) const {
    RegretRow row;
    row.reduction = candidate.name;
    row.nodes = nodes;
    row.eliminations = candidate.eliminations;
    row.contested = candidate.contested;
    row.problems = candidate.reduction->problems();
    row.consistent = true;
    const regret::RegretBound& bound =
        options_.inputs == 1 ? candidate.theory.single : candidate.theory.expected;
    regret::MeasuredRegret mean;
    double squares = 0;
    for (std::uint32_t trial = 0; trial < options_.trials; ++trial) {
      const regret::MeasuredRegret here = measure(candidate, nodes, trial, row);
      mean.multiclass += here.multiclass / options_.trials;
      mean.binary += here.binary / options_.trials;
      squares += here.multiclass * here.multiclass / options_.trials;
      row.questions += here.questions / options_.trials;
      note(row, here, bound);
    }
    if (nodes == "planted") {
      for (std::size_t search = 0; search < single_.size(); ++search) {
        note(row,
             search_worst(*candidate.reduction, candidate.theory, *single_[search],
                          options_.seed + search),
             candidate.theory.single);
      }
    }
    row.multiclass_regret = mean.multiclass;
    const double variance = std::max(0.0, squares - mean.multiclass * mean.multiclass);
    row.multiclass_error = std::sqrt(variance / std::max(1U, options_.trials - 1));
    row.binary_regret = mean.binary;
    row.ratio = mean.ratio();
    row.bounded = bound.known;
    row.bound = bound.at(mean.binary);
    row.bound_kind = bound.formula;
    return row;
  }

 private:
  regret::Known draw(std::uint32_t inputs, std::uint64_t part) const {
    return options_.costs ? distribution_.cost_inputs(inputs, kCostVectors, part)
                          : distribution_.inputs(inputs, part);
  }

  // Measures one trial; records in the row whether it is consistent there.
  regret::MeasuredRegret measure(const Candidate& candidate, const std::string& nodes,
                                 std::uint32_t trial, RegretRow& row) const {
    const regret::Enumerated& enumerated = *enumerated_[trial];
    if (candidate.contested) {
      row.consistent = false;  // unknown: finals exist only after training
      const regret::LearnedNodes learned = learn(candidate, trial);
      row.problems = learned.settled->problems();
      return measure_predictions(learned, enumerated);
    }
    const regret::MeasuredRegret exact =
        measure_regret(*candidate.reduction, candidate.theory, enumerated, regret::exact_answers());
    row.consistent = row.consistent && exact.multiclass <= regret::kRegretSlack;
    if (nodes == "exact") return exact;
    if (nodes == "planted") {
      return measure_regret(*candidate.reduction, candidate.theory, enumerated,
                            regret::planted_answers(options_.rate, options_.seed + trial));
    }
    const regret::LearnedNodes learned = learn(candidate, trial);
    return measure_regret(*candidate.reduction, candidate.theory, enumerated,
                          regret::given_answers(*learned.classifiers, learned.inputs));
  }

  regret::LearnedNodes learn(const Candidate& candidate, std::uint32_t trial) const {
    return learn_nodes(*candidate.reduction, learner_,
                       distribution_.sample(known_[trial], options_.examples, trial + 1),
                       known_[trial], options_.seed);
  }

  static void note(RegretRow& row, const regret::MeasuredRegret& measured,
                   const regret::RegretBound& bound) {
    row.worst_ratio = std::max(row.worst_ratio, measured.ratio());
    row.bound_used = std::max(row.bound_used, measured.used(bound));
    row.broken = row.broken || !measured.sums_hold || measured.used(bound) > 1;
  }

  const RegretOptions& options_;
  model::LearnerChoice learner_;
  regret::KnownDistribution distribution_;
  std::vector<regret::Known> known_;
  std::vector<std::unique_ptr<regret::Enumerated>> enumerated_;
  std::vector<std::unique_ptr<regret::Enumerated>> single_;  // single inputs for the search
};

}  // namespace

std::vector<RegretRow> measure_regrets(const RegretOptions& options) {
  check(options);
  const std::vector<Candidate> all = candidates(options);
  std::vector<RegretRow> rows;
  for (const std::string& name : options.distributions) {
    const Trials trials(options, name);
    for (const std::string& nodes : options.nodes) {
      for (const Candidate& candidate : all) {
        rows.push_back(trials.row(candidate, nodes));
        rows.back().distribution = name;
      }
    }
  }
  return rows;
}

}  // namespace ect
