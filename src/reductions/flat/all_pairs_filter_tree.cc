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
// Probabilities: a label's is the product, over its matches, of the probability that it beats whom
// the answers send up from the other side; then all are made to sum to 1. (To weigh all opponents
// by their chances of coming up would ask more pairs that never learnt from such an input, and
// believe them. Some that did not are asked still: the order of the labels can be trusted, their
// probabilities less.)
// Cost: k - 1 questions; an example k - 1 questions or updates; probabilities k log2 k questions.
// Paper: Section 4, "Experimental Results". Tests: all_pairs_filter_tree_test, reductions_test.
#include "reductions/flat/all_pairs_filter_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ect/error.h"
#include "reductions/contested/label_probabilities.h"
#include "reductions/importance.h"
#include "reductions/reductions.h"
#include "tournament/pack.h"

namespace ect::reductions {
namespace {

// Plays all matches: `decide(meeting, a, b)` returns the margin of the meeting's problem. `winners`
// is filled with who wins each.
template <class Decide>
std::uint32_t play_up(const Schedule& schedule, std::vector<std::uint32_t>& winners,
                      Decide&& decide) {
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

template <class Decide>
std::uint32_t play_up(const Schedule& schedule, Decide&& decide) {
  thread_local std::vector<std::uint32_t> winners;
  return play_up(schedule, winners, std::forward<Decide>(decide));
}

template <class CostOf>
void learn_up(const Schedule& schedule, learners::OnlineLearner& learner, Features x, float weight,
              CostOf&& cost_of) {
  play_up(schedule, [&](const Meeting& meeting, std::uint32_t a, std::uint32_t b) {
    const float more = cost_of(b) - cost_of(a);
    const float importance = cost_importance(more, weight);
    if (!(importance > 0)) return learner.margin(meeting.problem, x);
    return learner.learn(meeting.problem, x, meeting.side(more > 0 ? a : b), importance);
  });
}

}  // namespace

AllPairsFilterTree::AllPairsFilterTree(Schedule schedule)
    : schedule_(std::move(schedule)),
      problems_(checked_pairs("all-pairs-filter-tree", schedule_.players())) {}

std::string AllPairsFilterTree::guarantee(bool costs) const {
  return fmt::format("for each input, {}regret <= the sum of its matches' regrets",
                     costs ? "cost " : "");
}

std::vector<std::uint32_t> AllPairsFilterTree::labels_at(std::uint32_t problem, Side side) const {
  const Pair pair = pair_at(problem);
  return {side == Side::kRight ? pair.high : pair.low};
}

std::vector<std::uint32_t> AllPairsFilterTree::stored() const {
  return tournament::pack(schedule_);
}

void AllPairsFilterTree::learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
                               float weight) const {
  learn_up(schedule_, learner, x, weight,
           [&](std::uint32_t other) { return other == label ? 0.0F : 1.0F; });
}

void AllPairsFilterTree::learn_costs(learners::OnlineLearner& learner, Features x,
                                     std::span<const float> costs, float weight) const {
  learn_up(schedule_, learner, x, weight, [&](std::uint32_t label) { return costs[label]; });
}

std::uint32_t AllPairsFilterTree::predict(const learners::Classifiers& classifiers, Features x,
                                          std::uint64_t& questions) const {
  questions += schedule_.matches();
  return play_up(schedule_, [&](const Meeting& meeting, std::uint32_t, std::uint32_t) {
    return classifiers.margin(meeting.problem, x);
  });
}

void AllPairsFilterTree::probabilities(const learners::Classifiers& classifiers, Features x,
                                       std::vector<double>& all) const {
  thread_local std::vector<std::uint32_t> winners;
  play_up(schedule_, winners, [&](const Meeting& meeting, std::uint32_t, std::uint32_t) {
    return classifiers.margin(meeting.problem, x);
  });
  all.assign(classes(), 1);
  for (std::uint32_t label = 0; label < classes(); ++label) {
    for (auto place = schedule_.player_starts(label); place;
         place = schedule_.winner_goes(place->match)) {
      const Entrant other =
          place->side == Side::kLeft ? schedule_.right(place->match) : schedule_.left(place->match);
      const Meeting meeting =
          Meeting::of(label, other.from == From::kPlayer ? other.index : winners[other.index]);
      const double right = learners::probability_of(classifiers.margin(meeting.problem, x));
      all[label] *= meeting.side(label) == Side::kRight ? right : 1 - right;
    }
  }
  // A negligible probability, so that the sum is not 0.
  constexpr double kMin = 1e-30;
  double sum = 0;
  for (double& probability : all) sum += probability = std::max(probability, kMin);
  for (double& probability : all) probability /= sum;
}

double AllPairsFilterTree::probability(const learners::Classifiers& classifiers, Features x,
                                       std::uint32_t label) const {
  thread_local std::vector<double> all;
  probabilities(classifiers, x, all);
  return all[label];
}

void AllPairsFilterTree::top_labels(const learners::Classifiers& classifiers, Features x,
                                    std::size_t most, std::vector<Scored>& scored) const {
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
  Schedule schedule = tournament::unpack_schedule(words);
  if (schedule.players() != classes || schedule.eliminations() != 1) {
    throw Error(Error::Kind::kModelFormat, "the tournament does not match the labels");
  }
  return std::make_unique<AllPairsFilterTree>(std::move(schedule));
}

}  // namespace ect::reductions
