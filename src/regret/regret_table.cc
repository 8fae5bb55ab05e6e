// The paper's introduction as a table: for each reduction the multiclass regret beside the average
// binary regret r, with exact, planted or learned answers at its binary problems, and the bound
// that is claimed of it. A trial is a draw of inputs and of what is wrong with the answers; all
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
#include "reductions/reductions.h"
#include "regret/known.h"
#include "regret/learned.h"
#include "regret/measure.h"
#include "regret/theory.h"
#include "util/text.h"

namespace ect {
namespace {

constexpr std::uint32_t kCostVectors = 3;  // an input
constexpr std::uint32_t kMostSearches = 8;
constexpr std::uint32_t kMostClasses = 1024;
constexpr std::uint32_t kMostInputs = 1U << 16;

struct Candidate {
  std::string name;
  std::uint32_t eliminations;
  std::unique_ptr<Reduction> reduction;
  Theory theory;
};

void check(const RegretOptions& options) {
  const auto fail = [](const std::string& what) { return Error::bad_argument(what); };
  if (options.classes < 2 || options.classes > kMostClasses) {
    throw fail(fmt::format("{} classes (expected 2 to {})", options.classes, kMostClasses));
  }
  if (options.inputs < 1 || options.inputs > kMostInputs) {
    throw fail(fmt::format("{} inputs (expected 1 to {})", options.inputs, kMostInputs));
  }
  if (!(options.rate >= 0 && options.rate <= 1)) {
    throw fail(fmt::format("rate {} is no probability", options.rate));
  }
  if (options.trials < 1 || options.examples < 1) throw fail("nothing to try");
  learner_named(options.learner);
  for (const std::string& nodes : options.nodes) {
    if (nodes != "exact" && nodes != "planted" && nodes != "learned") {
      throw fail(fmt::format("unknown nodes {} (there are exact, planted, learned)", shown(nodes)));
    }
    if (options.costs && nodes == "learned") throw fail("with costs nodes are exact or planted");
  }
  for (const std::string& distribution : options.distributions) {
    if (distribution == "inconsistent" && options.classes < 3) {
      throw fail("the distribution inconsistent needs at least 3 classes");
    }
  }
}

std::uint32_t eliminations_of(const RegretOptions& options, const ReductionKind& kind) {
  if (!kind.several_brackets) return 1;
  if (options.eliminations > 0) return options.eliminations;
  return static_cast<std::uint32_t>(std::ceil(4 * std::log(options.classes)));
}

// A reduction, and how it is decoded: `one-vs-all:votes`. Nothing after the colon is its own way.
struct Way {
  const ReductionKind& kind;
  std::string decode;

  std::string name() const {
    return decode.empty() ? std::string(kind.name) : fmt::format("{}:{}", kind.name, decode);
  }
};

Way way_named(const std::string& name) {
  const std::size_t colon = std::min(name.find(':'), name.size());
  Way way{reduction_named(name.substr(0, colon)), name.substr(std::min(colon + 1, name.size()))};
  if (colon < name.size() && (way.decode.empty() || !way.kind.decoded)) {
    throw Error::bad_argument(fmt::format("unknown reduction {}", shown(name)));
  }
  if (way.decode == "scores") way.decode.clear();
  return way;
}

std::vector<Way> chosen_ways(const RegretOptions& options) {
  std::vector<Way> ways;
  for (const std::string& name : options.reductions) {
    ways.push_back(way_named(name));
    if (options.costs && (!ways.back().kind.costs || !ways.back().decode.empty())) {
      throw Error::bad_argument(fmt::format("{} takes no costs", name));
    }
  }
  if (!ways.empty()) return ways;
  for (const ReductionKind& kind : reductions()) {
    if (options.costs && !kind.costs) continue;
    ways.push_back({kind, ""});
    // The paper's introduction has it both ways.
    if (kind.decoded && !options.costs) ways.push_back({kind, "votes"});
  }
  return ways;
}

std::vector<Candidate> candidates(const RegretOptions& options) {
  std::vector<Candidate> result;
  for (const Way& way : chosen_ways(options)) {
    ReductionPlan plan;
    plan.classes = options.classes;
    plan.eliminations = eliminations_of(options, way.kind);
    plan.seed = options.seed;
    plan.decode = way.decode;
    // As the paper pairs them in Section 3; random laws know no order.
    plan.seeding = Seeding::listed(options.classes);
    std::unique_ptr<Reduction> reduction = way.kind.make(plan);
    const Theory theory = theory_of(way.name(), *reduction, options.costs);
    result.push_back({way.name(), plan.eliminations, std::move(reduction), theory});
  }
  return result;
}

// The trials of one distribution.
class Trials {
 public:
  Trials(const RegretOptions& options, const std::string& name)
      : options_(options), distribution_(name, options.classes, options.seed) {
    for (std::uint32_t trial = 0; trial < options.trials; ++trial) {
      known_.push_back(draw(options.inputs, trial + 1));
      enumerated_.push_back(std::make_unique<Enumerated>(known_.back()));
    }
    const std::uint32_t searches = std::min(options.trials, kMostSearches);
    for (std::uint32_t search = 0; search < searches; ++search) {
      single_.push_back(
          std::make_unique<Enumerated>(draw(1, std::uint64_t{options.trials} + 1 + search)));
    }
  }

  RegretRow row(const Candidate& candidate, const std::string& nodes) const {
    RegretRow row;
    row.reduction = candidate.name;
    row.nodes = nodes;
    row.eliminations = candidate.eliminations;
    row.problems = candidate.reduction->problems();
    row.consistent = true;
    const RegretBound& bound =
        options_.inputs == 1 ? candidate.theory.single : candidate.theory.expected;
    MeasuredRegret mean;
    for (std::uint32_t trial = 0; trial < options_.trials; ++trial) {
      const MeasuredRegret exact = measure_regret(*candidate.reduction, candidate.theory,
                                                  *enumerated_[trial], exact_answers());
      row.consistent = row.consistent && exact.multiclass <= kRegretSlack;
      const MeasuredRegret here = nodes == "exact" ? exact : measure(candidate, nodes, trial);
      mean.multiclass += here.multiclass / options_.trials;
      mean.binary += here.binary / options_.trials;
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
    row.binary_regret = mean.binary;
    row.ratio = mean.ratio();
    row.bounded = bound.known;
    row.bound = bound.at(mean.binary);
    row.bound_kind = bound.formula;
    return row;
  }

 private:
  Known draw(std::uint32_t inputs, std::uint64_t part) const {
    return options_.costs ? distribution_.cost_inputs(inputs, kCostVectors, part)
                          : distribution_.inputs(inputs, part);
  }

  MeasuredRegret measure(const Candidate& candidate, const std::string& nodes,
                         std::uint32_t trial) const {
    const Enumerated& enumerated = *enumerated_[trial];
    if (nodes == "planted") {
      return measure_regret(*candidate.reduction, candidate.theory, enumerated,
                            planted_answers(options_.rate, options_.seed + trial));
    }
    const LearnedNodes learned =
        learn_nodes(*candidate.reduction, options_.learner,
                    distribution_.sample(known_[trial], options_.examples, trial + 1),
                    known_[trial], options_.seed);
    return measure_regret(*candidate.reduction, candidate.theory, enumerated,
                          given_answers(*learned.classifiers, learned.inputs));
  }

  static void note(RegretRow& row, const MeasuredRegret& measured, const RegretBound& bound) {
    row.worst_ratio = std::max(row.worst_ratio, measured.ratio());
    row.bound_used = std::max(row.bound_used, measured.used(bound));
    row.broken = row.broken || !measured.sums_hold || measured.used(bound) > 1;
  }

  const RegretOptions& options_;
  KnownDistribution distribution_;
  std::vector<Known> known_;
  std::vector<std::unique_ptr<Enumerated>> enumerated_;
  std::vector<std::unique_ptr<Enumerated>> single_;  // to search at
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
