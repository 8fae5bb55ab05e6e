// Training of contested finals. After the tournament is fitted, every example gets the contenders
// that it would have as a new example, by out-of-fold margins (out_of_fold_margins.h). Classifiers
// that have memorized the example would almost always make its own label the only contender, which
// does not happen for new examples (clinc150: 10.6 instead of 8.4 % error).
//
// Which examples the pairs' matches and the labels' scorers learn from is said in
// finals_problems.cc; at most kPairsALabel pairs a label are kept, those with the most examples.
//
// Then finals are judged by their out-of-fold strengths (judged_finals.cc), and where no rule was
// asked for the one with the least out-of-fold error is taken; ties go to the rule with the
// stronger guarantee. With costs there are no scorers, and the weight of the path is the one of
// kPaths that makes the out-of-fold mean cost least.
//
// Memory: 8 bytes a contender. Tests: contested_fit_test, contested_train_test.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "data/sparse.h"
#include "ect/error.h"
#include "reductions/contested/contested.h"
#include "reductions/contested/finals_problems.h"
#include "reductions/contested/judged_finals.h"
#include "reductions/importance.h"
#include "reductions/out_of_fold_margins.h"
#include "util/parallel.h"

namespace ect::reductions {
namespace {

constexpr std::uint64_t kPairsALabel = 32;
// Where no label of an input has half of its examples, the multiclass hinge need not find the most
// frequent one, however much data there is; other rules do. If this part of examples is not
// predicted by the path, there may be such inputs, and all rules are tried.
constexpr double kNoMajority = 0.5;
// With fewer examples a label, mistakes have other causes, and out-of-fold errors tell little.
constexpr std::uint32_t kManyExamples = 16;
constexpr std::array<float, 5> kPaths = {0, 0.25, 0.5, 1, 2};

}  // namespace

class FinalsFit {
 public:
  FinalsFit(const ContestedReduction& reduction, learners::BatchLearner& learner,
            const Dataset& data, std::span<const std::uint32_t> rows, bool costs, unsigned threads,
            const OnProgress& progress)
      : reduction_(reduction),
        out_of_fold_(data.size(), reduction.tournament_->problems()),
        learner_(learner, out_of_fold_),
        data_(data),
        rows_(rows),
        costs_(costs),
        threads_(threads),
        progress_(progress) {}

  Fitted fit() {
    if (costs_) {
      reduction_.fit_costs(learner_, data_, rows_, threads_, progress_);
    } else {
      reduction_.fit(learner_, data_, rows_, threads_, progress_);
    }
    out_of_fold_.sort_by_row();
    if (!data_.full())
      tournament_ = learner_.packed({reduction_.asked_together(), false, 32, threads_});
    std::shared_ptr<FinalsField> joint_field;
    if (wants(FinalsRule::kJoint)) joint_field = gather(FinalsRule::kJoint);
    if (!reduction_.wanted_ && is_joint_alone()) {
      is_noisy_ = path_error(*joint_field) > kNoMajority &&
                  rows_.size() >= std::size_t{kManyExamples} * classes();
    }
    if (wants(FinalsRule::kWins) || wants(FinalsRule::kPairs)) {
      const std::shared_ptr<const FinalsField> field = gather(FinalsRule::kPairs);
      const Finals finals = fit_pairs(*field);
      for (const FinalsRule rule : {FinalsRule::kWins, FinalsRule::kPairs}) {
        if (!wants(rule)) continue;
        candidates_.push_back({.field = field, .finals = finals});
        candidates_.back().finals.rule = rule;
      }
    }
    if (wants(FinalsRule::kPaths) || wants(FinalsRule::kScorers)) {
      const std::shared_ptr<const FinalsField> field = gather(FinalsRule::kScorers);
      if (wants(FinalsRule::kPaths)) {
        candidates_.push_back({.field = field, .finals = {FinalsRule::kPaths, next_problem(), {}}});
      }
      if (wants(FinalsRule::kScorers)) {
        candidates_.push_back({.field = field, .finals = fit_scorers(*field)});
      }
    }
    if (wants(FinalsRule::kJoint)) {
      candidates_.push_back(fit_joint(std::move(joint_field)));
    }
    if (candidates_.empty()) {
      throw Error::bad_argument("the learner cannot be trained for these contested finals");
    }
    tournament_.reset();
    out_of_fold_.finish();
    for (Candidate& candidate : candidates_) judge(candidate);
    return settle();
  }

 private:
  // Strengths without the weights below this share of their label's greatest.
  struct Pruned {
    float share;
    std::vector<Strength> strengths;
  };

  struct Candidate {
    std::shared_ptr<const FinalsField> field;
    Finals finals;
    std::vector<Strength> strengths = {};  // by row and contender, where they are known already
    std::vector<bool> judged = {};         // which are known
    std::size_t examples = 0;              // by which the error was estimated
    Mixture mixture = {};
    double error = 0;
    double missed = 0;
    MissedShare missed_share = {};
    double cost = 0;
    std::vector<Pruned> pruned = {};
    std::optional<float> prune = {};
  };

  // The memory of one thread.
  struct Scratch {
    std::unique_ptr<learners::Evaluator> evaluator;  // of the tournament
    Contenders beam;
    std::vector<Strength> strengths;
  };

  // Calls work(i, scratch) for the place of every row.
  template <class Work>
  void in_blocks(const Work& work) const {
    constexpr std::size_t kBlock = 256;
    util::parallel_for((rows_.size() + kBlock - 1) / kBlock, threads_, [&](std::uint64_t block) {
      Scratch scratch;
      scratch.evaluator = evaluator();
      const std::size_t last = std::min(rows_.size(), (block + 1) * kBlock);
      for (std::size_t i = block * kBlock; i < last; ++i) work(i, scratch);
    });
  }

  std::unique_ptr<learners::Evaluator> evaluator() const {
    if (tournament_ != nullptr) return tournament_->evaluator();
    return std::make_unique<learners::PlainEvaluator>(learner_);
  }

  std::uint32_t classes() const { return reduction_.classes(); }

  // Whether a rule is a candidate. With costs there are pairs and paths only.
  bool wants(FinalsRule rule) const {
    if (costs_ && (rule == FinalsRule::kScorers || rule == FinalsRule::kJoint)) return false;
    if (rule == FinalsRule::kJoint && !learner_.fits_jointly()) return false;
    if (!reduction_.wanted_ && is_joint_alone()) return rule == FinalsRule::kJoint || is_noisy_;
    return !reduction_.wanted_ || *reduction_.wanted_ == rule;
  }

  // Where data is sparse, such as words, joint finals are the best but for kNoMajority.
  bool is_joint_alone() const {
    if (reduction_.wanted_) return *reduction_.wanted_ == FinalsRule::kJoint;
    return data::is_sparse(data_) && !costs_ && learner_.fits_jointly();
  }

  // The contenders that come by their paths.
  std::shared_ptr<FinalsField> gather(FinalsRule rule) const {
    const FinalsLimits limits = limits_of(rule);
    auto field = std::make_shared<FinalsField>();
    field->most = limits.all();
    field->contenders.resize(rows_.size() * field->most);
    field->counts.resize(rows_.size());
    field->outside.resize(rows_.size());
    in_blocks([&](std::size_t i, Scratch& scratch) {
      std::uint64_t unused = 0;
      const Features x = data_.row(rows_[i]);
      scratch.evaluator->set_example(x);
      const std::span<const Contender> found = scratch.beam.gather(
          *reduction_.schedule(), OutOfFoldRow(out_of_fold_, rows_[i], *scratch.evaluator), x,
          limits, unused);
      field->outside[i] = static_cast<float>(1 - scratch.beam.mass());
      std::copy(found.begin(), found.end(),
                field->contenders.begin() + static_cast<std::ptrdiff_t>(i * field->most));
      field->counts[i] = static_cast<std::uint8_t>(found.size());
    });
    return field;
  }

  Finals fit_pairs(const FinalsField& field) {
    PairProblems met =
        pair_problems(data_, rows_, field, costs_, kPairsALabel * reduction_.classes());
    Finals finals{FinalsRule::kPairs, next_problem(), PairTable(std::move(met.pairs))};
    fit_problems(finals.first, met.problems);
    return finals;
  }

  Finals fit_scorers(const FinalsField& field) {
    Finals finals{FinalsRule::kScorers, next_problem(), {}};
    fit_problems(finals.first, scorer_problems(data_, rows_, field, reduction_.classes()));
    return finals;
  }

  // Whether contenders are found by their scores: only sparse data has few labels a feature.
  bool finds_by_score(FinalsRule rule) const {
    return rule == FinalsRule::kJoint && !data_.full() &&
           classes() > ContestedReduction::kMinFoundByScore;
  }

  FinalsLimits limits_of(FinalsRule rule) const {
    return finals_limits(rule, reduction_.contenders_, finds_by_score(rule));
  }

  // The part of examples whose label is not the likeliest one by the path.
  double path_error(const FinalsField& field) const {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      wrong += field.of(i).front().label != data_.label(rows_[i]) ? 1 : 0;
    }
    return static_cast<double>(wrong) / static_cast<double>(rows_.size());
  }

  Candidate fit_joint(std::shared_ptr<FinalsField> field) {
    learners::JointProblem problem = joint_problem(data_, rows_, *field, classes());
    // Errors of several rules are compared where as much was left out for each of them.
    if (!candidates_.empty()) problem.folds = learners::kFolds;
    problem.found = limits_of(FinalsRule::kJoint).by_score;
    if (!data_.full()) problem.prunings.assign(kPrunings.begin(), kPrunings.end());
    Candidate joint{.field = {}, .finals = {FinalsRule::kJoint, next_problem(), {}}};
    learner_.add_problems(joint.finals.first, classes());
    problems_ += classes();
    const learners::JointMargins margins = learner_.fit_jointly(joint.finals.first, data_, problem);
    const std::vector<std::size_t> places = add_found(problem, margins, *field);
    joint.judged.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) joint.judged[i] = !margins.labels_of(i).empty();
    joint.strengths = strengths_of(*field, places, margins.margins[0]);
    for (std::size_t i = 0; i < problem.prunings.size(); ++i) {
      joint.pruned.push_back(
          {problem.prunings[i], strengths_of(*field, places, margins.margins[i + 1])});
    }
    joint.field = std::move(field);
    return joint;
  }

  // Adds the labels that were found by their scores to the contenders. Returns where the margin of
  // each contender is.
  std::vector<std::size_t> add_found(const learners::JointProblem& problem,
                                     const learners::JointMargins& margins,
                                     FinalsField& field) const {
    std::vector<std::size_t> places(field.contenders.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::span<const std::uint32_t> labels = margins.labels_of(i);
      if (labels.empty()) continue;
      const std::span<Contender> contenders = std::span(field.contenders).subspan(i * field.most);
      std::size_t count = field.counts[i];
      // The own label is the first of the candidates, wherever it is among the contenders.
      bool own_is_there = false;
      for (std::size_t c = 0, other = 1; c < count; ++c) {
        const bool own = contenders[c].label == labels[0];
        own_is_there = own_is_there || own;
        places[i * field.most + c] = margins.starts[i] + (own ? 0 : other++);
      }
      const float path =
          path_of_others(1 - static_cast<double>(field.outside[i]), classes() - count);
      for (std::size_t at = problem.candidates_of(i).size(); at < labels.size(); ++at) {
        if (own_is_there && labels[at] == labels[0]) continue;
        places[i * field.most + count] = margins.starts[i] + at;
        contenders[count++] = {labels[at], path};
      }
      field.counts[i] = static_cast<std::uint8_t>(count);
    }
    return places;
  }

  static std::vector<Strength> strengths_of(const FinalsField& field,
                                            std::span<const std::size_t> places,
                                            std::span<const float> margins) {
    std::vector<Strength> strengths(field.contenders.size());
    for (std::size_t i = 0; i < field.counts.size(); ++i) {
      for (std::size_t at = i * field.most; at < i * field.most + field.counts[i]; ++at) {
        strengths[at] = {strength_of_score(FinalsRule::kJoint, margins[places[at]]),
                         field.contenders[at].path};
      }
    }
    return strengths;
  }

  // Fits the problems, which are numbered from `first`.
  void fit_problems(std::uint32_t first, const FinalsProblems& problems) {
    const auto more = static_cast<std::uint32_t>(problems.groups.size());
    learner_.add_problems(first, more);
    problems_ += more;
    const std::vector<std::uint32_t> order = problems.largest_first();
    util::parallel_for(order.size(), threads_, [&](std::uint64_t i) {
      const std::span<const BinaryExample> examples = problems.of(problems.groups[order[i]]);
      if (examples.empty()) return;
      std::vector<float> margins(examples.size());
      learner_.fit(first + order[i], data_, examples, margins);
    });
  }

  std::uint32_t next_problem() const { return reduction_.tournament_->problems() + problems_; }

  // Fits the mixture and computes the out-of-fold error.
  void judge(Candidate& candidate) {
    const FinalsField& field = *candidate.field;
    std::vector<Strength> all = std::move(candidate.strengths);
    if (all.empty()) {
      all.resize(field.contenders.size());
      in_blocks([&](std::size_t i, Scratch& scratch) {
        std::uint64_t unused = 0;
        candidate.finals.strengths(OutOfFoldRow(out_of_fold_, rows_[i], learner_),
                                   data_.row(rows_[i]), field.of(i), scratch.strengths, unused);
        std::copy(scratch.strengths.begin(), scratch.strengths.end(),
                  all.begin() + static_cast<std::ptrdiff_t>(i * field.most));
      });
    }
    const auto strengths = [&](std::size_t i) {
      return std::span<const Strength>(all).subspan(i * field.most, field.counts[i]);
    };
    if (costs_) {
      judge_costs(candidate, strengths);
      return;
    }
    const std::vector<std::uint32_t> tell = places_that_tell(candidate.judged);
    std::vector<Ballots> pruned;
    for (const Pruned& one : candidate.pruned) {
      pruned.push_back(ballots_of(field, one.strengths, tell));
    }
    const JudgedFinals judged =
        judge_finals(ballots_of(field, all, tell), pruned, candidate.finals.rule,
                     unseen_share(examples_at(tell)));
    candidate.mixture = judged.mixture;
    candidate.error = judged.error;
    candidate.missed = judged.missed;
    candidate.examples = tell.size();
    if (!candidate.pruned.empty()) candidate.prune = 0;
    if (judged.pruning) {
      candidate.prune = candidate.pruned[*judged.pruning].share;
      all = std::move(candidate.pruned[*judged.pruning].strengths);
    }
    candidate.pruned.clear();
    if (candidate.finals.rule == FinalsRule::kJoint) judge_missed(candidate, strengths, tell);
  }

  Ballots ballots_of(const FinalsField& field, std::span<const Strength> strengths,
                     std::span<const std::uint32_t> places) const {
    Ballots ballots;
    for (const std::uint32_t i : places) {
      ballots.add(strengths.subspan(i * field.most, field.counts[i]),
                  place_among(field.of(i), data_.label(rows_[i])),
                  static_cast<double>(data_.weight(rows_[i])));
    }
    return ballots;
  }

  std::vector<std::uint32_t> examples_of_labels() const {
    std::vector<std::uint32_t> examples(reduction_.classes());
    for (const std::uint32_t row : rows_) ++examples[data_.label(row)];
    return examples;
  }

  // How many examples the label of each of these has.
  std::vector<std::uint32_t> examples_at(std::span<const std::uint32_t> places) const {
    const std::vector<std::uint32_t> of_label = examples_of_labels();
    std::vector<std::uint32_t> examples;
    examples.reserve(places.size());
    for (const std::uint32_t i : places) examples.push_back(of_label[data_.label(rows_[i])]);
    return examples;
  }

  // Fits by how much each example's label may have been missed.
  template <class Strengths>
  void judge_missed(Candidate& candidate, const Strengths& strengths,
                    std::span<const std::uint32_t> tell) const {
    const FinalsField& field = *candidate.field;
    MissedBallots missed;
    for (const std::uint32_t i : tell) {
      const std::uint32_t label = data_.label(rows_[i]);
      if (field.counts[i] == classes()) continue;
      missed.add(
          {static_cast<double>(field.outside[i]), others_share(candidate.mixture, strengths(i))},
          !place_among(field.of(i), label), static_cast<double>(data_.weight(rows_[i])));
    }
    candidate.missed_share = missed.learn();
  }

  // The rows by which the error is estimated: those with out-of-fold margins. A label's only
  // example is in no fold (learners/folds.h); if most examples are of such labels, all are used.
  std::vector<std::uint32_t> places_that_tell(const std::vector<bool>& judged) const {
    const std::vector<std::uint32_t> examples = examples_of_labels();
    std::vector<std::uint32_t> all;
    std::vector<std::uint32_t> left_out;
    for (std::uint32_t i = 0; i < rows_.size(); ++i) {
      if (!judged.empty() && !judged[i]) continue;
      all.push_back(i);
      if (examples[data_.label(rows_[i])] >= learners::kMinOutOfFoldExamples) left_out.push_back(i);
    }
    return 2 * left_out.size() < all.size() ? all : left_out;
  }

  template <class Strengths>
  void judge_costs(Candidate& candidate, const Strengths& strengths) const {
    double least = 0;
    for (const float path : kPaths) {
      const Mixture mixture{1, path};
      double cost = 0;
      std::size_t wrong = 0;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const std::span<const float> costs = data_.costs(rows_[i]);
        const std::uint32_t label =
            candidate.field->of(i)[candidate.finals.winner(strengths(i), mixture)].label;
        cost += static_cast<double>(costs[label]) * static_cast<double>(data_.weight(rows_[i]));
        wrong += is_cheapest(costs, label) ? 0 : 1;
      }
      if (path != kPaths.front() && cost >= least) continue;
      least = cost;
      candidate.mixture = mixture;
      candidate.error = static_cast<double>(wrong) / static_cast<double>(rows_.size());
      candidate.cost = cost;
    }
  }

  Fitted settle() {
    // Of equal errors the first, which has the better guarantee.
    const auto best = std::min_element(candidates_.begin(), candidates_.end(),
                                       [&](const Candidate& a, const Candidate& b) {
                                         return costs_ ? a.cost < b.cost : a.error < b.error;
                                       });
    auto settled = std::make_unique<ContestedReduction>(reduction_);
    settled->finals_ = best->finals;
    settled->by_score_ = finds_by_score(best->finals.rule);
    settled->mixture_ = best->mixture;
    settled->missed_ = static_cast<float>(best->missed);
    settled->missed_share_ = best->missed_share;
    // The problems of the other rules are dropped.
    const std::uint32_t first = reduction_.tournament_->problems();
    const std::uint32_t last = first + problems_;
    const std::uint32_t end = best->finals.first + best->finals.problems(reduction_.classes());
    if (end < last) learner_.drop_problems(end, last);
    if (first < best->finals.first) learner_.drop_problems(first, best->finals.first);
    settled->finals_->first = first;
    Fitted fitted{best->error, std::move(settled), {}, best->prune, best->examples};
    for (const Candidate& candidate : candidates_) {
      fitted.tried.push_back(
          {"finals by " + std::string(rule_name(candidate.finals.rule)), candidate.error});
    }
    std::stable_sort(fitted.tried.begin(), fitted.tried.end(),
                     [](const Tried& a, const Tried& b) { return a.error < b.error; });
    return fitted;
  }

  const ContestedReduction& reduction_;
  OutOfFoldMargins out_of_fold_;
  RecordingLearner learner_;                                  // into out_of_fold_
  std::unique_ptr<learners::TrainedClassifiers> tournament_;  // packed, where it can be
  const Dataset& data_;
  std::span<const std::uint32_t> rows_;
  bool costs_;
  bool is_noisy_ = false;  // the path is wrong so often that joint finals need not be the best
  unsigned threads_;
  const OnProgress& progress_;
  std::uint32_t problems_ = 0;  // of all finals that were tried
  std::vector<Candidate> candidates_;
};

Fitted ContestedReduction::fit_and_settle(learners::BatchLearner& learner, const Dataset& data,
                                          std::span<const std::uint32_t> rows, bool costs,
                                          unsigned threads, const OnProgress& progress) const {
  return FinalsFit(*this, learner, data, rows, costs, threads, progress).fit();
}

}  // namespace ect::reductions
