// Strengths of items from the games between them, by Bradley and Terry's model: i beats j with
// probability p_i / (p_i + p_j). The likelihood is maximised by minorise-maximise iterations
// (D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32,
// 2004): with w_i games won and n_ij games between i and j,
//   p_i  <-  w_i / sum over j of n_ij / (p_i + p_j)     for all i at once,
// which never makes the likelihood less. Each item has one more game, half of it won, against one
// of strength 1; so nobody is infinitely strong, all items are connected, and the maximum is the
// only one. What these half games say is little where there are many others, and the iteration
// would move all strengths together in tiny steps; so after each iteration they are moved together
// to the best place, by Newton's method: the maximum in one direction.
//
// Example: i has beaten j twice. Then p_i = 1 / p_j by symmetry, and at the maximum
// 2.5 = 2 p_i / (p_i + 1 / p_i) + p_i / (1 + p_i).
// Cost: pairs that met, and items, an iteration; some hundred iterations. Tests:
// bradley_terry_test.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <vector>

#include "ect/select.h"

namespace ect {
namespace {

constexpr unsigned kMostIterations = 20'000;
constexpr double kClose = 1e-10;  // of logarithms

struct Pair {
  Player a;
  Player b;
  double games;
};

std::vector<Pair> pairs_of(std::span<const SelectedGame> games) {
  std::vector<Pair> pairs;
  pairs.reserve(games.size());
  for (const SelectedGame& game : games) {
    pairs.push_back({std::min(game.winner, game.loser), std::max(game.winner, game.loser), 1});
  }
  std::sort(pairs.begin(), pairs.end(), [](const Pair& one, const Pair& two) {
    return std::tie(one.a, one.b) < std::tie(two.a, two.b);
  });
  std::size_t kept = 0;
  for (const Pair& pair : pairs) {
    if (kept > 0 && pairs[kept - 1].a == pair.a && pairs[kept - 1].b == pair.b) {
      ++pairs[kept - 1].games;
    } else {
      pairs[kept++] = pair;
    }
  }
  pairs.resize(kept);
  return pairs;
}

// Moves all strengths together to where the games against the one of strength 1 are likeliest: half
// of them won. Steps are kept to a factor of e, because far away the curve is flat.
void balance(std::vector<double>& strength) {
  for (int step = 0; step < 50; ++step) {
    double surplus = 0;
    double curvature = 0;
    for (const double p : strength) {
      const double won = p / (1 + p);
      surplus += 0.5 - won;
      curvature += won * (1 - won);
    }
    const double move = std::clamp(surplus / curvature, -1.0, 1.0);
    const double factor = std::exp(move);
    for (double& p : strength) p *= factor;
    if (std::abs(move) < kClose) return;
  }
}

// One iteration; returns the largest change of a logarithm.
double iterate(std::span<const Pair> pairs, std::span<const double> won,
               std::vector<double>& strength, std::vector<double>& sums) {
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = 1 / (strength[i] + 1);
  for (const Pair& pair : pairs) {
    const double share = pair.games / (strength[pair.a] + strength[pair.b]);
    sums[pair.a] += share;
    sums[pair.b] += share;
  }
  const std::vector<double> before = strength;
  for (std::size_t i = 0; i < sums.size(); ++i) strength[i] = won[i] / sums[i];
  balance(strength);
  double largest = 0;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    largest = std::max(largest, std::abs(std::log(strength[i] / before[i])));
  }
  return largest;
}

}  // namespace

std::vector<double> bradley_terry_strengths(Player items, std::span<const SelectedGame> games) {
  std::vector<double> won(items, 0.5);
  for (const SelectedGame& game : games) ++won[game.winner];
  const std::vector<Pair> pairs = pairs_of(games);
  std::vector<double> strength(items, 1);
  std::vector<double> sums(items);
  for (unsigned i = 0; i < kMostIterations; ++i) {
    if (iterate(pairs, won, strength, sums) < kClose) break;
  }
  for (double& p : strength) p = std::log(p);
  return strength;
}

}  // namespace ect
