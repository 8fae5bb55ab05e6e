// Learning a tournament from a cost for each label (Algorithm 2; for several brackets its
// extension). Every match sees every example: the two labels a and b that arrive there for this x
// meet, the example belongs to the side of the cheaper one, and counts |cost_a - cost_b|, in the
// finals times the charge. The answer decides who goes on as winner and who as loser. Where both
// cost the same, or one label stands on both sides, there is nothing to learn; the classifier is
// asked all the same, as it will be when predicting. With costs 0 for one label and 1 for all
// others, what counts is exactly what the filter of Algorithm 1 lets through.
//
// Example: costs 0.2, 0.9, 0.5 and one bracket. Labels 0 and 1 meet with weight 0.7 for 0; if 1
// wins all the same, it meets label 2 with weight 0.4 for 2.
//
// A batch is learnt round by round, the matches of a round in parallel. Of each match only who won
// is kept, a bit an example; who arrives at a later one is found by going back from it.
// Cost: O(labels * eliminations) examples for each example learnt, as many bits of memory. Paper:
// Section 4, Theorems 4.1 and 4.2. Tests: costs_test, cost_theory_test.
#include <span>
#include <vector>

#include "reductions/importance.h"
#include "reductions/tournament/tournament_reduction.h"
#include "util/parallel.h"

namespace ect::reductions {
namespace {

// The side and importance of an example at a match between two labels.
struct Contest {
  Side cheaper;
  float weight;
};

Contest contest(std::span<const float> costs, Player left, Player right, float importance) {
  const float difference = costs[right] - costs[left];
  return {difference < 0 ? Side::kRight : Side::kLeft, cost_importance(difference, importance)};
}

// The label that arrives as `entrant`, given the winners of all earlier matches.
template <class RightWon>
Player arrival(const Schedule& schedule, Entrant entrant, const RightWon& right_won) {
  while (entrant.from != From::kPlayer) {
    const bool right = right_won(entrant.index) == (entrant.from == From::kWinnerOf);
    entrant = right ? schedule.right(entrant.index) : schedule.left(entrant.index);
  }
  return entrant.index;
}

// Who won which match, for every row.
class Outcomes {
 public:
  Outcomes(std::uint32_t matches, std::size_t rows)
      : words_(rows / 64 + 1), bits_(std::size_t{matches} * words_) {}

  bool right_won(std::uint32_t match, std::size_t row) const {
    return (bits_[std::size_t{match} * words_ + row / 64] >> (row % 64) & 1) != 0;
  }
  // Different matches may be set by different threads.
  void set_right_won(std::uint32_t match, std::size_t row) {
    bits_[std::size_t{match} * words_ + row / 64] |= std::uint64_t{1} << (row % 64);
  }

 private:
  std::size_t words_;  // of a match
  std::vector<std::uint64_t> bits_;
};

// All examples, round by round.
class CostRounds {
 public:
  CostRounds(const Schedule& schedule, learners::BatchLearner& learner, const Dataset& data,
             std::span<const std::uint32_t> rows)
      : schedule_(schedule),
        learner_(learner),
        data_(data),
        rows_(rows),
        outcomes_(schedule.matches(), rows.size()) {}

  void fit(std::uint32_t match) {
    std::vector<BinaryExample> examples;
    std::vector<std::size_t> places;
    std::vector<std::size_t> undecided;
    const auto charge = static_cast<float>(schedule_.match(match).weight());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::uint32_t row = rows_[i];
      const Player left = player(schedule_.left(match), i);
      const Player right = player(schedule_.right(match), i);
      const Contest here = contest(data_.costs(row), left, right, charge * data_.weight(row));
      if (here.weight > 0) {
        examples.push_back({row, here.cheaper, here.weight});
        places.push_back(i);
      } else if (left != right) {
        undecided.push_back(i);
      }
    }
    std::vector<float> margins(examples.size());
    learner_.fit(match, data_, examples, margins);
    for (std::size_t j = 0; j < places.size(); ++j) {
      if (learners::side_of(margins[j]) == Side::kRight) outcomes_.set_right_won(match, places[j]);
    }
    for (const std::size_t i : undecided) {
      const float margin = learner_.margin(match, data_.row(rows_[i]));
      if (learners::side_of(margin) == Side::kRight) outcomes_.set_right_won(match, i);
    }
  }

  // The fraction of examples whose champion is not of the least cost.
  double error() const {
    std::size_t dear = 0;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      dear += is_cheapest(data_.costs(rows_[i]), player(schedule_.champion(), i)) ? 0 : 1;
    }
    return rows_.empty() ? -1 : static_cast<double>(dear) / static_cast<double>(rows_.size());
  }

 private:
  Player player(Entrant entrant, std::size_t i) const {
    return arrival(schedule_, entrant,
                   [&](std::uint32_t match) { return outcomes_.right_won(match, i); });
  }

  const Schedule& schedule_;
  learners::BatchLearner& learner_;
  const Dataset& data_;
  std::span<const std::uint32_t> rows_;
  Outcomes outcomes_;
};

}  // namespace

void TournamentReduction::learn_costs(learners::OnlineLearner& learner, Features x,
                                      std::span<const float> costs, float weight) const {
  if (routing_ == Routing::kAlways) return Reduction::learn_costs(learner, x, costs, weight);
  thread_local std::vector<bool> right_won;
  right_won.assign(schedule_.matches(), false);
  const auto player = [&](Entrant entrant) {
    return arrival(schedule_, entrant, [](std::uint32_t match) { return right_won[match]; });
  };
  for (std::uint32_t match = 0; match < schedule_.matches(); ++match) {
    const Player left = player(schedule_.left(match));
    const Player right = player(schedule_.right(match));
    if (left == right) continue;
    const auto charge = static_cast<float>(schedule_.match(match).weight());
    const Contest here = contest(costs, left, right, charge * weight);
    const float margin = here.weight > 0 ? learner.learn(match, x, here.cheaper, here.weight)
                                         : learner.margin(match, x);
    right_won[match] = learners::side_of(margin) == Side::kRight;
  }
}

double TournamentReduction::fit_costs(learners::BatchLearner& learner, const Dataset& data,
                                      std::span<const std::uint32_t> rows, unsigned threads,
                                      const OnProgress& progress) const {
  // The Tree reduction is defined for labels only.
  if (routing_ == Routing::kAlways) {
    return Reduction::fit_costs(learner, data, rows, threads, progress);
  }
  CostRounds rounds(schedule_, learner, data, rows);
  for (std::uint32_t round = 1; round <= schedule_.rounds(); ++round) {
    const Schedule::Range matches = schedule_.round(round);
    util::parallel_for(matches.last - matches.first, threads, [&](std::uint64_t i) {
      rounds.fit(matches.first + static_cast<std::uint32_t>(i));
    });
    if (progress) {
      progress({true, round, schedule_.rounds(), rows.size(), rows.size(), -1});
    }
  }
  return rounds.error();
}

}  // namespace ect::reductions
