// The weights of a contender's finals and of its path through the tournament: a conditional logit
// (McFadden 1974) with two parameters, fitted on out-of-fold strengths. The
// probability of contender c is exp(s_c) / sum of exp(s_i), s = a finals + b path, and a and b are
// those that make the right contenders likeliest: a concave problem, solved by Newton's method with
// halved steps. A prior worth a few examples, at a = 1 and b = 1/2, keeps small data from the
// extremes. Where a number would be negative, one is 0 and the other learnt alone: the better of
// both ways.
//
// Example: two contenders with finals 2 and 0 and the same path, the first right in 88 of 100
// examples. a comes out at about 1, since 1 / (1 + exp(-2)) = 0.88, and b stays what it was.
// Cost: some ten passes over all contenders. Tests: ballots_test.
#include "reductions/flat/ballots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ect::reductions {
namespace {

constexpr double kBelief = 2;  // weight of the prior, in examples
constexpr std::array<double, 2> kBelieved = {1, 0.5};
constexpr int kMaxBallotSteps = 50;
constexpr double kAtRest = 1e-6;

// The objective, its slope and curvature at some (a, b).
struct Likelihood {
  double value = 0;
  std::array<double, 2> slope = {0, 0};
  double curve[2][2] = {{0, 0}, {0, 0}};
};

}  // namespace

void Ballots::add(std::span<const Strength> contenders, std::optional<std::size_t> right,
                  double weight) {
  const std::size_t first = strengths_.size();
  strengths_.insert(strengths_.end(), contenders.begin(), contenders.end());
  ballots_.push_back({first, strengths_.size(), right, weight});
}

Mixture Ballots::learn() const {
  std::vector<double> shares;
  const auto likelihood = [&](const std::array<double, 2>& ab) {
    Likelihood sum;
    for (std::size_t j = 0; j < 2; ++j) {
      const double off = ab[j] - kBelieved[j];
      sum.value -= kBelief * off * off / 2;
      sum.slope[j] -= kBelief * off;
      sum.curve[j][j] += kBelief;
    }
    for (const Ballot& ballot : ballots_) {
      if (!ballot.right || ballot.last - ballot.first < 2) continue;
      const auto feature = [&](std::size_t c, std::size_t j) {
        const Strength& strength = strengths_[ballot.first + c];
        return static_cast<double>(j == 0 ? strength.finals : strength.path);
      };
      const std::size_t size = ballot.last - ballot.first;
      shares.resize(size);
      double most = -1e300;
      for (std::size_t c = 0; c < size; ++c) {
        shares[c] = ab[0] * feature(c, 0) + ab[1] * feature(c, 1);
        most = std::max(most, shares[c]);
      }
      const double right = shares[*ballot.right] - most;
      double all = 0;
      for (double& share : shares) all += share = std::exp(share - most);
      sum.value += ballot.weight * (right - std::log(all));
      std::array<double, 2> mean = {0, 0};
      for (std::size_t c = 0; c < size; ++c) {
        shares[c] /= all;
        for (std::size_t j = 0; j < 2; ++j) mean[j] += shares[c] * feature(c, j);
      }
      for (std::size_t j = 0; j < 2; ++j) {
        sum.slope[j] += ballot.weight * (feature(*ballot.right, j) - mean[j]);
        for (std::size_t l = 0; l < 2; ++l) {
          for (std::size_t c = 0; c < size; ++c) {
            sum.curve[j][l] +=
                ballot.weight * shares[c] * (feature(c, j) - mean[j]) * (feature(c, l) - mean[l]);
          }
        }
      }
    }
    return sum;
  };
  // Maximises over the free parameters; returns them and the objective.
  const auto climb = [&](std::array<bool, 2> free, std::array<double, 2> at) {
    Likelihood here = likelihood(at);
    bool climbs = true;
    for (int step = 0; climbs && step < kMaxBallotSteps; ++step) {
      std::array<double, 2> move = {0, 0};
      if (free[0] && free[1]) {
        const double determinant =
            here.curve[0][0] * here.curve[1][1] - here.curve[0][1] * here.curve[1][0];
        move[0] =
            (here.slope[0] * here.curve[1][1] - here.slope[1] * here.curve[0][1]) / determinant;
        move[1] =
            (here.slope[1] * here.curve[0][0] - here.slope[0] * here.curve[1][0]) / determinant;
      } else {
        const std::size_t j = free[0] ? 0 : 1;
        move[j] = here.slope[j] / here.curve[j][j];
      }
      if (!(std::abs(move[0]) + std::abs(move[1]) > kAtRest)) break;
      // Halved until the objective grows: Newton steps can be too long where shares are extreme.
      climbs = false;
      double length = 1;
      for (int halving = 0; !climbs && halving < 30; ++halving, length /= 2) {
        const std::array<double, 2> next = {at[0] + length * move[0], at[1] + length * move[1]};
        const Likelihood there = likelihood(next);
        if (!(there.value >= here.value)) continue;
        at = next;
        here = there;
        climbs = true;
      }
    }
    return std::pair(here.value, at);
  };
  std::array<double, 2> best = climb({true, true}, kBelieved).second;
  if (best[0] < 0 || best[1] < 0) {
    auto [finals_value, finals] = climb({true, false}, {kBelieved[0], 0});
    auto [path_value, path] = climb({false, true}, {0, kBelieved[1]});
    const double neither = likelihood({0, 0}).value;
    // A negative parameter is replaced by 0.
    if (finals[0] < 0) finals_value = neither;
    if (path[1] < 0) path_value = neither;
    best = finals_value >= path_value ? finals : path;
  }
  return {static_cast<float>(std::max(best[0], 0.0)), static_cast<float>(std::max(best[1], 0.0))};
}

double Ballots::error(const Mixture& mixture) const {
  double wrong = 0;
  double all = 0;
  for (const Ballot& ballot : ballots_) {
    all += ballot.weight;
    std::size_t best = ballot.first;
    for (std::size_t c = ballot.first + 1; c < ballot.last; ++c) {
      if (mixture.score(strengths_[c]) > mixture.score(strengths_[best])) best = c;
    }
    if (!ballot.right || best != ballot.first + *ballot.right) wrong += ballot.weight;
  }
  return all > 0 ? wrong / all : 0;
}

double Ballots::missed() const {
  double missed = 0;
  double all = 0;
  for (const Ballot& ballot : ballots_) {
    all += ballot.weight;
    if (!ballot.right) missed += ballot.weight;
  }
  return all > 0 ? missed / all : 0;
}

}  // namespace ect::reductions
