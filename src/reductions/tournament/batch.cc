// All examples through a tournament, round by round. The examples that come to a match of a round
// are its binary problem; the matches of a round are fitted in parallel, each by one thread, and
// then every example goes on by the learner's out-of-fold margin for it, as winner or loser. So a
// round is one step of a bulk-synchronous program: between rounds only the examples' places move.
// An example of a label with few examples goes on by the match's own classifier instead: without
// some of them such a label would lose all its matches, and the later matches would have no
// examples of it (47.4 instead of 34.6 % error with 10 examples a label). The Tree reduction lets
// every label win, so only the first bracket is played.
//
// Places are kept by the round in which they are played. A round's are sorted by match, then row,
// so that what is learnt does not depend on threads. Cost: O((eliminations + log labels) examples)
// places in all; those of one time at most eliminations + 1 an example, 12 bytes each. Tests:
// reduction_test.
#include <algorithm>
#include <atomic>
#include <numeric>
#include <vector>

#include "data/counted_rows.h"
#include "reductions/shared_progress.h"
#include "reductions/tournament/arrivals.h"
#include "reductions/tournament/tournament_reduction.h"
#include "util/parallel.h"

namespace ect::reductions {
namespace {

struct RoundStanding {
  std::uint32_t match;
  std::uint32_t row;
  Side side;
};

bool operator<(const RoundStanding& a, const RoundStanding& b) {
  return a.match != b.match ? a.match < b.match : a.row != b.row ? a.row < b.row : a.side < b.side;
}

// The standings of one match: [first, last) of a round's.
struct Group {
  std::size_t first;
  std::size_t last;
};

std::vector<Group> groups_of(const std::vector<RoundStanding>& standings) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < standings.size(); ++i) {
    if (i == 0 || standings[i].match != standings[i - 1].match) groups.push_back({i, i});
    groups.back().last = i + 1;
  }
  return groups;
}

// The examples on their way through the rounds.
class Rounds {
 public:
  Rounds(const Schedule& schedule, Routing routing, learners::BatchLearner& learner,
         const Dataset& data, unsigned threads, const OnProgress& progress)
      : schedule_(schedule),
        routing_(routing),
        learner_(learner),
        data_(data),
        threads_(threads),
        progress_(progress),
        of_round_(schedule.rounds() + 1),
        of_label_(data.label_names().size()),
        to_play_(data.size()),
        wrong_(data.size()) {}

  void enter(std::uint32_t row) {
    ++of_label_[data_.label(row)];
    ++entered_;
    if (const auto start = schedule_.player_starts(data_.label(row))) stand(*start, row);
  }

  void play(std::uint32_t round) {
    std::vector<RoundStanding> standings = std::move(of_round_[round]);
    std::sort(standings.begin(), standings.end());
    std::vector<Group> groups = groups_of(standings);
    // The largest first, so that no thread is left with a large one at the end.
    std::sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
      const std::size_t size_a = a.last - a.first;
      const std::size_t size_b = b.last - b.first;
      return size_a != size_b ? size_a > size_b : a.first < b.first;
    });
    std::vector<std::uint8_t> won(standings.size(), 1);
    SharedProgress done(progress_, {true, round, schedule_.rounds(), 0, standings.size(),
                                    round == 1 ? -1 : error()});
    util::parallel_for(groups.size(), threads_, [&](std::uint64_t g) {
      const std::size_t first = groups[g].first;
      const std::size_t size = groups[g].last - first;
      fit_match(std::span<const RoundStanding>(standings).subspan(first, size),
                std::span(won).subspan(first, size));
      done.add(size);
    });
    for (std::size_t i = 0; i < standings.size(); ++i) {
      if (!is_second(standings, i)) go_on_from(standings[i], won[i] == 1, is_first(standings, i));
    }
  }

  // The share of examples whose label cannot be predicted any more, by the out-of-fold margins so
  // far.
  double error() const {
    return entered_ == 0 ? 0 : static_cast<double>(lost_) / static_cast<double>(entered_);
  }

 private:
  // A row that stands on both sides of a match has two standings there, one after the other.
  static bool is_second(std::span<const RoundStanding> all, std::size_t i) {
    return i > 0 && all[i - 1].match == all[i].match && all[i - 1].row == all[i].row;
  }
  static bool is_first(std::span<const RoundStanding> all, std::size_t i) {
    return i + 1 < all.size() && is_second(all, i + 1);
  }

  void stand(Place place, std::uint32_t row) {
    ++to_play_[row];
    of_round_[schedule_.match(place.match).round].push_back({place.match, row, place.side});
  }

  // Fits the match that all these come to, and says who of them won.
  void fit_match(std::span<const RoundStanding> here, std::span<std::uint8_t> won) {
    const std::uint32_t match = here.front().match;
    std::vector<BinaryExample> examples;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < here.size(); ++i) {
      if (is_first(here, i) || is_second(here, i)) continue;
      examples.push_back(
          {here[i].row, here[i].side, importance(schedule_, match, data_.weight(here[i].row))});
      places.push_back(i);
    }
    std::vector<float> margins(examples.size());
    learner_.fit(match, data_, examples, margins);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::uint32_t row = examples[i].row;
      const bool few = of_label_[data_.label(row)] < kMinRoutedOutOfFold;
      const float margin = few ? learner_.margin(match, data_.row(row)) : margins[i];
      won[places[i]] = learners::side_of(margin) == examples[i].side ? 1 : 0;
    }
  }

  void go_on_from(const RoundStanding& standing, bool won, bool both_sides) {
    const std::uint32_t row = standing.row;
    to_play_[row] -= both_sides ? 2 : 1;
    if (routing_ == Routing::kAlways) {
      if (!won) lose(row);
      won = true;
    }
    go_on(schedule_, standing.match, won, [&](Place place) { stand(place, row); });
    if (to_play_[row] == 0 && !(won && decides(schedule_, standing.match))) lose(row);
  }

  void lose(std::uint32_t row) {
    lost_ += wrong_[row] ? 0 : 1;
    wrong_[row] = true;
  }

  const Schedule& schedule_;
  Routing routing_;
  learners::BatchLearner& learner_;
  const Dataset& data_;
  unsigned threads_;
  const OnProgress& progress_;
  std::vector<std::vector<RoundStanding>> of_round_;
  std::vector<std::uint32_t> of_label_;  // entered rows
  std::vector<std::uint32_t> to_play_;   // by row: standings that are still to come
  std::vector<bool> wrong_;
  std::size_t entered_ = 0;
  std::size_t lost_ = 0;
};

}  // namespace

double TournamentReduction::fit(learners::BatchLearner& learner, const Dataset& data,
                                std::span<const std::uint32_t> rows, unsigned threads,
                                const OnProgress& progress) const {
  Rounds rounds(schedule_, routing_, learner, data, threads, progress);
  for (const std::uint32_t row : data::counted_rows(data, rows)) rounds.enter(row);
  for (std::uint32_t round = 1; round <= schedule_.rounds(); ++round) rounds.play(round);
  return rounds.error();
}

}  // namespace ect::reductions
