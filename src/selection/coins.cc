// Counts the games that coins decided. Tests: selection_counts_test.
#include <algorithm>

#include "ect/select.h"

namespace ect {

double CoinCount::share() const {
  return games == 0 ? 0 : static_cast<double>(coins()) / static_cast<double>(games);
}

std::vector<UnansweredPair> unanswered_pairs(std::span<const SelectedGame> games) {
  std::vector<UnansweredPair> pairs;
  for (const SelectedGame& game : games) {
    if (!game.unanswered) continue;
    pairs.push_back({std::min(game.winner, game.loser), std::max(game.winner, game.loser), 1});
  }
  const auto before = [](const UnansweredPair& a, const UnansweredPair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  };
  std::sort(pairs.begin(), pairs.end(), before);
  std::vector<UnansweredPair> distinct;
  for (const UnansweredPair& pair : pairs) {
    if (distinct.empty() || before(distinct.back(), pair)) {
      distinct.push_back(pair);
    } else {
      ++distinct.back().games;
    }
  }
  return distinct;
}

}  // namespace ect
