// The weights of a contender's finals, of its path through the tournament and of the similarity of
// its centroid: a conditional logit (McFadden 1974) with three parameters, fitted on out-of-fold
// strengths. The probability of contender c is exp(s_c) / sum of exp(s_i), s = a finals + b path +
// c similarity, and a, b and c are those that make the right contenders likeliest: a concave
// problem, solved by Newton's method with halved steps. A prior worth a few examples, at a = 1, b =
// 1/2 and c = 0, keeps small data from the extremes. Where a number would be negative, one or more
// are 0 and the others learnt alone: the best of these ways.
//
// Example: two contenders with finals 2 and 0 and the same path, the first right in 88 of 100
// examples. a comes out at about 1, since 1 / (1 + exp(-2)) = 0.88, and b stays what it was.
// Cost: some ten passes over all contenders. Tests: ballots_test.
#include "reductions/flat/ballots.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace ect::reductions {
namespace {

constexpr double kBelief = 2;  // weight of the prior, in examples
constexpr std::array<double, 3> kBelieved = {1, 0.5, 0};
constexpr int kMaxBallotSteps = 50;
constexpr double kAtRest = 1e-6;

std::array<double, 3> numbers_of(const Strength& strength) {
  return {static_cast<double>(strength.finals), static_cast<double>(strength.path),
          static_cast<double>(strength.similarity)};
}

// The slope divided by the curve, of the free numbers alone, by elimination: the curve is positive
// definite.
std::array<double, 3> newton_step(const Ballots::Likelihood& here,
                                  const std::array<bool, 3>& free) {
  std::array<std::array<double, 4>, 3> rows{};
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t l = 0; l < 3; ++l) {
      rows[j][l] = free[j] && free[l] ? here.curve[j][l] : (j == l ? 1 : 0);
    }
    rows[j][3] = free[j] ? here.slope[j] : 0;
  }
  for (std::size_t j = 0; j < 3; ++j) {
    for (std::size_t l = j + 1; l < 3; ++l) {
      const double times = rows[l][j] / rows[j][j];
      for (std::size_t at = j; at < 4; ++at) rows[l][at] -= times * rows[j][at];
    }
  }
  std::array<double, 3> step{};
  for (std::size_t j = 3; j-- > 0;) {
    step[j] = rows[j][3];
    for (std::size_t l = j + 1; l < 3; ++l) step[j] -= rows[j][l] * step[l];
    step[j] /= rows[j][j];
  }
  return step;
}

}  // namespace

void softmax(const Mixture& mixture, std::span<const Strength> strengths,
             std::vector<double>& shares) {
  shares.clear();
  for (const Strength& strength : strengths) shares.push_back(mixture.score(strength));
  const double most = *std::max_element(shares.begin(), shares.end());
  double all = 0;
  for (double& share : shares) all += share = std::exp(share - most);
  for (double& share : shares) share /= all;
}

double others_share(const Mixture& mixture, std::span<const Strength> strengths) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Strength& strength : strengths) most = std::max(most, mixture.score(strength));
  double all = 0;
  for (const Strength& strength : strengths) all += std::exp(mixture.score(strength) - most);
  return (all - 1) / all;
}

void Ballots::add(std::span<const Strength> contenders, std::optional<std::size_t> right,
                  double weight) {
  const std::size_t first = strengths_.size();
  strengths_.insert(strengths_.end(), contenders.begin(), contenders.end());
  ballots_.push_back({first, strengths_.size(), right, weight});
}

Ballots::Likelihood Ballots::likelihood(const Numbers& at) const {
  Likelihood sum;
  for (std::size_t j = 0; j < kNumbers; ++j) {
    const double off = at[j] - kBelieved[j];
    sum.value -= kBelief * off * off / 2;
    sum.slope[j] -= kBelief * off;
    sum.curve[j][j] += kBelief;
  }
  std::vector<double> shares;
  for (const Ballot& ballot : ballots_) {
    if (!ballot.right || ballot.last - ballot.first < 2) continue;
    const auto strengths = std::span(strengths_).subspan(ballot.first, ballot.last - ballot.first);
    shares.clear();
    double most = -1e300;
    for (const Strength& strength : strengths) {
      const Numbers numbers = numbers_of(strength);
      double score = 0;
      for (std::size_t j = 0; j < kNumbers; ++j) score += at[j] * numbers[j];
      shares.push_back(score);
      most = std::max(most, score);
    }
    const double right = shares[*ballot.right] - most;
    double all = 0;
    for (double& share : shares) all += share = std::exp(share - most);
    sum.value += ballot.weight * (right - std::log(all));
    Numbers mean{};
    for (std::size_t c = 0; c < strengths.size(); ++c) {
      shares[c] /= all;
      const Numbers numbers = numbers_of(strengths[c]);
      for (std::size_t j = 0; j < kNumbers; ++j) mean[j] += shares[c] * numbers[j];
    }
    const Numbers won = numbers_of(strengths[*ballot.right]);
    for (std::size_t j = 0; j < kNumbers; ++j) sum.slope[j] += ballot.weight * (won[j] - mean[j]);
    for (std::size_t c = 0; c < strengths.size(); ++c) {
      Numbers off = numbers_of(strengths[c]);
      for (std::size_t j = 0; j < kNumbers; ++j) off[j] -= mean[j];
      const double weight = ballot.weight * shares[c];
      for (std::size_t j = 0; j < kNumbers; ++j) {
        for (std::size_t l = 0; l < kNumbers; ++l) sum.curve[j][l] += weight * off[j] * off[l];
      }
    }
  }
  return sum;
}

// Maximises over the free numbers, the others being 0; returns them and the objective.
std::pair<double, Ballots::Numbers> Ballots::climb(const std::array<bool, kNumbers>& free) const {
  Numbers at{};
  for (std::size_t j = 0; j < kNumbers; ++j) at[j] = free[j] ? kBelieved[j] : 0;
  Likelihood here = likelihood(at);
  bool climbs = true;
  for (int step = 0; climbs && step < kMaxBallotSteps; ++step) {
    const Numbers move = newton_step(here, free);
    double size = 0;
    for (const double part : move) size += std::abs(part);
    if (!(size > kAtRest)) break;
    // Halved until the objective grows: Newton steps can be too long where shares are extreme.
    climbs = false;
    double length = 1;
    for (int halving = 0; !climbs && halving < 30; ++halving, length /= 2) {
      Numbers next = at;
      for (std::size_t j = 0; j < kNumbers; ++j) next[j] += length * move[j];
      const Likelihood there = likelihood(next);
      if (!(there.value >= here.value)) continue;
      at = next;
      here = there;
      climbs = true;
    }
  }
  return {here.value, at};
}

Mixture Ballots::learn() const {
  const bool similar = std::any_of(strengths_.begin(), strengths_.end(),
                                   [](const Strength& s) { return s.similarity != 0; });
  const auto negative = [](double number) { return number < 0; };
  Numbers best = climb({true, true, similar}).second;
  if (std::any_of(best.begin(), best.end(), negative)) {
    // On some face of the allowed numbers: the best of those that stay there.
    double most = -std::numeric_limits<double>::infinity();
    for (unsigned face = 0; face < (similar ? 8U : 4U); ++face) {
      const auto [value, at] = climb({(face & 1) != 0, (face & 2) != 0, (face & 4) != 0});
      if (value <= most || std::any_of(at.begin(), at.end(), negative)) continue;
      most = value;
      best = at;
    }
  }
  return {static_cast<float>(best[0]), static_cast<float>(best[1]), static_cast<float>(best[2])};
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
