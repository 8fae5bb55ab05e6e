#ifndef ECT_WALK_H_
#define ECT_WALK_H_

#include <cstdint>
#include <vector>

#include "ect/schedule.h"

namespace ect {

// The two walks over a schedule. A referee is any callable that decides a match. If its answer
// depends on the match alone, as a classifier's does at a fixed input, both walks find the same
// champion (tests: walk_test, every pattern of answers). Threads may walk one schedule at the same
// time, each with its own referee.

// The winner and the loser of each match, and the champion.
struct Played {
  Player champion;
  std::vector<Player> winners;
  std::vector<Player> losers;

  Player player(Entrant entrant) const {
    switch (entrant.from) {
      case From::kPlayer:
        return entrant.index;
      case From::kWinnerOf:
        return winners[entrant.index];
      default:
        return losers[entrant.index];
    }
  }
};

// Plays every match, in order: `referee(match, left, right)` returns the Side that wins. In the
// finals both sides may be the same player; the answer then does not matter. O(matches).
template <class Referee>
Played play(const Schedule& schedule, Referee&& referee) {
  Played played{0, std::vector<Player>(schedule.matches()),
                std::vector<Player>(schedule.matches())};
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
    const Player left = played.player(schedule.left(n));
    const Player right = played.player(schedule.right(n));
    const bool left_wins = referee(n, left, right) == Side::kLeft;
    played.winners[n] = left_wins ? left : right;
    played.losers[n] = left_wins ? right : left;
  }
  played.champion = played.player(schedule.champion());
  return played;
}

// Asks only for the matches that determine the champion, from the last one down: `referee(match)`
// returns the Side that wins. At "winner of n" the walk follows the side that won, at "loser of n"
// the side that lost. Each step goes to an earlier round, so there are at most rounds() questions:
// O(eliminations + log players).
template <class Referee>
Player descend(const Schedule& schedule, Referee&& referee) {
  Entrant entrant = schedule.champion();
  while (entrant.from != From::kPlayer) {
    const Side won = referee(entrant.index);
    const Side followed = entrant.from == From::kWinnerOf ? won : other(won);
    entrant = schedule.entrant({entrant.index, followed});
  }
  return entrant.index;
}

}  // namespace ect

#endif  // ECT_WALK_H_
