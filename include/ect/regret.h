#ifndef ECT_REGRET_H_
#define ECT_REGRET_H_

#include <cstdint>
#include <span>

#include "ect/export.h"
#include "ect/schedule.h"
#include "ect/walk.h"

namespace ect {

// The importance weight of an example at a match of the finals between A and B, whose charges are a
// and b.
enum class FinalsWeight : std::uint8_t {
  kLargerCharge,  // max(a, b) for both labels: the main theorem's induction holds line by line
  kOtherCharge,   // the paper's text: b for the label from A, a for the one from B. Right for a
                  // series of games, but as an example weight it makes the best classifier prefer
                  // the wrong label if the charges differ. Here to show that the theorem breaks.
};

// The regrets of the answers at one input x with label probabilities p (paper, Sections 2 and 6).
//
// With kLargerCharge, for every x, players and eliminations m:  m * regret <= binary. For a single
// x also regret <= (d/m) * binary / weight, d the importance depth. Over several x, with all three
// averaged, that last step of the paper fails from m = 4 on, because a label with several titles
// plays several finals in one round; what holds is (weight_sum/m), see count.h. The gap grows like
// half of log2 m: two inputs at 3 labels have a ratio of 1.5 + log2(m) / 2, where d/m stays below 3
// (docs/how_it_works/regret.md, regret_test).
struct RegretAt {
  double regret = 0;  // p of the likeliest label - p of the champion
  double binary = 0;  // sum of r_n, the importance-weighted binary regrets
  double weight = 0;  // sum of W_n, the expected importance weights
};

// Requires answers that play() returned for this schedule, and a probability in `p` for each
// player. Cost: O(matches). May be called from several threads at once.
ECT_EXPORT RegretAt regret_at(const Schedule& schedule, const Played& answers,
                              std::span<const double> p,
                              FinalsWeight finals = FinalsWeight::kLargerCharge);

}  // namespace ect

#endif  // ECT_REGRET_H_
