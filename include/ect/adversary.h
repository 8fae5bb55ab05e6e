#ifndef ECT_ADVERSARY_H_
#define ECT_ADVERSARY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "ect/export.h"
#include "ect/format.h"
#include "ect/referee.h"

namespace ect {

// Adversaries: how few results must be changed so that the best player does not win. To turn a game
// is to give it to the weaker player. All functions may be called from several threads at once.

// The games to turn, by their number in the order of play, from 0, in increasing order.
using Plan = std::vector<std::uint64_t>;

// The exact worst adversary: a smallest set of games which, when turned, unseat the best player
// while all others are decided by strength; nothing if more than `limit` games are needed. `ranks`
// has an entry per player of the format. Tries every set of games of each size: for small formats
// only, as it takes (games choose turned) runs.
ECT_EXPORT std::optional<Plan> fewest_turned_games(const Format& format, const Ranks& ranks,
                                                   std::uint64_t limit);

// The plan of an adversary that may turn up to `budget` games and knows all strengths. The plan is
// empty if games_to_unseat() says that the budget is too small. If that number is not known and
// there are few games, the search is exact; otherwise two heuristics are tried on the course that
// the format takes without errors: to turn the best player's games against its strongest rivals,
// and to turn all its games from some round on. `ranks` has an entry per player of the format.
ECT_EXPORT Plan plan_adversary(const Format& format, const Ranks& ranks, std::uint64_t budget);

// A referee who lets the stronger player win, except in the games of the plan. It counts the games
// that it has decided, so it serves one run of the format, in one thread.
ECT_EXPORT Referee turning(Ranks ranks, Plan plan);

// The result of a lower-bound adversary of the paper (Section 7): the label `best`, which has all
// the probability, does not win although only `turned` games were decided against it. The regret
// ratio is rounds / turned, infinite if no game had to be turned.
struct ECT_EXPORT Forced {
  Player champion = 0;
  Player best = 0;
  std::uint64_t rounds = 0;
  std::uint64_t turned = 0;
  double ratio() const;
};

// Theorem, first lower bound: the ratio is at least 2 for more than 2 players. Players i and j win
// against all others, and the games between them go to i and j alternately. Requires i != j, both
// below format.players().
ECT_EXPORT Forced parity_adversary(const Format& format, Player i, Player j);

// Lemma, second lower bound: the ratio is at least 3 - 2/k for formats with a fixed number of
// rounds (idle rounds count: most_rounds()). In the first 2(k-1)/(3k-2) of the rounds player 0
// wins, afterwards the player with the fewest losses until then. The number of rounds is a whole
// one: the better result of rounding it down and up is returned. Requires at least 2 players.
ECT_EXPORT Forced fixed_rounds_adversary(const Format& format);

}  // namespace ect

#endif  // ECT_ADVERSARY_H_
