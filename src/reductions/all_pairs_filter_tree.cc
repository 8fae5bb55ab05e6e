// The All-Pairs variant of the Filter Tree. A match of a tree is always between two labels, so it
// can have a classifier for each two that may come to it. Two labels meet at one match only, their
// lowest common ancestor: k (k - 1) / 2 classifiers in all, as many as all-pairs has. But only
// k - 1 of them are asked for an input, and each learns only from inputs at which these two labels
// did come up: that is the filter, and the regret bound of the Filter Tree.
//
// Example: labels 0 to 3, first (0, 1) and (2, 3). An input of label 2 is learnt at the pair (2,
// 3). If 2 wins there, it meets whom the pair (0, 1) sends up for this input, say 1, and is learnt
// at the pair (1, 2); the pairs (0, 2) and (0, 3) never see it.
//
// Costs: at a match between a and b an input is learnt for the cheaper, with weight |c_a - c_b|.
// A label y is the same with costs 1 - [label = y]: the weight is 0 but where y stands. So there is
// one way to learn.
//
// Probabilities: let every pair be decided by chance, independently, with its classifier's
// probability. Upwards, P(a comes out of a match) = P(a came to it) * sum over b of P(b came to the
// other side) P(a beats b).
// Cost: k - 1 questions; an example k - 1 questions or updates; probabilities all k (k - 1) / 2.
// Paper: Section 4, "Experimental Results". Tests: all_pairs_filter_tree_test, reductions_test.
#include "reductions/all_pairs_filter_tree.h"

#include <algorithm>
#include <cmath>

#include "ect/error.h"
#include "reductions/label_probabilities.h"
#include "reductions/reductions.h"
#include "tournament/pack.h"

namespace ect {
namespace {

constexpr float kMostWeight = 1e37F;

// Plays all matches: `decide(meeting, a, b)` returns the margin of the meeting's problem.
template <class Decide>
std::uint32_t play_up(const Schedule& schedule, Decide&& decide) {
  thread_local std::vector<std::uint32_t> winners;
  winners.resize(schedule.matches());
  const auto who = [&](Entrant entrant) {
    return entrant.from == From::kPlayer ? entrant.index : winners[entrant.index];
  };
  for (std::uint32_t match = 0; match < schedule.matches(); ++match) {
    const std::uint32_t a = who(schedule.left(match));
    const std::uint32_t b = who(schedule.right(match));
    const Meeting meeting = Meeting::of(a, b);
    winners[match] = meeting.winner(decide(meeting, a, b));
  }
  return who(schedule.champion());
}

template <class CostOf>
void learn_up(const Schedule& schedule, OnlineLearner& learner, Features x, float weight,
              CostOf&& cost_of) {
  play_up(schedule, [&](const Meeting& meeting, std::uint32_t a, std::uint32_t b) {
    const float more = cost_of(b) - cost_of(a);
    const float importance = std::min(std::abs(more) * weight, kMostWeight);
    if (!(importance > 0)) return learner.margin(meeting.problem, x);
    return learner.learn(meeting.problem, x, meeting.side(more > 0 ? a : b), importance);
  });
}

// The labels below each side of a match, as they stand in one list of all labels: those of the left
// side, then those of the right.
class Spans {
 public:
  struct Sides {
    std::uint32_t first;
    std::uint32_t middle;
    std::uint32_t last;
  };
  std::vector<std::uint32_t> labels;
  std::vector<Sides> of_match;

  void lay_out(const Schedule& schedule) {
    labels.clear();
    of_match.resize(schedule.matches());
    // From the top down: each match first gets its place, then divides it.
    sizes_.resize(schedule.matches());
    const auto size_of = [&](Entrant entrant) {
      return entrant.from == From::kPlayer ? 1 : sizes_[entrant.index];
    };
    for (std::uint32_t match = 0; match < schedule.matches(); ++match) {
      sizes_[match] = size_of(schedule.left(match)) + size_of(schedule.right(match));
    }
    labels.resize(schedule.players());
    for (std::uint32_t match = schedule.matches(); match-- > 0;) {
      if (match + 1 == schedule.matches()) of_match[match].first = 0;
      Sides& sides = of_match[match];
      sides.middle = sides.first + size_of(schedule.left(match));
      sides.last = sides.first + sizes_[match];
      place(schedule.left(match), sides.first);
      place(schedule.right(match), sides.middle);
    }
  }

 private:
  std::vector<std::uint32_t> sizes_;  // labels below each match

  void place(Entrant entrant, std::uint32_t first) {
    if (entrant.from == From::kPlayer) {
      labels[first] = entrant.index;
    } else {
      of_match[entrant.index].first = first;
    }
  }
};

}  // namespace

AllPairsFilterTree::AllPairsFilterTree(Schedule schedule)
    : schedule_(std::move(schedule)),
      problems_(checked_pairs("all-pairs-filter-tree", schedule_.players())) {}

std::vector<std::uint32_t> AllPairsFilterTree::stored() const { return pack(schedule_); }

void AllPairsFilterTree::learn(OnlineLearner& learner, Features x, std::uint32_t label,
                               float weight) const {
  learn_up(schedule_, learner, x, weight,
           [&](std::uint32_t other) { return other == label ? 0.0F : 1.0F; });
}

void AllPairsFilterTree::learn_costs(OnlineLearner& learner, Features x,
                                     std::span<const float> costs, float weight) const {
  learn_up(schedule_, learner, x, weight, [&](std::uint32_t label) { return costs[label]; });
}

std::uint32_t AllPairsFilterTree::predict(const Classifiers& classifiers, Features x,
                                          std::uint64_t& questions) const {
  questions += schedule_.matches();
  return play_up(schedule_, [&](const Meeting& meeting, std::uint32_t, std::uint32_t) {
    return classifiers.margin(meeting.problem, x);
  });
}

void AllPairsFilterTree::probabilities(const Classifiers& classifiers, Features x,
                                       std::vector<double>& all) const {
  thread_local Spans spans;
  thread_local std::vector<double> wins;
  spans.lay_out(schedule_);
  all.assign(classes(), 1);
  wins.resize(classes());
  for (const Spans::Sides& sides : spans.of_match) {
    std::fill(wins.begin() + sides.first, wins.begin() + sides.last, 0);
    for (std::uint32_t i = sides.first; i < sides.middle; ++i) {
      for (std::uint32_t j = sides.middle; j < sides.last; ++j) {
        const std::uint32_t a = spans.labels[i];
        const std::uint32_t b = spans.labels[j];
        const Meeting meeting = Meeting::of(a, b);
        const double high = probability_of(classifiers.margin(meeting.problem, x));
        const double meet = all[a] * all[b];
        wins[i] += meet * (a > b ? high : 1 - high);
        wins[j] += meet * (a > b ? 1 - high : high);
      }
    }
    for (std::uint32_t i = sides.first; i < sides.last; ++i) all[spans.labels[i]] = wins[i];
  }
}

double AllPairsFilterTree::probability(const Classifiers& classifiers, Features x,
                                       std::uint32_t label) const {
  thread_local std::vector<double> all;
  probabilities(classifiers, x, all);
  return all[label];
}

void AllPairsFilterTree::likeliest(const Classifiers& classifiers, Features x, std::size_t most,
                                   std::vector<Scored>& scored) const {
  thread_local std::vector<double> all;
  std::uint64_t unused = 0;
  const std::uint32_t predicted = predict(classifiers, x, unused);
  probabilities(classifiers, x, all);
  rank_labels(all, predicted, most, scored);
}

std::unique_ptr<Reduction> make_all_pairs_filter_tree(const ReductionPlan& plan) {
  checked_pairs("all-pairs-filter-tree", plan.classes);  // before anything is built
  return std::make_unique<AllPairsFilterTree>(error_correcting(plan.seeding.value(), 1));
}

std::unique_ptr<Reduction> load_all_pairs_filter_tree(std::span<const std::uint32_t> words,
                                                      std::uint32_t classes) {
  Schedule schedule = unpack_schedule(words);
  if (schedule.players() != classes || schedule.eliminations() != 1) {
    throw Error(Error::Kind::kModelFormat, "it has another tournament than its labels can play");
  }
  return std::make_unique<AllPairsFilterTree>(std::move(schedule));
}

}  // namespace ect
