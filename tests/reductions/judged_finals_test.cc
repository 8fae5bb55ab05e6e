// Finals judged by out-of-fold answers: trust in the path, and how far weights are pruned.
#include "reductions/contested/judged_finals.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ect::reductions {
namespace {

constexpr std::size_t kBallots = 10000;

// Two contenders, of whom the first is right; the finals say so but for `wrong` examples, and the
// path says nothing or the same.
Ballots ballots_with(std::size_t wrong, float path = 0) {
  Ballots ballots;
  for (std::size_t i = 0; i < kBallots; ++i) {
    const std::vector<Strength> strengths = {{i < wrong ? -1.0F : 1.0F, path}, {0, 0}};
    ballots.add(strengths, 0, 1);
  }
  return ballots;
}

TEST(JudgedFinals, WeightsArePrunedAsFarAsTheErrorHardlyGrows) {
  const Ballots whole = ballots_with(2000);
  const std::vector<Ballots> pruned = {ballots_with(2000), ballots_with(2004), ballots_with(2006),
                                       ballots_with(2000)};
  const JudgedFinals judged = judge_finals(whole, pruned, FinalsRule::kScorers, 1);
  // 4 of 10,000 more are within 0.05 %, 6 are not; what comes after is not looked at.
  ASSERT_TRUE(judged.pruning.has_value());
  EXPECT_EQ(*judged.pruning, 1U);
  EXPECT_NEAR(judged.error, 0.2004, 1e-9);
  EXPECT_FALSE(judge_finals(whole, {&pruned[2], 1}, FinalsRule::kScorers, 1).pruning.has_value());
  EXPECT_NEAR(judge_finals(whole, {}, FinalsRule::kScorers, 1).error, 0.2, 1e-9);
}

TEST(JudgedFinals, WeightsAreNotPrunedWhereTheLossGrowsAtTheSameError) {
  Ballots sure;
  Ballots unsure;
  for (std::size_t i = 0; i < kBallots; ++i) {
    const bool easy = i % 10 != 0;
    const std::vector<Strength> apart = {{easy ? 3.0F : -0.1F, 0}, {0, 0}};
    const std::vector<Strength> close = {{easy ? 0.1F : -0.1F, 0}, {0, 0}};
    sure.add(apart, 0, 1);
    unsure.add(close, 0, 1);
  }
  EXPECT_FALSE(judge_finals(sure, {&unsure, 1}, FinalsRule::kScorers, 1).pruning.has_value());
  EXPECT_TRUE(judge_finals(sure, {&sure, 1}, FinalsRule::kScorers, 1).pruning.has_value());
}

TEST(JudgedFinals, ThePathCountsLessTheFewerExamplesALabelHas) {
  const std::vector<std::uint32_t> two(9, 2);
  EXPECT_NEAR(unseen_share(two), 1.0 / 3, 1e-6);
  EXPECT_NEAR(unseen_share(std::vector<std::uint32_t>{4, 12}), (0.5 + 0.75) / 2, 1e-6);
  EXPECT_GT(unseen_share(std::vector<std::uint32_t>{100}), 0.95F);
  EXPECT_EQ(unseen_share({}), 0);
  const Ballots ballots = ballots_with(2000, 1);
  const JudgedFinals all = judge_finals(ballots, {}, FinalsRule::kScorers, 1);
  const JudgedFinals third = judge_finals(ballots, {}, FinalsRule::kScorers, unseen_share(two));
  EXPECT_GT(all.mixture.path, 0);
  EXPECT_NEAR(third.mixture.path, all.mixture.path / 3, 1e-5);
  EXPECT_EQ(third.mixture.finals, all.mixture.finals);
}

TEST(JudgedFinals, WhatIsMissedIsNeverNothing) {
  EXPECT_NEAR(judge_finals(ballots_with(0), {}, FinalsRule::kScorers, 1).missed,
              1.0 / (kBallots + 2), 1e-9);
}

TEST(JudgedFinals, OnlyJointFinalsAreDecidedByAPartOfThePath) {
  Ballots ballots;
  for (std::size_t i = 0; i < 1000; ++i) {
    // The path is mostly right, and where it is wrong it is sure.
    const bool misled = i % 5 == 0;
    const std::vector<Strength> strengths = {{1, 0}, {0, misled ? 8.0F : -1.0F}};
    ballots.add(strengths, 0, 1);
  }
  const JudgedFinals joint = judge_finals(ballots, {}, FinalsRule::kJoint, 1);
  const JudgedFinals scorers = judge_finals(ballots, {}, FinalsRule::kScorers, 1);
  EXPECT_EQ(scorers.mixture.deciding, 1);
  EXPECT_EQ(joint.mixture.finals, scorers.mixture.finals);
  EXPECT_LE(joint.error, scorers.error);
  EXPECT_NE(joint.mixture.deciding, 1);
}

}  // namespace
}  // namespace ect::reductions
