// One example through a tournament. Its label begins where the player begins; at each match where
// it arrives the classifier learns which side it stands on, and its answer after that decides where
// the label goes on. The Tree reduction lets it win everywhere. With several brackets a label can
// stand in several places at once, one for each title it has won and one in the bracket it plays
// in; matches are taken in their order, so that all who come to a match are there. Where it stands
// on both sides, in a final between two of its own titles, there is nothing to learn and it goes
// on.
//
// Example: four labels, one bracket; label 2 meets 3, and if the answer is right, then the winner
// of 0 and 1. Two updates, however many examples the others have.
// Cost: O(eliminations + log labels) updates. Paper: Algorithm 1, Section 6.
// Tests: reduction_test (equals the batch's places; no more matches than the label reaches).
#include <algorithm>
#include <vector>

#include "reductions/tournament/arrivals.h"
#include "reductions/tournament/tournament_reduction.h"

namespace ect::reductions {
namespace {

struct Arrival {
  std::uint32_t match;
  bool sides[2];
};

// The matches that somebody is to play, few at a time.
class Pending {
 public:
  void clear() { arrivals_.clear(); }
  bool empty() const { return arrivals_.empty(); }

  void add(Place place) {
    const auto at = std::find_if(arrivals_.begin(), arrivals_.end(), [&](const Arrival& arrival) {
      return arrival.match == place.match;
    });
    Arrival& arrival =
        at != arrivals_.end() ? *at : arrivals_.emplace_back(Arrival{place.match, {false, false}});
    arrival.sides[static_cast<std::size_t>(place.side)] = true;
  }

  Arrival take_first() {
    const auto first =
        std::min_element(arrivals_.begin(), arrivals_.end(),
                         [](const Arrival& a, const Arrival& b) { return a.match < b.match; });
    const Arrival arrival = *first;
    *first = arrivals_.back();
    arrivals_.pop_back();
    return arrival;
  }

 private:
  std::vector<Arrival> arrivals_;
};

}  // namespace

void TournamentReduction::learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
                                float weight) const {
  thread_local Pending pending;
  pending.clear();
  const auto arrive = [](Place place) { pending.add(place); };
  if (const auto start = schedule_.player_starts(label)) pending.add(*start);
  while (!pending.empty()) {
    const Arrival arrival = pending.take_first();
    bool won = true;
    if (!arrival.sides[0] || !arrival.sides[1]) {
      const Side side = arrival.sides[0] ? Side::kLeft : Side::kRight;
      const float margin =
          learner.learn(arrival.match, x, side, importance(schedule_, arrival.match, weight));
      won = routing_ == Routing::kAlways || learners::side_of(margin) == side;
    }
    go_on(schedule_, arrival.match, won, arrive);
  }
}

}  // namespace ect::reductions
