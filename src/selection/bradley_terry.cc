// Strengths of items from the games between them, by Bradley and Terry's model: i beats j with
// probability p_i / (p_i + p_j). The likelihood is maximised by minorize-maximize (MM) iterations
// (D. R. Hunter, MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32,
// 2004): with w_i games won and n_ij games between i and j,
//   p_i  <-  w_i / sum over j of n_ij / (p_i + p_j)     for all i at once,
// which never decreases the likelihood. Each item has one more game, half of it won, against an
// item of strength 1; so strengths are finite, all items are connected, and the maximum is unique.
// If there are many other games, these half games have little weight, and the iteration would move
// all strengths together in tiny steps; so after each iteration all strengths are multiplied by the
// best common factor, found by Newton's method in one dimension. If the results hardly ever
// contradict each other, strengths are far apart and MM iterations converge slowly. If they have
// not converged after kMaxMmIterations, Newton's method in the logarithms takes over, with steps
// solved by conjugate gradients and halved while the likelihood decreases.
//
// Example: i has beaten j twice. Then p_i = 1 / p_j by symmetry, and at the maximum
// 2.5 = 2 p_i / (p_i + 1 / p_i) + p_i / (1 + p_i).
// Cost: O(pairs that met + items) per iteration. Tests: bradley_terry_test.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include "ect/select.h"

namespace ect {
namespace {

constexpr unsigned kMaxMmIterations = 100;
constexpr unsigned kMaxNewtonSteps = 200;
constexpr unsigned kMaxGradientSteps = 1000;  // conjugate gradient steps per Newton step
constexpr double kTolerance = 1e-10;          // change of a logarithm at which iterations stop
constexpr double kNewtonTolerance = 1e-6;     // the error after such a step is far smaller

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

// Multiplies all strengths by the factor that maximises the likelihood of the games against the
// item of strength 1: half of them won. Steps are limited to a factor of e, because far from the
// maximum the curve is flat.
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
    if (std::abs(move) < kTolerance) return;
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

double log_of_chance(double difference) {
  return difference > 0 ? -std::log1p(std::exp(-difference))
                        : difference - std::log1p(std::exp(difference));
}
double chance(double difference) { return 1 / (1 + std::exp(-difference)); }

// Newton's method, from given logarithms of strengths.
class Newton {
 public:
  Newton(std::span<const Pair> pairs, std::span<const double> won, std::vector<double> at)
      : pairs_(pairs), won_(won), at_(std::move(at)), weight_(pairs.size()) {}

  std::vector<double> maximise() {
    double likelihood = log_likelihood(at_);
    for (unsigned i = 0; i < kMaxNewtonSteps; ++i) {
      const std::vector<double> step = newton_step();
      double largest = 0;
      for (const double part : step) largest = std::max(largest, std::abs(part));
      if (largest < kNewtonTolerance) {  // the likelihood can no longer show the difference
        for (std::size_t j = 0; j < at_.size(); ++j) at_[j] += step[j];
        break;
      }
      double length = std::min(1.0, 5 / largest);
      std::vector<double> next(at_.size());
      double reached = likelihood;
      for (int half = 0; half < 40; ++half, length /= 2) {
        for (std::size_t j = 0; j < next.size(); ++j) next[j] = at_[j] + length * step[j];
        reached = log_likelihood(next);
        if (reached >= likelihood) break;
      }
      if (reached <= likelihood) break;  // the precision of doubles is reached
      at_.swap(next);
      likelihood = reached;
    }
    return std::move(at_);
  }

 private:
  // The sum of won * x over items - log(e^a + e^b) over games. Both include the half games.
  double log_likelihood(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      sum += won_[i] * x[i] + log_of_chance(-x[i]);
    }
    for (const Pair& pair : pairs_) {
      sum -= pair.games * (x[pair.a] - log_of_chance(x[pair.a] - x[pair.b]));
    }
    return sum;
  }

  // Solves curvature * step = gradient.
  std::vector<double> newton_step() {
    const std::size_t items = at_.size();
    std::vector<double> left(items);  // the residual; at first the gradient
    own_.resize(items);
    diagonal_.resize(items);
    for (std::size_t i = 0; i < items; ++i) {
      const double won = chance(at_[i]);
      left[i] = won_[i] - won;
      own_[i] = diagonal_[i] = won * (1 - won);
    }
    for (std::size_t n = 0; n < pairs_.size(); ++n) {
      const Pair& pair = pairs_[n];
      const double won = chance(at_[pair.a] - at_[pair.b]);
      left[pair.a] -= pair.games * won;
      left[pair.b] -= pair.games * (1 - won);
      weight_[n] = pair.games * won * (1 - won);
      diagonal_[pair.a] += weight_[n];
      diagonal_[pair.b] += weight_[n];
    }
    std::vector<double> step(items, 0);
    std::vector<double> direction(items, 0);
    double before = 0;
    double first = 0;
    for (unsigned i = 0; i < kMaxGradientSteps; ++i) {
      double size = 0;
      for (std::size_t j = 0; j < items; ++j) size += left[j] * left[j] / diagonal_[j];
      if (i == 0) first = size;
      if (size <= 1e-6 * first || size == 0) break;
      for (std::size_t j = 0; j < items; ++j) {
        direction[j] = left[j] / diagonal_[j] + (i == 0 ? 0 : size / before) * direction[j];
      }
      before = size;
      const std::vector<double> bent = curved(direction);
      double along = 0;
      for (std::size_t j = 0; j < items; ++j) along += direction[j] * bent[j];
      if (!(along > 0)) break;
      for (std::size_t j = 0; j < items; ++j) {
        step[j] += size / along * direction[j];
        left[j] -= size / along * bent[j];
      }
    }
    return step;
  }

  std::vector<double> curved(std::span<const double> direction) const {
    std::vector<double> result(direction.size());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = own_[i] * direction[i];
    for (std::size_t n = 0; n < pairs_.size(); ++n) {
      const Pair& pair = pairs_[n];
      const double bent = weight_[n] * (direction[pair.a] - direction[pair.b]);
      result[pair.a] += bent;
      result[pair.b] -= bent;
    }
    return result;
  }

  std::span<const Pair> pairs_;
  std::span<const double> won_;
  std::vector<double> at_;
  std::vector<double> weight_;    // curvature (second derivative) of each pair's games
  std::vector<double> own_;       // curvature of each item's half games
  std::vector<double> diagonal_;  // diagonal of the whole Hessian
};

}  // namespace

std::vector<double> bradley_terry_strengths(Player items, std::span<const SelectedGame> games) {
  std::vector<double> won(items, 0.5);
  for (const SelectedGame& game : games) ++won[game.winner];
  const std::vector<Pair> pairs = pairs_of(games);
  std::vector<double> strength(items, 1);
  std::vector<double> sums(items);
  double moved = 1;
  for (unsigned i = 0; i < kMaxMmIterations && moved >= kTolerance; ++i) {
    moved = iterate(pairs, won, strength, sums);
  }
  for (double& p : strength) p = std::log(p);
  return moved < kTolerance ? strength : Newton(pairs, won, std::move(strength)).maximise();
}

}  // namespace ect
