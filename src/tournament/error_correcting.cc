// The error-correcting tournament's plan (paper, Section 6; the greedy first phase).
//
// Bracket 1 starts with everybody and follows the seeding's tree. In every round each open bracket
// pairs the players it holds: the winner stays, the loser enters the next bracket for the next
// round. No player is in two brackets, so none plays twice in a round. If the number is odd the
// last player waits and stands first in the next round. When all brackets before b are closed and
// b holds two players, their match is b's final: its winner takes title b and enters bracket b+1
// together with the loser. Without that re-entry one turned match could unseat the best player.
//
// Three players, two eliminations (w, l: winner, loser of a match):
//
//   round 1  bracket 1: #0 0-1                      2 waits
//   round 2  bracket 1: #1 2-w0 (final)             l0 waits in bracket 2
//   round 3  bracket 2: #2 w1-l0                    l1 waits
//   round 4  bracket 2: #3 l1-w2 (final)            finals: #4 w1-w3
//
// The winner of a final stands first in the next bracket and the loser last, so that they do not
// meet again in the next round unless no one else is there.
//
// Cost: linear in the matches. Depth: First Phase Depth lemma, all four cases (bounds_test).
// Tests: schedule_test, reference depths, exhaustive walks.
#include <algorithm>
#include <vector>

#include "ect/schedule.h"
#include "tournament/schedule_builder.h"

namespace ect {
namespace {

class FirstPhase {
 public:
  FirstPhase(const Seeding& seeding, std::uint32_t eliminations,
             tournament::ScheduleBuilder& builder)
      : seeding_(seeding), eliminations_(eliminations), builder_(builder), pools_(eliminations) {}

  void plan() {
    if (seeding_.players() == 1) {
      for (std::uint32_t b = 1; b <= eliminations_; ++b) builder_.title({From::kPlayer, 0});
      return;
    }
    match_of_meeting_.reserve(seeding_.meetings().size());
    for (std::uint32_t round = 1; first_open_ <= eliminations_; ++round) plan_round(round);
  }

 private:
  // The players that a bracket holds, each as the winner or loser of the match it comes from.
  using Pool = std::vector<Entrant>;

  void plan_round(std::uint32_t round) {
    const std::uint32_t open = first_open_;
    const bool final = open == 1 ? round == seeding_.depth() : pools_[open - 1].size() == 2;
    arriving_.clear();
    const std::uint32_t last = std::min(last_held_ + 1, eliminations_);
    for (std::uint32_t b = open; b <= last; ++b) {
      losers_.clear();
      if (b == 1) {
        pair_by_tree(round);
      } else {
        pair_neighbours(b, round);
      }
      // Losers of the previous bracket are added after the pairing, so none plays twice in a round.
      Pool& pool = pools_[b - 1];
      pool.insert(pool.end(), arriving_.begin(), arriving_.end());
      if (!losers_.empty() || !pool.empty()) last_held_ = std::max(last_held_, b);
      arriving_.swap(losers_);
    }
    if (final) close(open);
  }

  void pair_by_tree(std::uint32_t round) {
    if (round > seeding_.depth()) return;
    builder_.range(1, round);
    for (const Seeding::Meeting& meeting : seeding_.round(round)) {
      const std::uint32_t match = builder_.add(side(meeting.left), side(meeting.right));
      match_of_meeting_.push_back(match);
      losers_.push_back({From::kLoserOf, match});
    }
  }

  void pair_neighbours(std::uint32_t bracket, std::uint32_t round) {
    Pool& pool = pools_[bracket - 1];
    if (pool.size() < 2) return;
    builder_.range(bracket, round);
    const std::size_t waits = pool.size() % 2;
    const Entrant waiting = pool.back();
    for (std::size_t i = 0; i + 1 < pool.size(); i += 2) {
      const std::uint32_t match = builder_.add(pool[i], pool[i + 1]);
      pool[i / 2 + waits] = {From::kWinnerOf, match};  // in place: that slot has been read
      losers_.push_back({From::kLoserOf, match});
    }
    if (waits != 0) pool.front() = waiting;
    pool.resize(pool.size() / 2 + waits, waiting);
  }

  // The bracket's final has just been planned; its loser stands last in the next bracket already.
  void close(std::uint32_t bracket) {
    const Entrant winner =
        bracket == 1 ? Entrant{From::kWinnerOf, match_of_meeting_.back()} : pools_[bracket - 1][0];
    builder_.title(winner);
    Pool().swap(pools_[bracket - 1]);
    first_open_ = bracket + 1;
    if (bracket == eliminations_) return;
    Pool& next = pools_[bracket];
    next.insert(next.begin(), winner);
  }

  Entrant side(std::uint32_t side) const {
    if (side < seeding_.players()) return {From::kPlayer, side};
    return {From::kWinnerOf, match_of_meeting_[side - seeding_.players()]};
  }

  const Seeding& seeding_;
  const std::uint32_t eliminations_;
  tournament::ScheduleBuilder& builder_;
  std::vector<Pool> pools_;
  std::vector<std::uint32_t> match_of_meeting_;
  std::uint32_t first_open_ = 1;  // the titles of all brackets before it are decided
  std::uint32_t last_held_ = 1;   // no bracket after it has had a player
  Pool losers_;                   // the losers of the bracket just paired
  Pool arriving_;                 // the losers of the bracket before it
};

Schedule plan(const Seeding& seeding, std::uint32_t eliminations, std::uint32_t games_to_win,
              FinalsSeries series) {
  tournament::ScheduleBuilder builder(seeding.players(), eliminations, games_to_win, series);
  FirstPhase(seeding, eliminations, builder).plan();
  builder.finals();
  return builder.finish();
}

}  // namespace

Schedule error_correcting(const Seeding& seeding, std::uint32_t eliminations, FinalsSeries series) {
  return plan(seeding, eliminations, 1, series);
}

Schedule error_correcting(Player players, std::uint32_t eliminations) {
  return error_correcting(Seeding::listed(players), eliminations);
}

Schedule single_elimination(const Seeding& seeding, std::uint32_t games_to_win) {
  return plan(seeding, 1, games_to_win, FinalsSeries::kCharged);
}

Schedule single_elimination(Player players, std::uint32_t games_to_win) {
  return single_elimination(Seeding::listed(players), games_to_win);
}

}  // namespace ect
