// Contenders share the probability that the label is one of them. How probable that is differs from
// example to example: where the tournament and the finals are sure it is nearly certain, where the
// label is rare and its words are common it may be a coin's flip. One share for all would cap the
// sure ones and flatter the others. So the chance to have missed the label is a logistic function
// of the logarithms of two doubts, fitted on out-of-fold finals by Newton's method; a prior worth
// one example, half of it missed, keeps it finite where none or all were missed.
//
// Example: of 100 finals alike, 10 missed their label: the share comes out near 10.5 / 101.
// Cost: some ten passes over the examples. Tests: missed_share_test.
#include "reductions/contested/missed_share.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace ect::reductions {
namespace {

constexpr double kMinDoubt = 1e-6;
constexpr double kMaxLogOdds = 30;
constexpr int kMissedSteps = 30;
constexpr double kMissedAtRest = 1e-8;
constexpr double kSlopePrior = 0.5;  // weight of the prior that slopes are 0
constexpr std::size_t kTerms = 3;

using Terms = std::array<double, kTerms>;

Terms terms_of(const FinalsDoubt& doubt) {
  const auto log_of = [](double value) { return std::log(std::clamp(value, kMinDoubt, 1.0)); };
  return {1, log_of(doubt.outside), log_of(doubt.others)};
}

double sigmoid(double log_odds) { return 1 / (1 + std::exp(-log_odds)); }

double log_odds(const Terms& weights, const Terms& terms) {
  double sum = 0;
  for (std::size_t j = 0; j < kTerms; ++j) sum += weights[j] * terms[j];
  return std::clamp(sum, -kMaxLogOdds, kMaxLogOdds);
}

// - ln of the probability of what was seen, for one example.
double loss_of(double odds, bool missed) {
  const double sign = missed ? -odds : odds;
  return sign > 0 ? sign + std::log1p(std::exp(-sign)) : std::log1p(std::exp(sign));
}

// Solves a positive definite system by elimination.
Terms solve(std::array<Terms, kTerms> rows, Terms right) {
  for (std::size_t j = 0; j < kTerms; ++j) {
    for (std::size_t l = j + 1; l < kTerms; ++l) {
      const double times = rows[l][j] / rows[j][j];
      for (std::size_t at = j; at < kTerms; ++at) rows[l][at] -= times * rows[j][at];
      right[l] -= times * right[j];
    }
  }
  for (std::size_t j = kTerms; j-- > 0;) {
    for (std::size_t l = j + 1; l < kTerms; ++l) right[j] -= rows[j][l] * right[l];
    right[j] /= rows[j][j];
  }
  return right;
}

}  // namespace

double MissedShare::of(const FinalsDoubt& doubt) const {
  const Terms weights = {static_cast<double>(bias), static_cast<double>(outside),
                         static_cast<double>(others)};
  return sigmoid(log_odds(weights, terms_of(doubt)));
}

void MissedBallots::add(const FinalsDoubt& doubt, bool missed, double weight) {
  ballots_.push_back({doubt, missed, weight});
}

MissedShare MissedBallots::learn() const {
  // One example more, half of it missed, with the mean terms of the others.
  Terms mean = {1, 0, 0};
  double weight = 0;
  for (const Ballot& ballot : ballots_) {
    const Terms terms = terms_of(ballot.doubt);
    for (std::size_t j = 1; j < kTerms; ++j) mean[j] += ballot.weight * terms[j];
    weight += ballot.weight;
  }
  for (std::size_t j = 1; j < kTerms; ++j) mean[j] = weight > 0 ? mean[j] / weight : 0;

  const auto loss = [&](const Terms& at) {
    double sum = 0;
    for (std::size_t j = 1; j < kTerms; ++j) sum += kSlopePrior * at[j] * at[j] / 2;
    const double usual = log_odds(at, mean);
    sum += (loss_of(usual, true) + loss_of(usual, false)) / 2;
    for (const Ballot& ballot : ballots_) {
      sum += ballot.weight * loss_of(log_odds(at, terms_of(ballot.doubt)), ballot.missed);
    }
    return sum;
  };
  Terms at{};
  double here = loss(at);
  for (int step = 0; step < kMissedSteps; ++step) {
    Terms slope{};
    std::array<Terms, kTerms> curve{};
    const auto count = [&](const Terms& terms, double missed, double times) {
      const double share = sigmoid(log_odds(at, terms));
      for (std::size_t j = 0; j < kTerms; ++j) {
        slope[j] += times * (share - missed) * terms[j];
        for (std::size_t l = 0; l < kTerms; ++l) {
          curve[j][l] += times * share * (1 - share) * terms[j] * terms[l];
        }
      }
    };
    count(mean, 0.5, 1);
    for (const Ballot& ballot : ballots_) {
      count(terms_of(ballot.doubt), ballot.missed ? 1 : 0, ballot.weight);
    }
    for (std::size_t j = 1; j < kTerms; ++j) {
      slope[j] += kSlopePrior * at[j];
      curve[j][j] += kSlopePrior;
    }
    for (std::size_t j = 0; j < kTerms; ++j) curve[j][j] += 1e-9;
    const Terms move = solve(curve, slope);
    // Halved until the loss falls: Newton steps can be too long where shares are extreme.
    double length = 1;
    bool falls = false;
    for (int halving = 0; !falls && halving < 30; ++halving, length /= 2) {
      Terms next = at;
      for (std::size_t j = 0; j < kTerms; ++j) next[j] -= length * move[j];
      const double there = loss(next);
      if (!(there < here - kMissedAtRest)) continue;
      at = next;
      here = there;
      falls = true;
    }
    if (!falls) break;
  }
  return {static_cast<float>(at[0]), static_cast<float>(at[1]), static_cast<float>(at[2])};
}

}  // namespace ect::reductions
