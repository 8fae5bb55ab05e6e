#ifndef ECT_REFEREE_H_
#define ECT_REFEREE_H_

#include <cstdint>
#include <vector>

#include "ect/export.h"
#include "ect/format.h"
#include "ect/random.h"

namespace ect {

// How strong each player is: ranks[p] = 0 for the best, players - 1 for the weakest. A permutation.
using Ranks = std::vector<Player>;

// The player of rank 0.
ECT_EXPORT Player best_of(const Ranks& ranks);
// The player of the lower rank. Requires that both are below ranks.size().
ECT_EXPORT Player stronger(const Ranks& ranks, const Pairing& game);

// Referees own copies of what they are made from. Those that take a Random draw from it, so one
// thread at a time may use them.

// The stronger player wins.
ECT_EXPORT Referee perfect(Ranks ranks);
// Each result of a perfect referee is flipped with probability p, independently.
ECT_EXPORT Referee coin_flips(Ranks ranks, double p, Random random);
// Bradley and Terry's model: the log-odds of a game are the difference of the players' skills.
// `skills` has an entry per player.
ECT_EXPORT Referee bradley_terry(std::vector<double> skills, Random random);
// With probability p a game of the favourite goes to the favourite; all other games are decided by
// strength.
ECT_EXPORT Referee leaning(Ranks ranks, Player favourite, double p, Random random);

}  // namespace ect

#endif  // ECT_REFEREE_H_
