// The winner of contested finals, and the guarantee proved in contested.cc.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ect/random.h"
#include "ect/walk.h"
#include "reductions/contested/contenders.h"
#include "reductions/contested/pair_table.h"
#include "reductions/tournament/finals.h"
#include "reductions/tournament/tournament_reduction.h"
#include "tests/helpers/contender_helpers.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/patterns.h"

namespace ect::reductions {
namespace {

// Contenders with these labels, the likeliest first.
std::vector<Contender> contenders_with(const std::vector<std::uint32_t>& labels) {
  std::vector<Contender> contenders;
  for (const std::uint32_t label : labels) {
    contenders.push_back({label, -1 - static_cast<float>(contenders.size())});
  }
  return contenders;
}

std::vector<Pair> all_pairs(std::uint32_t labels) {
  std::vector<Pair> pairs;
  for (std::uint32_t low = 0; low < labels; ++low) {
    for (std::uint32_t high = low + 1; high < labels; ++high) pairs.push_back({low, high});
  }
  return pairs;
}

struct Outcome {
  std::uint32_t label;
  std::uint64_t questions;
};

Outcome outcome_of(const Finals& finals, const std::vector<float>& margins,
                   const std::vector<Contender>& contenders, const Mixture& mixture = {}) {
  std::vector<Strength> strengths;
  std::uint64_t questions = 0;
  finals.strengths(FixedClassifiers(margins), {}, contenders, strengths, questions);
  EXPECT_EQ(strengths.size(), contenders.size());
  return {contenders[finals.winner(strengths, mixture)].label, questions};
}

TEST(Finals, ByWinsWhoWinsMostAndOfThoseTheLikeliest) {
  for (std::uint32_t k = 1; k <= 5; ++k) {
    const std::vector<Pair> pairs = all_pairs(k);
    Finals finals{FinalsRule::kWins, 0, PairTable(pairs)};
    std::vector<std::uint32_t> labels;
    for (std::uint32_t label = 0; label < k; ++label) labels.push_back(label * 2 % k);
    if (k % 2 == 0) {
      for (std::uint32_t i = 0; i < k; ++i) labels[i] = k - 1 - i;
    }
    const std::vector<Contender> contenders = contenders_with(labels);
    for (std::uint32_t pattern = 0; pattern < 1U << pairs.size(); ++pattern) {
      std::vector<float> margins;
      std::vector<int> wins(k);
      for (std::uint32_t n = 0; n < pairs.size(); ++n) {
        const bool right = (pattern >> n & 1) != 0;
        margins.push_back(right ? 0.3F : n % 2 == 0 ? 0 : -5);  // 0 is the left side's
        ++wins[right ? pairs[n].high : pairs[n].low];
      }
      std::uint32_t expected = labels.front();
      for (const std::uint32_t label : labels) {
        if (wins[label] > wins[expected]) expected = label;
      }
      const Outcome outcome = outcome_of(finals, margins, contenders);
      ASSERT_EQ(outcome.label, expected) << k << " contenders, pattern " << pattern;
      ASSERT_EQ(outcome.questions, pairs.size());
      // Whatever the mixture.
      ASSERT_EQ(outcome_of(finals, margins, contenders, {0, 5}).label, expected);
    }
  }
}

TEST(Finals, PairsThatNeverMetAreComparedByTheirPaths) {
  const std::vector<Contender> contenders = contenders_with({4, 1, 7});
  for (const FinalsRule rule : {FinalsRule::kWins, FinalsRule::kPairs}) {
    EXPECT_EQ(outcome_of({rule, 0, {}}, {}, contenders).label, 4U);
    EXPECT_EQ(outcome_of({rule, 0, {}}, {}, contenders).questions, 0U);
    // 1 beats both others where it meets them.
    const Finals finals{rule, 2, PairTable({{1, 4}, {1, 7}})};
    EXPECT_EQ(outcome_of(finals, {0, 0, -9, -9}, contenders).label, 1U);
    EXPECT_EQ(outcome_of(finals, {0, 0, -9, -9}, contenders).questions, 2U);
  }
}

TEST(Finals, ByPathsTheLikeliestWinsWithoutAQuestion) {
  for (const Mixture& mixture : {Mixture{1, 0}, Mixture{1, 0.5F}, Mixture{0, 3}}) {
    const Outcome outcome =
        outcome_of({FinalsRule::kPaths, 5, {}}, {}, contenders_with({3, 1, 2}), mixture);
    EXPECT_EQ(outcome.label, 3U);
    EXPECT_EQ(outcome.questions, 0U);
  }
}

// By scorers, whatever these say; who says nothing is as likely as not.
TEST(Finals, StrengthsAreFiniteWhateverTheAnswers) {
  const std::vector<Contender> contenders = contenders_with({0, 1, 2, 3});
  for (const FinalsRule rule : {FinalsRule::kWins, FinalsRule::kPairs, FinalsRule::kScorers}) {
    const Finals finals{
        rule, 0, PairTable(rule == FinalsRule::kScorers ? std::vector<Pair>() : all_pairs(4))};
    for (const float odd : {kNone, kInfinity, -kInfinity, 3e38F, -3e38F}) {
      std::vector<Strength> strengths;
      std::uint64_t questions = 0;
      finals.strengths(FixedClassifiers({odd, 1, odd, -1, odd, 0}), {}, contenders, strengths,
                       questions);
      for (const Strength& strength : strengths) {
        EXPECT_TRUE(std::isfinite(strength.finals)) << rule_name(rule) << ", " << odd;
      }
    }
  }
}

TEST(Finals, AnAnswerThatIsNoNumberIsTheLeftSidesAsInEveryMatch) {
  for (const std::vector<std::uint32_t>& labels : {std::vector<std::uint32_t>{0, 1}, {1, 0}}) {
    const Finals finals{FinalsRule::kWins, 0, PairTable({{0, 1}})};
    EXPECT_EQ(outcome_of(finals, {kNone}, contenders_with(labels)).label, 0U);
    EXPECT_EQ(outcome_of(finals, {0}, contenders_with(labels)).label, 0U);
    EXPECT_EQ(outcome_of(finals, {kInfinity}, contenders_with(labels)).label, 1U);
    EXPECT_EQ(outcome_of(finals, {-kInfinity}, contenders_with(labels)).label, 0U);
  }
}

// By pairs a contender's strength grows with its probabilities, by scorers with its score.
TEST(Finals, ByPairsAndByScorersTheStrongestWins) {
  Random random(8);
  const std::vector<Pair> pairs = all_pairs(4);
  const std::vector<Contender> contenders = contenders_with({2, 0, 3, 1});
  for (int round = 0; round < 500; ++round) {
    std::vector<float> margins(pairs.size());
    for (float& margin : margins) margin = static_cast<float>(8 * random.uniform() - 4);
    std::vector<double> sums(4);
    for (std::size_t n = 0; n < pairs.size(); ++n) {
      sums[pairs[n].high] += learners::probability_of(margins[n]);
      sums[pairs[n].low] += 1 - learners::probability_of(margins[n]);
    }
    const auto best = std::max_element(sums.begin(), sums.end()) - sums.begin();
    EXPECT_EQ(outcome_of({FinalsRule::kPairs, 0, PairTable(pairs)}, margins, contenders).label,
              best);
    const auto top = std::max_element(margins.begin(), margins.begin() + 4) - margins.begin();
    const Outcome scored = outcome_of({FinalsRule::kScorers, 0, {}}, margins, contenders);
    EXPECT_EQ(scored.label, top);
    EXPECT_EQ(scored.questions, 4U);
  }
}

// A final's regret: what is lost where its answer prefers the lesser of the two.
double final_regret(const std::vector<double>& p, Pair pair, float margin) {
  const double loss = p[pair.low] - p[pair.high];
  return margin > 0 ? std::max(loss, 0.0) : std::max(-loss, 0.0);
}

const std::vector<std::vector<double>> kDistributions = {
    {0.5, 0.3, 0.2, 0, 0},       {0.2, 0.3, 0.5, 0, 0},          {0.3, 0.25, 0.2, 0.15, 0.1},
    {0.05, 0.1, 0.2, 0.3, 0.35}, {0.01, 0.47, 0.04, 0.47, 0.01}, {0, 0, 0.1, 0.1, 0.8},
};

TEST(ContestedTheory, ByWinsTheOutputLosesNoMoreThanTheFinalsRegretsToThePlainWinner) {
  std::uint64_t changed_for_the_worse = 0;
  std::uint64_t tight = 0;
  for (Player k = 3; k <= 5; ++k) {
    const std::vector<Pair> pairs = all_pairs(k);
    const Finals finals{FinalsRule::kWins, 0, PairTable(pairs)};
    for (const std::uint32_t m : {1U, 2U}) {
      if (k == 5 && m == 2) continue;  // too many patterns
      const Schedule schedule = error_correcting(Seeding::listed(k), m);
      Random random(k);
      for_every_pattern(schedule, [&](std::uint32_t pattern) {
        const std::vector<float> margins = drawn_margins(schedule, pattern, 1.5, random);
        const Player w = plain_winner(schedule, margins);
        const std::vector<Contender> contenders =
            gathered(schedule, FixedClassifiers(margins), pattern % 2 == 0 ? k : 3);
        for (std::uint32_t answers = 0; answers < 1U << pairs.size(); ++answers) {
          std::vector<float> final_margins;
          for (std::uint32_t n = 0; n < pairs.size(); ++n) {
            final_margins.push_back(side_of(answers, n) == Side::kRight ? 1.0F : -1.0F);
          }
          const std::uint32_t o = outcome_of(finals, final_margins, contenders).label;
          for (const std::vector<double>& p : kDistributions) {
            double regrets = 0;
            for (std::uint32_t n = 0; n < pairs.size(); ++n) {
              if (!among(contenders, pairs[n].low) || !among(contenders, pairs[n].high)) continue;
              regrets += final_regret(p, pairs[n], final_margins[n]);
            }
            ASSERT_LE(p[w] - p[o], regrets + 1e-12)
                << k << " labels, m " << m << ", " << pattern << ", " << answers;
            changed_for_the_worse += p[w] > p[o] ? 1 : 0;
            tight += p[w] > p[o] && p[w] - p[o] > regrets - 1e-12 ? 1 : 0;
          }
        }
      });
    }
  }
  EXPECT_GT(changed_for_the_worse, 1000U);
  EXPECT_GT(tight, 100U);
}

// Those who never met are compared by their paths, which is an answer like another.
TEST(ContestedTheory, TheSameOfManyLabelsSomeOfWhomNeverMet) {
  Random random(10);
  int worse = 0;
  for (int round = 0; round < 5000; ++round) {
    const auto k = static_cast<Player>(6 + random.below(20));
    const auto m = static_cast<std::uint32_t>(1 + random.below(3));
    const Schedule schedule = error_correcting(Seeding::random(k, random.next()), m);
    std::vector<float> margins(schedule.matches());
    for (float& margin : margins) margin = static_cast<float>(3 * random.uniform() - 1.5);
    const std::vector<Contender> contenders = gathered(
        schedule, FixedClassifiers(margins), static_cast<std::uint32_t>(2 + random.below(7)));
    std::vector<double> p(k);
    for (double& mass : p) mass = random.uniform();
    std::vector<Pair> met;
    std::vector<float> answers;
    double regrets = 0;
    for (const Pair& pair : all_pairs(k)) {
      const float answer = random.chance(0.5) ? 1.0F : -1.0F;
      const bool meet = random.chance(0.7);
      if (meet) {
        met.push_back(pair);
        answers.push_back(answer);
      }
      const auto path_of = [&](std::uint32_t label) {
        return std::find_if(contenders.begin(), contenders.end(),
                            [&](const Contender& item) { return item.label == label; });
      };
      const auto low = path_of(pair.low);
      const auto high = path_of(pair.high);
      if (low == contenders.end() || high == contenders.end()) continue;
      regrets += final_regret(p, pair, meet ? answer : high->path - low->path);
    }
    const std::uint32_t o =
        outcome_of({FinalsRule::kWins, 0, PairTable(met)}, answers, contenders).label;
    const Player w = plain_winner(schedule, margins);
    ASSERT_LE(p[w] - p[o], regrets + 1e-12);
    worse += p[w] > p[o] ? 1 : 0;
  }
  EXPECT_GT(worse, 500);
}

TEST(ContestedTheory, ByWinsPerfectFinalsGiveTheLikeliestContender) {
  Random random(9);
  const std::vector<Pair> pairs = all_pairs(5);
  const Finals finals{FinalsRule::kWins, 0, PairTable(pairs)};
  for (const std::vector<double>& p : kDistributions) {
    std::vector<float> margins;
    for (const Pair& pair : pairs) margins.push_back(p[pair.high] > p[pair.low] ? 1.0F : -1.0F);
    for (int round = 0; round < 20; ++round) {
      std::vector<std::uint32_t> labels = {0, 1, 2, 3, 4};
      random.shuffle(std::span(labels));
      labels.resize(2 + random.below(4));
      double most = 0;
      for (const std::uint32_t label : labels) most = std::max(most, p[label]);
      EXPECT_EQ(p[outcome_of(finals, margins, contenders_with(labels)).label], most);
    }
  }
}

// No label is likelier than all others together: every scorer rightly says no, and has no regret.
// How loudly they say it is nothing that a regret of answers tells.
TEST(ContestedTheory, ByScorersNothingIsPromised) {
  const std::vector<double> p = {0.4, 0.35, 0.25};
  const std::vector<float> margins = {-0.9F, -0.8F, -0.1F};
  for (std::size_t label = 0; label < 3; ++label) {
    ASSERT_EQ(learners::side_of(margins[label]) == Side::kRight, p[label] > 0.5);
  }
  const Finals finals{FinalsRule::kScorers, 0, {}};
  EXPECT_EQ(outcome_of(finals, margins, contenders_with({0, 1, 2})).label, 2U);
}

// Every match of a pair is answered rightly, and the wrong one's probabilities add up to more.
TEST(ContestedTheory, ByPairsNothingIsPromised) {
  const std::vector<double> p = {0.4, 0.35, 0.25};
  const std::vector<Pair> pairs = all_pairs(3);
  const std::vector<float> margins = {-0.01F, -0.01F, -5};
  for (std::size_t n = 0; n < 3; ++n) EXPECT_EQ(final_regret(p, pairs[n], margins[n]), 0);
  const Finals finals{FinalsRule::kPairs, 0, PairTable(pairs)};
  EXPECT_EQ(outcome_of(finals, margins, contenders_with({0, 1, 2})).label, 1U);
}

TEST(Finals, RulesHaveNames) {
  for (const FinalsRule rule :
       {FinalsRule::kPaths, FinalsRule::kWins, FinalsRule::kPairs, FinalsRule::kScorers}) {
    EXPECT_EQ(rule_named(rule_name(rule)), rule);
  }
  EXPECT_FALSE(rule_named("win"));
  EXPECT_FALSE(rule_named(""));
}

}  // namespace
}  // namespace ect::reductions
