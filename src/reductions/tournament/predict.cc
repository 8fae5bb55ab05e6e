// Asking a tournament of classifiers. The prediction is the descent from the champion.
//
// Probabilities. Let every match be decided by chance, independently, with its classifier's
// probability. The descent is then a random walk: at "winner of n" it goes on to a side with the
// probability that this side wins, at "loser of n" with the probability that it loses. A label's
// probability is that of the walk ending there, the sum over all ways. With one bracket and
// classifiers that estimate probabilities well, those of the Tree reduction are estimates of
// P(label | x); those of the Filter Tree and of ect order the labels but are not calibrated,
// because a match knows only the examples that reached it.
//
// The ways of one label are followed upwards from its start, those of the likeliest downwards from
// the champion; both visit the matches in their order, so that all the probability that comes to a
// match is there before it goes on. Ways of less than `least` in all are not followed; where that
// leaves too few labels, `least` is lowered.
// Cost: prediction O(eliminations + log labels) questions; probability() the matches that the label
// can reach; top_labels() at most depth / least questions. Tests: reduction_test (sums to 1; both
// directions agree; equals enumeration of all outcomes).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <vector>

#include "ect/walk.h"
#include "reductions/contested/contenders.h"
#include "reductions/tournament/arrivals.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tournament/pack.h"

namespace ect::reductions {
namespace {

// What has come to a match: upwards, to its left and right side; downwards, from "winner of" and
// "loser of" it.
struct Mass {
  std::uint32_t match;
  double at[2];
};

// Takes masses match by match in order, `Later` saying which of two comes later; those of one match
// are added up.
template <class Later>
class MassQueue {
 public:
  void clear() { heap_.clear(); }
  bool empty() const { return heap_.empty(); }

  void add(std::uint32_t match, std::size_t which, double mass) {
    Mass item{match, {0, 0}};
    item.at[which] = mass;
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), Later());
  }

  Mass take() {
    Mass sum = heap_.front();
    pop();
    while (!heap_.empty() && heap_.front().match == sum.match) {
      sum.at[0] += heap_.front().at[0];
      sum.at[1] += heap_.front().at[1];
      pop();
    }
    return sum;
  }

 private:
  void pop() {
    std::pop_heap(heap_.begin(), heap_.end(), Later());
    heap_.pop_back();
  }

  std::vector<Mass> heap_;
};

struct Upwards {
  bool operator()(const Mass& a, const Mass& b) const { return a.match > b.match; }
};
struct Downwards {
  bool operator()(const Mass& a, const Mass& b) const { return a.match < b.match; }
};

// Adds up what stands there more than once, and sorts by probability, then label.
void settle(std::vector<Scored>& scored) {
  std::sort(scored.begin(), scored.end(),
            [](const Scored& a, const Scored& b) { return a.label < b.label; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < scored.size(); ++i) {
    if (kept > 0 && scored[kept - 1].label == scored[i].label) {
      scored[kept - 1].probability += scored[i].probability;
    } else {
      scored[kept++] = scored[i];
    }
  }
  scored.resize(kept);
  std::sort(scored.begin(), scored.end(), [](const Scored& a, const Scored& b) {
    return a.probability != b.probability ? a.probability > b.probability : a.label < b.label;
  });
}

// Who is considered beside the predicted label.
constexpr FinalsLimits kConsidered = {8, 0.01};

double right_wins(const learners::Classifiers& classifiers, std::uint32_t match, Features x) {
  return learners::probability_of(classifiers.margin(match, x));
}

}  // namespace

std::string TournamentReduction::guarantee(bool costs) const {
  if (routing_ == Routing::kAlways) return {};
  // The sum holds at each input and so on average over inputs; as a multiple of the matches'
  // average regret it does not, see ect/regret.h.
  const std::uint32_t m = schedule_.eliminations();
  return fmt::format("for each input, {}regret <= the sum of its matches' regrets{}",
                     costs ? "cost " : "", m > 1 ? fmt::format(" / {}", m) : "");
}

std::vector<std::uint32_t> TournamentReduction::labels_at(std::uint32_t problem, Side side) const {
  // All labels below, however the matches end, from left to right.
  std::vector<std::uint32_t> labels;
  std::unordered_set<std::uint32_t> known;
  std::unordered_set<std::uint32_t> matches;
  std::vector<Entrant> left_to_do{schedule_.entrant({problem, side})};
  while (!left_to_do.empty()) {
    const Entrant entrant = left_to_do.back();
    left_to_do.pop_back();
    if (entrant.from == From::kPlayer) {
      if (known.insert(entrant.index).second) labels.push_back(entrant.index);
    } else if (matches.insert(entrant.index).second) {
      left_to_do.push_back(schedule_.right(entrant.index));
      left_to_do.push_back(schedule_.left(entrant.index));
    }
  }
  return labels;
}

std::vector<std::uint32_t> TournamentReduction::stored() const {
  return tournament::pack(schedule_);
}

std::uint32_t TournamentReduction::predict(const learners::Classifiers& classifiers, Features x,
                                           std::uint64_t& questions) const {
  return descend(schedule_, [&](std::uint32_t match) {
    ++questions;
    return learners::side_of(classifiers.margin(match, x));
  });
}

double TournamentReduction::probability(const learners::Classifiers& classifiers, Features x,
                                        std::uint32_t label) const {
  thread_local MassQueue<Upwards> queue;
  queue.clear();
  const auto start = schedule_.player_starts(label);
  if (!start) return 1;  // the only label
  queue.add(start->match, static_cast<std::size_t>(start->side), 1);
  double champion = 0;
  while (!queue.empty()) {
    const Mass here = queue.take();
    const double right = right_wins(classifiers, here.match, x);
    const double won = here.at[0] * (1 - right) + here.at[1] * right;
    const double lost = here.at[0] * right + here.at[1] * (1 - right);
    if (decides(schedule_, here.match)) champion += won;
    for (const auto& [mass, as_winner] : {std::pair(won, true), std::pair(lost, false)}) {
      go_on(schedule_, here.match, as_winner, [&, mass = mass](Place place) {
        queue.add(place.match, static_cast<std::size_t>(place.side), mass);
      });
    }
  }
  return champion;
}

void TournamentReduction::top_labels(const learners::Classifiers& classifiers, Features x,
                                     std::size_t most, std::vector<Scored>& scored) const {
  std::uint64_t unused = 0;
  const std::uint32_t predicted = predict(classifiers, x, unused);
  const std::size_t wanted = std::min<std::size_t>(most, classes());
  thread_local MassQueue<Downwards> queue;
  for (double least = 1e-3;; least /= 32) {
    queue.clear();
    scored.clear();
    double left_out = 0;
    const auto enter = [&](Entrant entrant, double mass) {
      if (entrant.from == From::kPlayer) {
        scored.push_back({entrant.index, mass});
      } else if (mass >= least) {
        queue.add(entrant.index, entrant.from == From::kWinnerOf ? 0 : 1, mass);
      } else {
        left_out += mass;
      }
    };
    enter(schedule_.champion(), 1);
    while (!queue.empty()) {
      const Mass here = queue.take();
      const double right = right_wins(classifiers, here.match, x);
      enter(schedule_.left(here.match), here.at[0] * (1 - right) + here.at[1] * right);
      enter(schedule_.right(here.match), here.at[0] * right + here.at[1] * (1 - right));
    }
    settle(scored);
    // Nobody who is missing can be likelier than all that was left out.
    const bool enough = scored.size() >= wanted && scored[wanted - 1].probability >= left_out;
    if (enough || least < 1e-12) break;
  }
  // What is predicted comes first, whatever its probability.
  const auto first = std::find_if(scored.begin(), scored.end(),
                                  [&](const Scored& item) { return item.label == predicted; });
  if (first == scored.end()) {
    scored.insert(scored.begin(), {predicted, probability(classifiers, x, predicted)});
  } else {
    std::rotate(scored.begin(), first, first + 1);
  }
  if (scored.size() > wanted) scored.resize(wanted);
}

void TournamentReduction::shortlist(const learners::Classifiers& classifiers, Features x,
                                    std::vector<Scored>& scored) const {
  thread_local Contenders beam;
  std::uint64_t unused = 0;
  scored.clear();
  for (const Contender& item : beam.gather(schedule_, classifiers, x, kConsidered, unused)) {
    scored.push_back({item.label, std::exp(static_cast<double>(item.path))});
  }
  const auto first = std::find_if(scored.begin(), scored.end(), [&](const Scored& item) {
    return item.label == beam.plain_winner();
  });
  std::rotate(scored.begin(), first, first + 1);
}

std::uint32_t TournamentReduction::max_shortlist_questions() const {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(std::uint64_t{kConsidered.most} * schedule_.rounds(), problems()));
}

}  // namespace ect::reductions
