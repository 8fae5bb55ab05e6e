// Referees: fair, randomly wrong, or biased. Tests: format_test, simulate_test.
#include "ect/referee.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ect {
Player best_of(const Ranks& ranks) {
  return static_cast<Player>(std::min_element(ranks.begin(), ranks.end()) - ranks.begin());
}

Player stronger(const Ranks& ranks, const Pairing& game) {
  return ranks[game.first] < ranks[game.second] ? game.first : game.second;
}

Referee perfect(Ranks ranks) {
  return [ranks = std::move(ranks)](const Pairing& game) { return stronger(ranks, game); };
}

Referee coin_flips(Ranks ranks, double p, Random random) {
  return [ranks = std::move(ranks), p, random](const Pairing& game) mutable {
    const Player fair = stronger(ranks, game);
    return random.chance(p) ? game.other(fair) : fair;
  };
}

Referee bradley_terry(std::vector<double> skills, Random random) {
  return [skills = std::move(skills), random](const Pairing& game) mutable {
    const double odds = std::exp(skills[game.first] - skills[game.second]);
    return random.chance(1 - 1 / (1 + odds)) ? game.first : game.second;
  };
}

Referee leaning(Ranks ranks, Player favourite, double p, Random random) {
  return [ranks = std::move(ranks), favourite, p, random](const Pairing& game) mutable {
    return game.has(favourite) && random.chance(p) ? favourite : stronger(ranks, game);
  };
}

}  // namespace ect
