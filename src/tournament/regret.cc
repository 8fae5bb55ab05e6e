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
