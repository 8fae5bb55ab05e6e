// Linear scores of labels from all examples at once, by the multiclass hinge (joint_descent.cc).
// Candidates that were found before training cannot be all that matter: where labels are found by
// score, all are scored for each example after a few passes (by the weights that its features have,
// an inverted index), and those that come too near become candidates too, from the dual variables
// that there are. When no more are found, it is the optimum over all labels.
//
// After all examples were fitted, the margins of a tenth of them are taken without these: their
// dual variables are set to 0 and the others, which are nearly right already, get a few more
// passes. What an example would find by score if it were new is found in the same way. Few examples
// are left out a tenth after the other; of many, one tenth tells enough.
//
// Cost: some 10 to 30 passes over the non-zeros times candidates. Tests: joint_test.
#include "learners/linear/joint_fit.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "data/sparse.h"
#include "data/splits.h"
#include "ect/random.h"
#include "learners/folds.h"
#include "learners/linear/joint_descent.h"

namespace ect::learners {
namespace {

constexpr double kJointExpandedCost = 10;
// Passes where the candidates are given; where rivals are looked for, those before and after. More
// change neither error nor loss out-of-fold.
constexpr int kGivenPasses = 30;
constexpr int kEarlyPasses = 3;
constexpr int kLastPasses = 6;
constexpr int kJointFoldPasses = 5;
// How often rivals are looked for at most, as long as the candidates grow to so many times as many.
constexpr int kMaxGrowths = 2;
constexpr double kGrows = 1.25;

// The examples that are left out of a fit, by fold; those that are their label's only one cannot
// be.
struct LeftOut {
  std::vector<std::vector<std::uint32_t>> folds;
  std::vector<std::uint32_t> never;
};

// A fold has a part of each label's examples, chosen as by Folds. No more folds than it takes for
// enough examples.
LeftOut leave_out(const Dataset& data, const JointProblem& problem, Random& random) {
  std::vector<std::uint32_t> order(problem.size());
  std::iota(order.begin(), order.end(), 0);
  if (!data::is_sparse(data)) random.shuffle(std::span(order));
  const auto label = [&](std::uint32_t i) { return problem.candidates[problem.starts[i]]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return label(a) < label(b); });
  LeftOut left_out;
  left_out.folds.resize(problem.folds);
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && label(order[last]) == label(order[first])) ++last;
    if (last - first == 1) {
      left_out.never.push_back(order[first]);
      continue;
    }
    for (std::size_t at = first; at < last; ++at) {
      left_out.folds[data::fold_of_run(at - first, last - first, problem.folds, label(order[at]))]
          .push_back(order[at]);
    }
  }
  std::size_t enough = 0;
  for (std::size_t sum = 0; enough < problem.folds && sum < kMinLeftOut; ++enough) {
    sum += left_out.folds[enough].size();
  }
  left_out.folds.resize(enough);
  for (std::vector<std::uint32_t>& fold : left_out.folds) std::sort(fold.begin(), fold.end());
  std::sort(left_out.never.begin(), left_out.never.end());
  return left_out;
}

// Adds the rivals that come too near to the candidates of their examples. `duals` are those of the
// old candidates, and then of all. False if there are none.
bool add_rivals(const JointDescent& descent, JointProblem& problem, std::vector<float>& duals) {
  std::vector<std::uint32_t> candidates;
  std::vector<float> all_duals;
  std::vector<std::size_t> starts = {0};
  candidates.reserve(problem.candidates.size());
  JointDescent::SearchMemory memory;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const std::span<const std::uint32_t> known = problem.candidates_of(i);
    const auto first = duals.begin() + static_cast<std::ptrdiff_t>(problem.starts[i]);
    candidates.insert(candidates.end(), known.begin(), known.end());
    all_duals.insert(all_duals.end(), first, first + std::ssize(known));
    const std::size_t room = kMaxCandidates - std::min(known.size(), kMaxCandidates);
    if (room > 0) {
      for (const ProblemMargin& rival : descent.rivals(i, std::min(room, kMaxRivals), memory)) {
        candidates.push_back(rival.problem);
        all_duals.push_back(0);
      }
    }
    starts.push_back(candidates.size());
  }
  const bool any = candidates.size() > problem.candidates.size();
  problem.candidates = std::move(candidates);
  problem.starts = std::move(starts);
  duals = std::move(all_duals);
  return any;
}

std::span<const float> of_example(std::span<const float> duals, const JointProblem& problem,
                                  std::size_t example) {
  return duals.subspan(problem.starts[example],
                       problem.starts[example + 1] - problem.starts[example]);
}

// Fits all examples; where labels are found by score, rivals that come too near after a few passes
// become candidates of the problem.
std::unique_ptr<JointDescent> fit_all(const Dataset& data, JointProblem& problem, double cost,
                                      std::span<const std::uint32_t> all, Random& random) {
  auto descent = std::make_unique<JointDescent>(data, problem, cost);
  if (problem.found == 0) {
    descent->descend(all, kGivenPasses, random);
    return descent;
  }
  for (int round = 0; round < kMaxGrowths; ++round) {
    descent->descend(all, kEarlyPasses, random);
    std::vector<float> duals = descent->duals();
    const std::size_t before = problem.candidates.size();
    if (!add_rivals(*descent, problem, duals)) break;
    descent.reset();  // before the next one takes its memory
    descent = std::make_unique<JointDescent>(data, problem, cost);
    for (const std::uint32_t i : all) descent->set_duals(i, of_example(duals, problem, i));
    if (static_cast<double>(problem.candidates.size()) < kGrows * static_cast<double>(before)) {
      break;
    }
  }
  descent->descend(all, kLastPasses, random);
  return descent;
}

// Collects the margins of examples as they are left out, or of some of them if they are very many.
// An example has room for all labels that may be found; what is left of it is closed up at the end.
class MarginsOfFolds {
 public:
  // `asked` is the problem as it was before it grew.
  explicit MarginsOfFolds(const JointProblem& asked) : asked_(asked), sizes_(asked.size()) {
    result_.labels.resize(room(asked.size()));
    result_.margins.assign(1 + asked.prunings.size(), std::vector<float>(room(asked.size())));
  }

  void take(const JointDescent& descent, std::span<const std::uint32_t> examples) {
    const std::vector<float> greatest = descent.greatest_weights();
    std::vector<float> least(result_.margins.size());
    std::vector<float> scores(least.size());
    const std::size_t every = 1 + examples.size() / kMaxMeasured;
    for (std::size_t turn = 0; turn < examples.size(); turn += every) {
      const std::uint32_t i = examples[turn];
      const std::size_t first = room(i);
      sizes_[i] = put_labels(descent, i, std::span(result_.labels).subspan(first));
      for (std::size_t at = first; at < first + sizes_[i]; ++at) {
        const std::uint32_t label = result_.labels[at];
        for (std::size_t j = 1; j < least.size(); ++j) {
          least[j] = asked_.prunings[j - 1] * greatest[label];
        }
        descent.scores_of(i, label, least, scores);
        for (std::size_t j = 0; j < least.size(); ++j) result_.margins[j][at] = scores[j];
      }
    }
  }

  JointMargins finish() {
    std::size_t to = 0;
    for (std::size_t i = 0; i < asked_.size(); ++i) {
      for (std::size_t at = room(i); at < room(i) + sizes_[i]; ++at, ++to) {
        result_.labels[to] = result_.labels[at];
        for (std::vector<float>& margins : result_.margins) margins[to] = margins[at];
      }
      result_.starts.push_back(to);
    }
    result_.labels.resize(to);
    for (std::vector<float>& margins : result_.margins) margins.resize(to);
    return std::move(result_);
  }

 private:
  // Where the room of an example begins.
  std::size_t room(std::size_t example) const {
    return asked_.starts[example] + example * asked_.found;
  }

  // Returns how many.
  std::uint32_t put_labels(const JointDescent& descent, std::uint32_t example,
                           std::span<std::uint32_t> to) {
    const std::span<const std::uint32_t> candidates = asked_.candidates_of(example);
    auto end = std::copy(candidates.begin(), candidates.end(), to.begin());
    if (asked_.found > 0) {
      const auto others = candidates.subspan(1);
      for (const ProblemMargin& item : descent.highest(example, asked_.found, memory_)) {
        const bool known = std::find(others.begin(), others.end(), item.problem) != others.end();
        if (!known) *end++ = item.problem;
      }
    }
    return static_cast<std::uint32_t>(end - to.begin());
  }

  const JointProblem& asked_;
  std::vector<std::uint32_t> sizes_;
  JointMargins result_;
  JointDescent::SearchMemory memory_;
};

}  // namespace

JointMargins fit_joint_scores(std::uint32_t first, const Dataset& data, const JointProblem& asked,
                              const LearnerOptions& options, LinearBuilder& builder) {
  Random random(options.seed, first);
  double cost = options.expanded ? kJointExpandedCost : kJointCost;
  if (options.l2) cost = 1 / (std::max(*options.l2, 1e-9) * static_cast<double>(asked.size()));
  std::vector<std::uint32_t> all(asked.size());
  std::iota(all.begin(), all.end(), 0);
  JointProblem problem = asked;
  const std::unique_ptr<JointDescent> descent = fit_all(data, problem, cost, all, random);
  for (std::uint32_t label = 0; label < problem.labels; ++label) {
    builder.set(first + label, descent->bias(label), descent->weights_of(label));
  }
  const LeftOut left_out = leave_out(data, problem, random);
  MarginsOfFolds margins(asked);
  margins.take(*descent, left_out.never);
  const std::vector<float> duals = descent->duals();
  const std::vector<float> zeros(kMaxCandidates + 1);
  std::vector<std::uint32_t> others;
  const std::vector<std::uint32_t>* before = nullptr;
  for (const std::vector<std::uint32_t>& fold : left_out.folds) {
    others.clear();
    std::set_difference(all.begin(), all.end(), fold.begin(), fold.end(),
                        std::back_inserter(others));
    if (before != nullptr) {
      for (const std::uint32_t i : all) descent->set_duals(i, of_example(duals, problem, i));
    }
    before = &fold;
    for (const std::uint32_t i : fold) {
      descent->set_duals(i, std::span(zeros).first(problem.candidates_of(i).size()));
    }
    descent->descend(others, kJointFoldPasses, random);
    margins.take(*descent, fold);
  }
  return margins.finish();
}

}  // namespace ect::learners
