#ifndef ECT_ADVERSARY_H_
#define ECT_ADVERSARY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ect/format.h"
#include "ect/referee.h"

namespace ect {

// Games to turn, by their number in the order of play, from 0.
using Plan = std::vector<std::uint64_t>;

// The exact worst adversary: the fewest turned games that unseat the best player, all others being
// decided by strength; nothing when more than `limit` are needed. Tries every set of games of each
// size, so for small formats only: (games choose turned) runs.
std::optional<Plan> fewest_turned_games(const Format& format, const Ranks& ranks,
                                        std::uint64_t limit);

// A perfect referee who may turn up to `budget` games and knows everything. It gives up (an empty
// plan) where games_to_unseat() says that the budget is too small; where that is not known and
// there are few games, it searches exactly; else it tries, against the fair course of the format,
// to turn the best player's games against its strongest rivals, and all its games from some round
// on.
Plan plan_adversary(const Format& format, const Ranks& ranks, std::uint64_t budget);

// Plays strength, with the games of the plan turned. For one run of the format only.
Referee turning(Ranks ranks, Plan plan);

// What a lower-bound adversary of the paper (Section 7) forces: some label `best`, with all the
// probability, does not win although only `turned` games were answered against it. The regret
// ratio is rounds / turned, infinite where no game had to be turned.
struct Forced {
  Player champion = 0;
  Player best = 0;
  std::uint64_t rounds = 0;
  std::uint64_t turned = 0;
  double ratio() const;
};

// Theorem, first lower bound: ratio at least 2, for more than 2 players. Players i and j win
// against all others, and games between them go to i and j in turn.
Forced parity_adversary(const Format& format, Player i, Player j);

// Lemma, second lower bound: ratio at least 3 - 2/k for formats of a fixed number of rounds (idle
// rounds count: most_rounds()). For the first 2(k-1)/(3k-2) of them player 0 wins, then the player
// who has lost least until then. Rounds are whole: the better of rounding down and up is taken.
// Requires at least 2 players.
Forced fixed_rounds_adversary(const Format& format);

}  // namespace ect

#endif  // ECT_ADVERSARY_H_
