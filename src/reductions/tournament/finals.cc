// The strengths of contenders by the answers of contested finals. Not in the paper; Section 6's
// finals are charged (tournament_reduction.h). Cost: C questions by scorers, C (C - 1) / 2 by
// pairs. Tests: contested_test.
#include "reductions/tournament/finals.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ect::reductions {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"paths", "wins", "pairs", "scorers", "joint"};

// Letter by pairs, error and questions an example: 14.4 % and 19 with 4 contenders, 12.4 % and 25
// with 8, 12.5 % and 38 with 8 down to a thousandth of the leader's probability.
constexpr FinalsLimits kPairLimits = {8, 0.01};
// BANKING77 by scorers: 8.8 % and 13 with the same, 8.2 % and 24 with these.
constexpr FinalsLimits kScorerLimits = {16, 0.001};
constexpr FinalsLimits kJointLimits = {8, 0.001};
constexpr std::uint32_t kContendersByScore = 8;

// The logarithm of the probability that a margin is.
float log_probability(float margin) {
  constexpr double kMin = -1e30;  // infinity times a weight of 0 would be NaN
  const double m = std::isnan(margin) ? 0 : std::max(static_cast<double>(margin), kMin);
  return static_cast<float>(m > 0 ? -std::log1p(std::exp(-m)) : m - std::log1p(std::exp(m)));
}

}  // namespace

std::string_view rule_name(FinalsRule rule) { return kNames[static_cast<std::size_t>(rule)]; }

std::optional<FinalsRule> rule_named(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<FinalsRule>(i);
  }
  return {};
}

FinalsLimits finals_limits(FinalsRule rule, std::uint32_t contenders, bool by_score) {
  const bool pairs = rule == FinalsRule::kWins || rule == FinalsRule::kPairs;
  FinalsLimits limits = pairs ? kPairLimits : kScorerLimits;
  if (rule == FinalsRule::kJoint && by_score) {
    limits = kJointLimits;
    limits.by_score = contenders > 0 ? contenders / 2 : kContendersByScore;
    contenders -= contenders / 2;
  }
  if (contenders > 0) limits.most = contenders;
  return limits;
}

float strength_of_score(FinalsRule rule, float margin) {
  if (rule == FinalsRule::kScorers) return log_probability(margin);
  return std::isfinite(margin) ? margin : 0;
}

void Finals::strengths(const learners::Classifiers& classifiers, Features x,
                       std::span<const Contender> contenders, std::vector<Strength>& strengths,
                       std::uint64_t& questions) const {
  strengths.clear();
  for (const Contender& contender : contenders) {
    strengths.push_back({0, contender.path});
  }
  if (contenders.size() < 2 || rule == FinalsRule::kPaths) return;
  if (is_scored()) {
    questions += contenders.size();
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      strengths[i].finals =
          strength_of_score(rule, classifiers.margin(first + contenders[i].label, x));
    }
    return;
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    for (std::size_t j = i + 1; j < contenders.size(); ++j) {
      const Pair pair = pair_of(contenders[i].label, contenders[j].label);
      const bool i_is_right = side_in(pair, contenders[i].label) == Side::kRight;
      float margin = contenders[i].path - contenders[j].path;
      if (const std::optional<std::uint32_t> number = pairs.find(pair)) {
        ++questions;
        margin = classifiers.margin(first + *number, x);
        if (!i_is_right) margin = -margin;
      }
      if (rule == FinalsRule::kWins) {
        // A margin of 0 is a win for the lower label, as in every match.
        const bool i_wins = margin > 0 || (!(margin < 0) && !i_is_right);
        strengths[i_wins ? i : j].finals += 1;
      } else {
        const auto [of_j, of_i] = chances_of(margin);  // as if i were on the right
        strengths[i].finals += static_cast<float>(of_i);
        strengths[j].finals += static_cast<float>(of_j);
      }
    }
  }
}

std::size_t Finals::winner(std::span<const Strength> strengths, const Mixture& mixture) const {
  return winner_of(rule == FinalsRule::kWins ? kByWins : mixture, strengths);
}

}  // namespace ect::reductions
