// All examples through an All-Pairs Filter Tree, round by round. Before a round it is known for
// each example which two labels come to each match. Where their costs differ, the example belongs
// to the problem of this pair; its out-of-fold margin there says who goes on. Where they do not
// (with labels: wherever the example's own label is not), nothing is learnt from it, so the
// classifier, fitted by then, is asked, which has not seen it.
//
// A round has three steps, each in parallel: who meets whom (by match), the fits (by pair, the
// largest first) and the questions (by match and part of the rows). Examples of a pair are by row,
// so what is learnt does not depend on threads.
// Cost: k - 1 answers an example; memory 4 bytes for each match of a round and example, and 12 more
// where the costs differ. Tests: all_pairs_filter_tree_test, reductions_test.
#include <algorithm>
#include <functional>
#include <vector>

#include "data/counted_rows.h"
#include "reductions/flat/all_pairs_filter_tree.h"
#include "reductions/importance.h"
#include "reductions/shared_progress.h"
#include "util/parallel.h"

namespace ect::reductions {
namespace {

constexpr std::uint32_t kNobody = 0xffffffff;

// The cost of a label for a row.
using CostOf = std::function<float(std::uint32_t row, std::uint32_t label)>;

class PairRounds {
 public:
  PairRounds(const Schedule& schedule, learners::BatchLearner& learner, const Dataset& data,
             std::span<const std::uint32_t> rows, CostOf cost_of, unsigned threads,
             const OnProgress& progress)
      : schedule_(schedule),
        learner_(learner),
        data_(data),
        cost_of_(std::move(cost_of)),
        threads_(threads),
        progress_(progress),
        rows_(data::counted_rows(data, rows)),
        winners_(schedule.matches()) {}

  // Plays all rounds. Returns the share of examples whose champion is not one of the cheapest
  // labels.
  double fit() {
    for (std::uint32_t round = 1; round <= schedule_.rounds(); ++round) play(round);
    return error();
  }

 private:
  using Labels = std::vector<std::uint32_t>;

  // An example at a match where something is to be learnt.
  struct Standing {
    std::uint32_t problem;
    std::uint32_t at;  // in rows_
    std::uint32_t match;
    Side side;
    float weight;
  };

  void play(std::uint32_t round) {
    const Schedule::Range range = schedule_.round(round);
    std::vector<std::vector<Standing>> standings(range.last - range.first);
    util::parallel_for(standings.size(), threads_, [&](std::uint64_t i) {
      standings[i] = meet(range.first + static_cast<std::uint32_t>(i));
    });
    fit_pairs(round, standings);
    ask(range);
    for (std::uint32_t match = range.first; match < range.last; ++match) {
      for (const Entrant entrant : {schedule_.left(match), schedule_.right(match)}) {
        if (entrant.from == From::kWinnerOf) Labels().swap(winners_[entrant.index]);
      }
    }
  }

  double error() const {
    if (rows_.empty()) return 0;
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const float cost = cost_of_(rows_[i], label_at(schedule_.champion(), i));
      for (std::uint32_t label = 0; label < schedule_.players(); ++label) {
        if (cost_of_(rows_[i], label) >= cost) continue;
        ++wrong;
        break;
      }
    }
    return static_cast<double>(wrong) / static_cast<double>(rows_.size());
  }

  std::uint32_t label_at(Entrant entrant, std::size_t at) const {
    return entrant.from == From::kPlayer ? entrant.index : winners_[entrant.index][at];
  }

  std::vector<Standing> meet(std::uint32_t match) {
    std::vector<Standing> standings;
    for (std::uint32_t at = 0; at < rows_.size(); ++at) {
      const std::uint32_t a = label_at(schedule_.left(match), at);
      const std::uint32_t b = label_at(schedule_.right(match), at);
      const float more = cost_of_(rows_[at], b) - cost_of_(rows_[at], a);
      const float weight = cost_importance(more, data_.weight(rows_[at]));
      if (!(weight > 0)) continue;
      const Meeting meeting = Meeting::of(a, b);
      standings.push_back({meeting.problem, at, match, meeting.side(more > 0 ? a : b), weight});
    }
    std::stable_sort(standings.begin(), standings.end(),
                     [](const Standing& a, const Standing& b) { return a.problem < b.problem; });
    winners_[match].assign(rows_.size(), kNobody);
    return standings;
  }

  void fit_pairs(std::uint32_t round, const std::vector<std::vector<Standing>>& standings) {
    std::vector<std::span<const Standing>> groups;
    std::uint64_t examples = 0;
    for (const std::vector<Standing>& all : standings) {
      examples += all.size();
      for (std::size_t first = 0, i = 0; i < all.size(); ++i) {
        if (i + 1 < all.size() && all[i + 1].problem == all[first].problem) continue;
        groups.push_back(std::span(all).subspan(first, i + 1 - first));
        first = i + 1;
      }
    }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    SharedProgress done(progress_, {true, round, schedule_.rounds(), 0, examples, -1});
    util::parallel_for(groups.size(), threads_, [&](std::uint64_t g) {
      fit_pair(groups[g]);
      done.add(groups[g].size());
    });
  }

  void fit_pair(std::span<const Standing> group) {
    std::vector<BinaryExample> examples;
    for (const Standing& standing : group) {
      examples.push_back({rows_[standing.at], standing.side, standing.weight});
    }
    std::vector<float> margins(examples.size());
    const Standing& first = group.front();
    learner_.fit(first.problem, data_, examples, margins);
    const Meeting meeting{first.problem, pair_at(first.problem)};
    for (std::size_t i = 0; i < group.size(); ++i) {
      winners_[first.match][group[i].at] = meeting.winner(margins[i]);
    }
  }

  void ask(Schedule::Range range) {
    constexpr std::uint64_t kParts = 16;
    util::parallel_for((range.last - range.first) * kParts, threads_, [&](std::uint64_t task) {
      const std::uint32_t match = range.first + static_cast<std::uint32_t>(task / kParts);
      Labels& winners = winners_[match];
      for (std::size_t at = task % kParts; at < rows_.size(); at += kParts) {
        if (winners[at] != kNobody) continue;
        const Meeting meeting =
            Meeting::of(label_at(schedule_.left(match), at), label_at(schedule_.right(match), at));
        winners[at] = meeting.winner(learner_.margin(meeting.problem, data_.row(rows_[at])));
      }
    });
  }

  const Schedule& schedule_;
  learners::BatchLearner& learner_;
  const Dataset& data_;
  CostOf cost_of_;
  unsigned threads_;
  const OnProgress& progress_;
  std::vector<std::uint32_t> rows_;
  std::vector<Labels> winners_;  // by match, then as in rows_; freed after their last use
};

}  // namespace

double AllPairsFilterTree::fit(learners::BatchLearner& learner, const Dataset& data,
                               std::span<const std::uint32_t> rows, unsigned threads,
                               const OnProgress& progress) const {
  const auto cost_of = [&](std::uint32_t row, std::uint32_t label) {
    return label == data.label(row) ? 0.0F : 1.0F;
  };
  return PairRounds(schedule_, learner, data, rows, cost_of, threads, progress).fit();
}

double AllPairsFilterTree::fit_costs(learners::BatchLearner& learner, const Dataset& data,
                                     std::span<const std::uint32_t> rows, unsigned threads,
                                     const OnProgress& progress) const {
  const auto cost_of = [&](std::uint32_t row, std::uint32_t label) {
    return data.costs(row)[label];
  };
  return PairRounds(schedule_, learner, data, rows, cost_of, threads, progress).fit();
}

}  // namespace ect::reductions
