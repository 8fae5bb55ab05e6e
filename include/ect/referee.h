#ifndef ECT_REFEREE_H_
#define ECT_REFEREE_H_

#include <cstdint>
#include <vector>

#include "ect/format.h"
#include "ect/random.h"

namespace ect {

// How strong each player is: ranks[p] = 0 for the best, players - 1 for the weakest.
using Ranks = std::vector<Player>;

Player best_of(const Ranks& ranks);
Player stronger(const Ranks& ranks, const Pairing& game);

// The stronger player wins.
Referee perfect(Ranks ranks);
// Each result of a perfect referee is flipped with probability p, independently.
Referee coin_flips(Ranks ranks, double p, Random random);
// Bradley and Terry's model: the log-odds of a game are the difference of the players' skills.
Referee bradley_terry(std::vector<double> skills, Random random);
// Each game of the favourite is awarded to it with probability p, and else judged by strength.
Referee leaning(Ranks ranks, Player favourite, double p, Random random);

}  // namespace ect

#endif  // ECT_REFEREE_H_
