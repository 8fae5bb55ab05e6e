// The mixture of finals and path has the maximum likelihood, and its error is counted correctly.
#include "reductions/flat/ballots.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "ect/random.h"

namespace ect::reductions {
namespace {

struct Final {
  std::vector<Strength> contenders;
  std::optional<std::size_t> right;
  double weight = 1;
};

Ballots ballots_of(const std::vector<Final>& finals) {
  Ballots ballots;
  for (const Final& item : finals) ballots.add(item.contenders, item.right, item.weight);
  return ballots;
}

// What learn() says that it makes largest: the belief in (1, 1/2), worth two examples, and the
// probabilities of the right ones.
double objective(const std::vector<Final>& finals, double a, double b) {
  double sum = -((a - 1) * (a - 1) + (b - 0.5) * (b - 0.5));
  for (const Final& item : finals) {
    if (!item.right) continue;
    const auto score = [&](const Strength& s) {
      return a * static_cast<double>(s.finals) + b * static_cast<double>(s.path);
    };
    double most = -1e300;
    for (const Strength& s : item.contenders) most = std::max(most, score(s));
    double all = 0;
    for (const Strength& s : item.contenders) all += std::exp(score(s) - most);
    sum += item.weight * (score(item.contenders[*item.right]) - most - std::log(all));
  }
  return sum;
}

// Finals in which both numbers tell something, more or less, for or against.
std::vector<Final> random_finals(Random& random) {
  const double finals_tell = 4 * random.uniform() - 2;
  const double path_tells = 4 * random.uniform() - 2;
  const double alike = 2 * random.uniform() - 1;
  std::vector<Final> finals(1 + random.below(60));
  for (Final& item : finals) {
    item.weight = 0.1 + 3 * random.uniform();
    item.contenders.resize(1 + random.below(6));
    double best = -1e300;
    for (std::size_t i = 0; i < item.contenders.size(); ++i) {
      const double path = 4 * random.uniform() - 4;
      const double own = 4 * random.uniform() - 2 + alike * path;
      item.contenders[i] = {static_cast<float>(own), static_cast<float>(path)};
      const double noisy = finals_tell * own + path_tells * path + 6 * random.uniform();
      if (noisy > best) item.right = i;
      best = std::max(best, noisy);
    }
    if (random.chance(0.1)) item.right.reset();
  }
  return finals;
}

TEST(Ballots, TheMixtureIsTheOptimumAmongThoseThatAreNotNegative) {
  Random random(1);
  int inner = 0;
  int at_the_edge = 0;
  for (int round = 0; round < 300; ++round) {
    const std::vector<Final> finals = random_finals(random);
    const Mixture mixture = ballots_of(finals).learn();
    const auto a = static_cast<double>(mixture.finals);
    const auto b = static_cast<double>(mixture.path);
    ASSERT_GE(a, 0);
    ASSERT_GE(b, 0);
    const double value = objective(finals, a, b);
    // Slopes by differences: 0 where the number is free, not upwards where it is 0.
    constexpr double kStep = 1e-4;
    const std::array<double, 2> slopes = {
        (objective(finals, a + kStep, b) - objective(finals, a - kStep, b)) / (2 * kStep),
        (objective(finals, a, b + kStep) - objective(finals, a, b - kStep)) / (2 * kStep)};
    for (std::size_t j = 0; j < 2; ++j) {
      const bool free = (j == 0 ? a : b) > 0;
      ++(free ? inner : at_the_edge);
      if (free) {
        EXPECT_NEAR(slopes[j], 0, 2e-3) << round << ": " << a << ", " << b;
      } else {
        EXPECT_LT(slopes[j], 2e-3) << round << ": " << a << ", " << b;
      }
    }
    for (double x = 0; x <= 6; x += 0.125) {
      for (double y = 0; y <= 6; y += 0.125) {
        ASSERT_LE(objective(finals, x, y), value + 1e-6)
            << round << ": " << x << ", " << y << " is better than " << a << ", " << b;
      }
    }
  }
  EXPECT_GT(inner, 100);
  EXPECT_GT(at_the_edge, 50);
}

TEST(Ballots, WhereBothSpeakAgainstTheRightOneEitherAloneMayStillSpeakForIt) {
  // Their sum is better alone than together: the path's optimum beside no finals is negative, the
  // finals' beside no path is not.
  std::vector<Final> finals;
  for (int i = 0; i < 200; ++i) {
    const auto f = static_cast<float>(i % 5) - 2;
    const float p = -2 * f + (i % 2 == 0 ? 0.5F : -0.5F);
    finals.push_back({{{f, p}, {0, 0}}, (f + 0.8F * p) < (i % 3 == 0 ? 1.0F : -1.0F) ? 0U : 1U});
  }
  const Mixture mixture = ballots_of(finals).learn();
  const double value =
      objective(finals, static_cast<double>(mixture.finals), static_cast<double>(mixture.path));
  for (double x = 0; x <= 4; x += 0.05) {
    ASSERT_LE(objective(finals, x, 0), value + 1e-6) << x;
    ASSERT_LE(objective(finals, 0, x), value + 1e-6) << x;
  }
}

TEST(Ballots, TheExampleOfTheComment) {
  Ballots ballots;
  const std::vector<Strength> two = {{2, -1}, {0, -1}};
  for (std::size_t i = 0; i < 100; ++i) ballots.add(two, i < 88 ? 0U : 1U, 1);
  const Mixture mixture = ballots.learn();
  EXPECT_NEAR(mixture.finals, 1, 0.01);
  EXPECT_FLOAT_EQ(mixture.path, 0.5F);
  EXPECT_EQ(ballots.size(), 100U);
  EXPECT_NEAR(ballots.error(mixture), 0.12, 1e-12);
}

TEST(Ballots, AWeightIsSoManyExamples) {
  Random random(2);
  for (int round = 0; round < 20; ++round) {
    Ballots weighted;
    Ballots repeated;
    for (const Final& item : random_finals(random)) {
      const std::size_t times = random.below(4);
      weighted.add(item.contenders, item.right, static_cast<double>(times));
      for (std::size_t i = 0; i < times; ++i) repeated.add(item.contenders, item.right, 1);
    }
    const Mixture one = weighted.learn();
    const Mixture other = repeated.learn();
    EXPECT_NEAR(one.finals, other.finals, 1e-4);
    EXPECT_NEAR(one.path, other.path, 1e-4);
    EXPECT_NEAR(weighted.error(one), repeated.error(one), 1e-12);
    EXPECT_NEAR(weighted.missed(), repeated.missed(), 1e-12);
  }
}

TEST(Ballots, LossIsTheMeanLogarithmOfTheRightShares) {
  Ballots ballots;
  const std::vector<Strength> even = {{1, 0}, {1, 0}};
  const std::vector<Strength> sure = {{std::log(3.0F), 0}, {0, 0}};
  ballots.add(even, 0, 1);
  ballots.add(sure, 0, 3);
  ballots.add(sure, {}, 50);  // the right one is no contender
  EXPECT_NEAR(ballots.loss({1, 0}), (std::log(2.0) - 3 * std::log(0.75)) / 4, 1e-6);
  EXPECT_NEAR(ballots.loss({0, 0}), std::log(2.0), 1e-9);
  EXPECT_EQ(Ballots().loss({1, 0}), 0);
}

TEST(Ballots, ErrorsAreCountedByWeight) {
  Ballots ballots;
  EXPECT_EQ(ballots.error({}), 0);
  EXPECT_EQ(ballots.missed(), 0);
  ballots.add(std::vector<Strength>{{1, 0}, {0, 2}}, 0, 1);
  ballots.add(std::vector<Strength>{{1, 0}, {0, 2}}, 1, 2);
  ballots.add(std::vector<Strength>{{1, 0}, {0, 2}}, std::nullopt, 4);
  ballots.add(std::vector<Strength>{{1, 0}, {1, 0}}, 1, 8);  // the first of equals wins
  EXPECT_DOUBLE_EQ(ballots.error({1, 0}), 14.0 / 15);
  EXPECT_DOUBLE_EQ(ballots.error({0, 1}), 13.0 / 15);
  EXPECT_DOUBLE_EQ(ballots.missed(), 4.0 / 15);
}

TEST(Ballots, WhatSaysNothingLeavesTheBelief) {
  Ballots ballots;
  const auto expect_belief = [&] {
    const Mixture mixture = ballots.learn();
    EXPECT_EQ(mixture.finals, 1);
    EXPECT_EQ(mixture.path, 0.5F);
  };
  expect_belief();
  ballots.add(std::vector<Strength>{{3, -1}}, 0, 1);                      // one contender
  ballots.add(std::vector<Strength>{{3, -1}, {5, -7}}, std::nullopt, 1);  // no right one
  ballots.add(std::vector<Strength>{{2, -1}, {2, -1}, {2, -1}}, 2, 1);    // all equal
  ballots.add(std::vector<Strength>{{3, -1}, {5, -7}}, 0, 0);             // no weight
  expect_belief();
}

TEST(Ballots, HugeStrengthsAndManyExamplesDoNoHarm) {
  constexpr float kMax = std::numeric_limits<float>::max();
  for (const float size : {1e-30F, 1e6F, 1e18F, kMax}) {
    for (const std::size_t right : {0U, 1U}) {
      Ballots ballots;
      for (int i = 0; i < 1000; ++i) {
        ballots.add(std::vector<Strength>{{size, -1}, {-size, -69}}, right, 1);
        ballots.add(std::vector<Strength>{{0, -1}, {size, -2}, {-size, -3}}, i % 3, 1);
      }
      const Mixture mixture = ballots.learn();
      EXPECT_TRUE(std::isfinite(mixture.finals)) << size;
      EXPECT_TRUE(std::isfinite(mixture.path)) << size;
      EXPECT_GE(mixture.finals, 0) << size;
      EXPECT_GE(mixture.path, 0) << size;
    }
  }
}

TEST(Ballots, APartOfThePathDecidesAndTheWinnerIsTheMostProbable) {
  const std::vector<Strength> strengths = {{0, -0.1F}, {1, -3}, {-1, -2}};
  const Mixture whole{1, 1};
  const Mixture none{1, 1, 0};
  EXPECT_EQ(winner_of(whole, strengths), 0U);
  EXPECT_EQ(winner_of(none, strengths), 1U);
  std::vector<double> by_whole;
  std::vector<double> by_none;
  softmax(whole, strengths, by_whole);
  softmax(none, strengths, by_none);
  // The same probabilities; the winner has the greatest.
  EXPECT_EQ(by_none[1], by_whole[0]);
  EXPECT_EQ(by_none[0], by_whole[1]);
  EXPECT_EQ(by_none[2], by_whole[2]);
}

TEST(Ballots, AQuarterOfThePathDecidesUnlessAnotherPartIsBetterByAStandardError) {
  // The path is for the second contender by `against`, the finals for the first, which is right.
  const auto finals_against = [](float against) {
    return ballots_of(std::vector<Final>(10, {{{1, 0}, {0, against}}, 0}));
  };
  const Mixture mixture{1, 1};
  EXPECT_EQ(finals_against(0).best_deciding(mixture), 0.25F);
  EXPECT_EQ(finals_against(3).best_deciding(mixture), 0.25F);
  EXPECT_EQ(finals_against(9).best_deciding(mixture), 0.0F);
  EXPECT_EQ(finals_against(9).error({1, 1}), 1);
  EXPECT_EQ(finals_against(9).error({1, 1, 0}), 0);
  // The path is right by little.
  const Ballots path_is_right = ballots_of(std::vector<Final>(10, {{{1, 0}, {0, 1.5F}}, 1}));
  EXPECT_EQ(path_is_right.best_deciding(mixture), 1.0F);
  const Ballots half_is_enough = ballots_of(std::vector<Final>(10, {{{1, 0}, {0, 2.5F}}, 1}));
  EXPECT_EQ(half_is_enough.best_deciding(mixture), 0.5F);
  // A single example that differs is within its standard error.
  std::vector<Final> one(9, {{{1, 0}, {0, 0}}, 0});
  one.push_back({{{1, 0}, {0, 9}}, 0});
  EXPECT_EQ(ballots_of(one).best_deciding(mixture), 0.25F);
}

}  // namespace
}  // namespace ect::reductions
