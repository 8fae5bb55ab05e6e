// Settling contested finals. After the tournament is fitted, every example is given the contenders
// that it would have if it had not been learnt from (out_of_fold_margins.h). To route it by
// classifiers that know it by heart would show finals as they never happen: almost every label its
// own only contender (clinc150: 10.6 instead of 8.4 % error).
//
//   pairs    the match of two labels learns from the examples of either that had both of them, and
//            so their own label, among the contenders: the filter's idea. A pair that never met has
//            no match. At most kPairsALabel pairs a label are kept, those with the most examples.
//   scorers  a label's scorer learns from all its examples, and against those for which it was a
//            contender and should not have been.
//
// Then the mixture of finals and path is learnt from out-of-fold strengths (ballots.cc), and where
// no rule was asked for the one with the least out-of-fold error is taken; ties go to the rule with
// the stronger guarantee. With costs there are no scorers: an example counts |cost_a - cost_b| in
// the match of contenders a and b, as in Algorithm 2, and the weight of the path is the one of
// kPaths that makes the out-of-fold mean cost least.
//
// Cost: the finals of an example are C - 1 examples of binary problems (with costs C (C - 1) / 2).
// Memory: 8 bytes a contender. Tests: contested_fit_test, contested_train_test.
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reductions/contested/contested.h"
#include "reductions/importance.h"
#include "reductions/out_of_fold_margins.h"
#include "util/parallel.h"

namespace ect {
namespace {

constexpr std::uint64_t kPairsALabel = 32;
constexpr std::array<float, 5> kPaths = {0, 0.25, 0.5, 1, 2};

// An example of a pair's match.
struct Met {
  Pair pair;
  BinaryExample example;
};

bool operator<(const Met& a, const Met& b) {
  return a.pair.low != b.pair.low     ? a.pair.low < b.pair.low
         : a.pair.high != b.pair.high ? a.pair.high < b.pair.high
                                      : a.example.row < b.example.row;
}

// Examples [first, last) of one binary problem.
struct Group {
  std::size_t first;
  std::size_t last;
  std::size_t size() const { return last - first; }
};

// The numbers of groups, the largest first, so that no thread is left with a large one at the end.
std::vector<std::uint32_t> largest_first(const std::vector<Group>& groups) {
  std::vector<std::uint32_t> order(groups.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return groups[a].size() > groups[b].size();
  });
  return order;
}

// Keeps the groups with the most examples, at most `most`, in their order.
void keep_largest(std::vector<Group>& groups, std::size_t most) {
  if (groups.size() <= most) return;
  std::vector<std::uint32_t> order = largest_first(groups);
  order.resize(most);
  std::sort(order.begin(), order.end());
  std::vector<Group> kept;
  kept.reserve(order.size());
  for (const std::uint32_t group : order) kept.push_back(groups[group]);
  groups = std::move(kept);
}

}  // namespace

class FinalsFit {
 public:
  FinalsFit(const ContestedReduction& reduction, BatchLearner& learner, const Dataset& data,
            std::span<const std::uint32_t> rows, bool costs, unsigned threads,
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
    if (wants(FinalsRule::kWins) || wants(FinalsRule::kPairs)) {
      const std::shared_ptr<const Field> field = gather(FinalsRule::kPairs);
      const Finals finals = fit_pairs(*field);
      for (const FinalsRule rule : {FinalsRule::kWins, FinalsRule::kPairs}) {
        if (!wants(rule)) continue;
        candidates_.push_back({.field = field, .finals = finals});
        candidates_.back().finals.rule = rule;
      }
    }
    if (wants(FinalsRule::kPaths) || wants(FinalsRule::kScorers)) {
      const std::shared_ptr<const Field> field = gather(FinalsRule::kScorers);
      if (wants(FinalsRule::kPaths)) {
        candidates_.push_back({.field = field, .finals = {FinalsRule::kPaths, next_problem(), {}}});
      }
      if (wants(FinalsRule::kScorers)) {
        candidates_.push_back({.field = field, .finals = fit_scorers(*field)});
      }
    }
    tournament_.reset();
    out_of_fold_.finish();
    for (Candidate& candidate : candidates_) judge(candidate);
    return settle();
  }

 private:
  // The contenders of every row.
  struct Field {
    std::size_t most = 0;  // places of a row, of which its count are filled
    std::vector<Contender> contenders;
    std::vector<std::uint8_t> counts;

    std::span<const Contender> of(std::size_t i) const {
      return std::span(contenders).subspan(i * most, counts[i]);
    }
  };

  struct Candidate {
    std::shared_ptr<const Field> field;
    Finals finals;
    Mixture mixture = {};
    double error = 0;
    double missed = 0;
    double cost = 0;
  };

  // A thread's own.
  struct Scratch {
    std::unique_ptr<Asker> asker;  // of the tournament
    Contenders beam;
    std::vector<Strength> strengths;
  };

  // Calls work(i, scratch) for the place of every row.
  template <class Work>
  void in_blocks(const Work& work) const {
    constexpr std::size_t kBlock = 256;
    parallel_for((rows_.size() + kBlock - 1) / kBlock, threads_, [&](std::uint64_t block) {
      Scratch scratch;
      scratch.asker = asker();
      const std::size_t last = std::min(rows_.size(), (block + 1) * kBlock);
      for (std::size_t i = block * kBlock; i < last; ++i) work(i, scratch);
    });
  }

  std::unique_ptr<Asker> asker() const {
    if (tournament_ != nullptr) return tournament_->asker();
    return std::make_unique<PlainAsker>(learner_);
  }

  // Whether a rule is to be tried. With costs there are pairs and paths only.
  bool wants(FinalsRule rule) const {
    if (costs_ && rule == FinalsRule::kScorers) return false;
    return !reduction_.wanted_ || *reduction_.wanted_ == rule;
  }

  std::shared_ptr<const Field> gather(FinalsRule rule) const {
    const FinalsLimits limits = finals_limits(rule, reduction_.contenders_);
    auto field = std::make_shared<Field>();
    field->most = limits.most;
    field->contenders.resize(rows_.size() * limits.most);
    field->counts.resize(rows_.size());
    in_blocks([&](std::size_t i, Scratch& scratch) {
      std::uint64_t unused = 0;
      const Features x = data_.row(rows_[i]);
      scratch.asker->about(x);
      const std::span<const Contender> found = scratch.beam.gather(
          *reduction_.schedule(), OutOfFoldRow(out_of_fold_, rows_[i], *scratch.asker), x, limits,
          unused);
      std::copy(found.begin(), found.end(),
                field->contenders.begin() + static_cast<std::ptrdiff_t>(i * limits.most));
      field->counts[i] = static_cast<std::uint8_t>(found.size());
    });
    return field;
  }

  Finals fit_pairs(const Field& field) {
    std::vector<Met> met;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (costs_) {
        meet_by_costs(i, field.of(i), met);
      } else {
        meet_by_label(i, field.of(i), met);
      }
    }
    std::sort(met.begin(), met.end());
    std::vector<Group> groups;
    for (std::size_t i = 0; i < met.size(); ++i) {
      if (i == 0 || met[i].pair != met[i - 1].pair) groups.push_back({i, i});
      groups.back().last = i + 1;
    }
    keep_largest(groups, kPairsALabel * reduction_.classes());
    std::vector<Pair> pairs;
    pairs.reserve(groups.size());
    for (const Group& group : groups) pairs.push_back(met[group.first].pair);
    std::vector<BinaryExample> examples;
    examples.reserve(met.size());
    for (const Met& item : met) examples.push_back(item.example);
    Finals finals{FinalsRule::kPairs, next_problem(), PairTable(std::move(pairs))};
    fit_groups(finals.first, groups, examples);
    return finals;
  }

  void meet_by_label(std::size_t i, std::span<const Contender> contenders,
                     std::vector<Met>& met) const {
    const std::uint32_t row = rows_[i];
    const std::uint32_t label = data_.label(row);
    if (!place_of(i, contenders)) return;
    for (const Contender& contender : contenders) {
      if (contender.label == label) continue;
      const Pair pair = pair_of(label, contender.label);
      met.push_back({pair, {row, side_in(pair, label), data_.weight(row)}});
    }
  }

  void meet_by_costs(std::size_t i, std::span<const Contender> contenders,
                     std::vector<Met>& met) const {
    const std::uint32_t row = rows_[i];
    const std::span<const float> costs = data_.costs(row);
    for (std::size_t a = 0; a < contenders.size(); ++a) {
      for (std::size_t b = a + 1; b < contenders.size(); ++b) {
        const Pair pair = pair_of(contenders[a].label, contenders[b].label);
        const float difference = costs[pair.high] - costs[pair.low];
        const float weight = cost_importance(difference, data_.weight(row));
        if (!(weight > 0)) continue;
        met.push_back({pair, {row, difference < 0 ? Side::kRight : Side::kLeft, weight}});
      }
    }
  }

  Finals fit_scorers(const Field& field) {
    std::vector<Group> groups(reduction_.classes());
    const auto each = [&](auto&& add) {
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        const std::uint32_t row = rows_[i];
        add(data_.label(row), BinaryExample{row, Side::kRight, data_.weight(row)});
        for (const Contender& contender : field.of(i)) {
          if (contender.label == data_.label(row)) continue;
          add(contender.label, BinaryExample{row, Side::kLeft, data_.weight(row)});
        }
      }
    };
    std::vector<std::size_t> sizes(groups.size());
    each([&](std::uint32_t label, const BinaryExample&) { ++sizes[label]; });
    for (std::size_t label = 0, at = 0; label < groups.size(); at += sizes[label++]) {
      groups[label] = {at, at};
    }
    std::vector<BinaryExample> examples(
        std::accumulate(sizes.begin(), sizes.end(), std::size_t{0}));
    each([&](std::uint32_t label, const BinaryExample& example) {
      examples[groups[label].last++] = example;
    });
    Finals finals{FinalsRule::kScorers, next_problem(), {}};
    fit_groups(finals.first, groups, examples);
    return finals;
  }

  // One problem for each group, numbered from `first`.
  void fit_groups(std::uint32_t first, const std::vector<Group>& groups,
                  const std::vector<BinaryExample>& examples) {
    learner_.add_problems(first, static_cast<std::uint32_t>(groups.size()));
    problems_ += static_cast<std::uint32_t>(groups.size());
    const std::vector<std::uint32_t> order = largest_first(groups);
    parallel_for(order.size(), threads_, [&](std::uint64_t i) {
      const Group& group = groups[order[i]];
      if (group.size() == 0) return;
      std::vector<float> margins(group.size());
      learner_.fit(first + order[i], data_, std::span(examples).subspan(group.first, group.size()),
                   margins);
    });
  }

  std::uint32_t next_problem() const { return reduction_.tournament_->problems() + problems_; }

  // Where its own label stands among an example's contenders.
  std::optional<std::size_t> place_of(std::size_t i, std::span<const Contender> contenders) const {
    for (std::size_t c = 0; c < contenders.size(); ++c) {
      if (contenders[c].label == data_.label(rows_[i])) return c;
    }
    return {};
  }

  // Learns the mixture, and finds the out-of-fold error.
  void judge(Candidate& candidate) {
    const Field& field = *candidate.field;
    std::vector<Strength> all(field.contenders.size());
    in_blocks([&](std::size_t i, Scratch& scratch) {
      std::uint64_t unused = 0;
      candidate.finals.strengths(OutOfFoldRow(out_of_fold_, rows_[i], learner_),
                                 data_.row(rows_[i]), field.of(i), scratch.strengths, unused);
      std::copy(scratch.strengths.begin(), scratch.strengths.end(),
                all.begin() + static_cast<std::ptrdiff_t>(i * field.most));
    });
    const auto strengths = [&](std::size_t i) {
      return std::span<const Strength>(all).subspan(i * field.most, field.counts[i]);
    };
    if (costs_) {
      judge_costs(candidate, strengths);
      return;
    }
    const std::vector<bool> tells = labels_that_tell();
    Ballots ballots;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (!tells[data_.label(rows_[i])]) continue;
      ballots.add(strengths(i), place_of(i, field.of(i)),
                  static_cast<double>(data_.weight(rows_[i])));
    }
    candidate.mixture = ballots.learn();
    const bool wins = candidate.finals.rule == FinalsRule::kWins;
    candidate.error = ballots.error(wins ? kByWins : candidate.mixture);
    // As if one example more had been missed, and one not: never 0, never 1.
    const auto size = static_cast<double>(ballots.size());
    candidate.missed = (ballots.missed() * size + 1) / (size + 2);
  }

  // The labels whose margins tell the error: those with few examples are never left out of a fit
  // (learners/folds.h). Where these are the most, all are taken as they are.
  std::vector<bool> labels_that_tell() const {
    std::vector<std::uint32_t> examples(reduction_.classes());
    for (const std::uint32_t row : rows_) ++examples[data_.label(row)];
    std::size_t telling_rows = 0;
    std::vector<bool> tells(examples.size());
    for (std::size_t label = 0; label < examples.size(); ++label) {
      tells[label] = examples[label] >= kFewExamples;
      telling_rows += tells[label] ? examples[label] : 0;
    }
    if (2 * telling_rows < rows_.size()) tells.assign(tells.size(), true);
    return tells;
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
    // The first of the best: those with the better guarantee.
    const auto best = std::min_element(candidates_.begin(), candidates_.end(),
                                       [&](const Candidate& a, const Candidate& b) {
                                         return costs_ ? a.cost < b.cost : a.error < b.error;
                                       });
    auto settled = std::make_unique<ContestedReduction>(reduction_);
    settled->finals_ = best->finals;
    settled->mixture_ = best->mixture;
    settled->missed_ = static_cast<float>(best->missed);
    // What did not win is forgotten.
    const std::uint32_t first = reduction_.tournament_->problems();
    const std::uint32_t last = first + problems_;
    const std::uint32_t end = best->finals.first + best->finals.problems(reduction_.classes());
    if (end < last) learner_.drop_problems(end, last);
    if (first < best->finals.first) learner_.drop_problems(first, best->finals.first);
    settled->finals_->first = first;
    Fitted fitted{best->error, std::move(settled), {}};
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
  RecordingLearner learner_;                     // into out_of_fold_
  std::unique_ptr<KeptClassifiers> tournament_;  // packed, where it can be
  const Dataset& data_;
  std::span<const std::uint32_t> rows_;
  bool costs_;
  unsigned threads_;
  const OnProgress& progress_;
  std::uint32_t problems_ = 0;  // of all finals that were tried
  std::vector<Candidate> candidates_;
};

Fitted ContestedReduction::fit_and_settle(BatchLearner& learner, const Dataset& data,
                                          std::span<const std::uint32_t> rows, bool costs,
                                          unsigned threads, const OnProgress& progress) const {
  return FinalsFit(*this, learner, data, rows, costs, threads, progress).fit();
}

}  // namespace ect
