#include "ect/referee.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ect {
namespace {

Player stronger(const Ranks& ranks, const Pairing& game) {
  return ranks[game.first] < ranks[game.second] ? game.first : game.second;
}

Player weaker(const Ranks& ranks, const Pairing& game) {
  return ranks[game.first] < ranks[game.second] ? game.second : game.first;
}

}  // namespace

Player best_of(const Ranks& ranks) {
  return static_cast<Player>(std::min_element(ranks.begin(), ranks.end()) - ranks.begin());
}

Referee perfect(Ranks ranks) {
  return [ranks = std::move(ranks)](const Pairing& game) { return stronger(ranks, game); };
}

Referee coin_flips(Ranks ranks, double p, Random random) {
  return [ranks = std::move(ranks), p, random](const Pairing& game) mutable {
    return random.chance(p) ? weaker(ranks, game) : stronger(ranks, game);
  };
}

Referee bradley_terry(Ranks ranks, double spread, Random random) {
  return [ranks = std::move(ranks), spread, random](const Pairing& game) mutable {
    const double gap = std::abs(static_cast<double>(ranks[game.first]) - ranks[game.second]);
    const double upset = 1 / (1 + std::exp(spread * gap));
    return random.chance(upset) ? weaker(ranks, game) : stronger(ranks, game);
  };
}

Referee leaning(Ranks ranks, Player favourite, double p, Random random) {
  return [ranks = std::move(ranks), favourite, p, random](const Pairing& game) mutable {
    const bool concerned = game.first == favourite || game.second == favourite;
    return concerned && random.chance(p) ? favourite : stronger(ranks, game);
  };
}

}  // namespace ect
