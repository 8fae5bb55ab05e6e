// Many examples through a tournament, online, on several threads, with exactly what one after the
// other would give. What a match has learnt depends on the examples that came there and on their
// order; where an example goes depends on what the matches of earlier rounds had learnt when it was
// its turn there. So a batch is played round by round: each match learns all examples of the batch
// that stand there, in their order, and then all go on. A match belongs to one thread, and no
// thread ever waits for another within a round.
//
// Example: labels 0 to 3, one bracket, the examples a, b, c of labels 2, 0, 3. In round 1 one
// thread learns b at the match of 0 and 1, another a and then c at that of 2 and 3. If all win, the
// final learns a, b, c in round 2.
//
// The standings of a round are kept by row; those of a match are linked, so that nothing is sorted.
// Cost: that of online.cc and a little for each standing; 4 bytes a match and about 20 a standing
// of a round. The final and the matches close to it are few, so a round there has less for threads
// to do: with rounds of equal cost and 2 threads, log2 k rounds take the time of (log2 k + 1) / 2.
// Tests: online_batch_test (the same bytes for every size of batches and number of threads).
#include <algorithm>
#include <span>
#include <vector>

#include "reductions/tournament/arrivals.h"
#include "reductions/tournament/tournament_reduction.h"
#include "util/parallel.h"

namespace ect::reductions {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;
constexpr std::size_t kMinTogether = 64;  // standings that a thread takes at a time

struct BatchStanding {
  std::uint32_t match;
  std::uint32_t row;
  bool sides[2];               // where it stands; on both only in a final of its own titles
  bool won = true;             // after the match
  std::uint32_t next = kNone;  // standing at the same match
};

// The examples of a batch on their way through the rounds. Memory is used again for the next batch.
class OnlineRounds {
 public:
  void play(const Schedule& schedule, Routing routing, learners::OnlineLearner& learner,
            std::span<const LabelledExample> examples, unsigned threads) {
    of_round_.resize(schedule.rounds() + 1);
    last_of_.resize(schedule.matches(), kNone);
    for (std::uint32_t row = 0; row < examples.size(); ++row) {
      if (const auto start = schedule.player_starts(examples[row].label)) {
        stand(schedule, *start, row);
      }
    }
    for (std::uint32_t round = 1; round <= schedule.rounds(); ++round) {
      std::vector<BatchStanding>& standings = of_round_[round];
      if (standings.empty()) continue;
      gather(standings);
      link(standings);
      util::parallel_for(parts_.size() - 1, threads, [&](std::uint64_t part) {
        for (std::size_t i = parts_[part]; i < parts_[part + 1]; ++i) {
          learn_match(schedule, routing, learner, examples, standings, firsts_[i]);
        }
      });
      for (const BatchStanding& standing : standings) {
        go_on(schedule, standing.match, standing.won,
              [&](Place place) { stand(schedule, place, standing.row); });
      }
      standings.clear();
    }
  }

 private:
  void stand(const Schedule& schedule, Place place, std::uint32_t row) {
    BatchStanding standing{place.match, row, {false, false}};
    standing.sides[static_cast<std::size_t>(place.side)] = true;
    of_round_[schedule.match(place.match).round].push_back(standing);
  }

  // By row, and what stands on both sides of a match as one. They come from several earlier rounds,
  // from each by row, and nearly always from the last one alone.
  static void gather(std::vector<BatchStanding>& standings) {
    const auto before = [](const BatchStanding& a, const BatchStanding& b) {
      return a.row != b.row ? a.row < b.row : a.match < b.match;
    };
    if (!std::is_sorted(standings.begin(), standings.end(), before)) {
      std::stable_sort(standings.begin(), standings.end(), before);
    }
    std::size_t kept = 0;
    for (const BatchStanding& standing : standings) {
      if (kept > 0 && standings[kept - 1].row == standing.row &&
          standings[kept - 1].match == standing.match) {
        for (const std::size_t side : {0, 1}) {
          standings[kept - 1].sides[side] |= standing.sides[side];
        }
      } else {
        standings[kept++] = standing;
      }
    }
    standings.resize(kept, standings.front());
  }

  // Links those of each match, and divides the matches into parts for threads to take.
  void link(std::span<BatchStanding> standings) {
    firsts_.clear();
    for (std::uint32_t i = 0; i < standings.size(); ++i) {
      std::uint32_t& last = last_of_[standings[i].match];
      if (last == kNone) {
        firsts_.push_back(i);
      } else {
        standings[last].next = i;
      }
      last = i;
    }
    for (const std::uint32_t first : firsts_) last_of_[standings[first].match] = kNone;
    const std::size_t together =
        std::max<std::size_t>(1, kMinTogether * firsts_.size() / standings.size());
    parts_.assign(1, 0);
    while (parts_.back() < firsts_.size()) {
      parts_.push_back(std::min(parts_.back() + together, firsts_.size()));
    }
  }

  // All standings of a match.
  static void learn_match(const Schedule& schedule, Routing routing,
                          learners::OnlineLearner& learner,
                          std::span<const LabelledExample> examples,
                          std::span<BatchStanding> standings, std::uint32_t first) {
    thread_local std::vector<learners::SidedExample> sided;
    thread_local std::vector<float> margins;
    sided.clear();
    const std::uint32_t match = standings[first].match;
    const auto charge = static_cast<float>(schedule.match(match).weight());
    for (std::uint32_t i = first; i != kNone; i = standings[i].next) {
      if (standings[i].sides[0] && standings[i].sides[1]) continue;
      const LabelledExample& example = examples[standings[i].row];
      sided.push_back({example.x, standings[i].sides[0] ? Side::kLeft : Side::kRight,
                       capped_importance(charge * example.weight)});
    }
    margins.resize(sided.size());
    learner.learn_in_order(match, sided, margins);
    std::size_t learnt = 0;
    for (std::uint32_t i = first; i != kNone; i = standings[i].next) {
      if (standings[i].sides[0] && standings[i].sides[1]) continue;
      standings[i].won =
          routing == Routing::kAlways || learners::side_of(margins[learnt]) == sided[learnt].side;
      ++learnt;
    }
  }

  std::vector<std::vector<BatchStanding>> of_round_;
  std::vector<std::uint32_t> last_of_;  // standing, by match; kNone between rounds
  std::vector<std::uint32_t> firsts_;   // standings, of each match that somebody comes to
  std::vector<std::size_t> parts_;      // of firsts_: part p is [p] to [p+1]
};

}  // namespace

void TournamentReduction::learn_batch(learners::OnlineLearner& learner,
                                      std::span<const LabelledExample> examples,
                                      unsigned threads) const {
  thread_local OnlineRounds rounds;
  rounds.play(schedule_, routing_, learner, examples, threads);
}

// Nearly all who learn win, as they are asked after they were learnt: all are taken to come along
// as winners, and one in sixteen to have lost on the way.
std::vector<float> TournamentReduction::shares() const {
  constexpr float kLosers = 1.0F / 16;
  std::vector<float> shares(schedule_.matches());
  for (Player player = 0; player < schedule_.players(); ++player) {
    if (const auto start = schedule_.player_starts(player)) shares[start->match] += 1;
  }
  for (std::uint32_t match = 0; match < schedule_.matches(); ++match) {
    go_on(schedule_, match, true, [&](Place place) { shares[place.match] += shares[match]; });
    go_on(schedule_, match, false,
          [&](Place place) { shares[place.match] += kLosers * shares[match]; });
  }
  return shares;
}

}  // namespace ect::reductions
