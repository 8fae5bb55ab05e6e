// Regret at one input, match by match (paper, proof of the Main Theorem). At a match that a won
// against b, with weights w_a and w_b of their labels, the best classifier would have answered b
// if w_b p_b > w_a p_a; the difference is the match's regret. Example: a with p = 0.5 has two
// titles, b with p = 0.4 has one. With max(2, 1) for both labels the right answer is a. The paper's
// text has weight 1 for a and 2 for b, and 0.8 against 0.5 makes the less likely label the right
// answer. Cost: O(matches). Tests: regret_test.
#include "ect/regret.h"

#include <algorithm>

namespace ect {

RegretAt regret_at(const Schedule& schedule, const Played& answers, std::span<const double> p,
                   FinalsWeight finals) {
  RegretAt result;
  result.regret = *std::max_element(p.begin(), p.end()) - p[answers.champion];
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
    const Player winner = answers.winners[n];
    const Player loser = answers.losers[n];
    if (winner == loser) continue;  // weight 0: no preference
    double winner_weight = 1;
    double loser_weight = 1;
    if (n >= schedule.first_phase_matches()) {
      const Match match = schedule.match(n);
      winner_weight = loser_weight = match.weight();
      if (finals == FinalsWeight::kOtherCharge) {
        // A side needs as many wins as the other side's charge.
        const bool left_won = answers.player(match.left) == winner;
        winner_weight = left_won ? match.left_needs : match.right_needs;
        loser_weight = left_won ? match.right_needs : match.left_needs;
      }
    }
    result.binary += std::max(0.0, loser_weight * p[loser] - winner_weight * p[winner]);
    result.weight += winner_weight * p[winner] + loser_weight * p[loser];
  }
  return result;
}

}  // namespace ect
