// The probability that a label is no contender.
#include "reductions/contested/missed_share.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ect/random.h"

namespace ect::reductions {
namespace {

TEST(MissedShare, OfFinalsAlikeIsTheirShare) {
  MissedBallots ballots;
  for (int i = 0; i < 100; ++i) ballots.add({0.1, 0.2}, i < 10, 1);
  EXPECT_NEAR(ballots.learn().of({0.1, 0.2}), 10.5 / 101, 0.01);
}

TEST(MissedShare, StaysFiniteAtTheExtremes) {
  for (const bool missed : {false, true}) {
    MissedBallots ballots;
    for (int i = 0; i < 50; ++i) ballots.add({i * 0.02, 0}, missed, 1);
    const double share = ballots.learn().of({0, 1});
    EXPECT_GT(share, 0);
    EXPECT_LT(share, 1);
  }
  EXPECT_NEAR(MissedBallots().learn().of({0.5, 0.5}), 0.5, 1e-6);
}

TEST(MissedShare, FollowsTheDoubtThatTells) {
  Random random(1);
  MissedBallots ballots;
  for (int i = 0; i < 5000; ++i) {
    const double outside = std::pow(10, -4 * random.uniform());
    ballots.add({outside, random.uniform()}, random.chance(0.8 * outside), 1);
  }
  const MissedShare share = ballots.learn();
  EXPECT_NEAR(share.of({0.5, 0.5}), 0.4, 0.06);
  EXPECT_NEAR(share.of({0.05, 0.5}), 0.04, 0.015);
  EXPECT_LT(share.of({0.0005, 0.5}), 0.003);
}

TEST(MissedShare, AWeightIsThatManyExamples) {
  MissedBallots once;
  MissedBallots often;
  Random random(2);
  for (int i = 0; i < 60; ++i) {
    const FinalsDoubt doubt = {random.uniform(), random.uniform()};
    const bool missed = random.chance(doubt.others);
    once.add(doubt, missed, 3);
    for (int copy = 0; copy < 3; ++copy) often.add(doubt, missed, 1);
  }
  EXPECT_NEAR(once.learn().of({0.3, 0.7}), often.learn().of({0.3, 0.7}), 1e-5);
}

}  // namespace
}  // namespace ect::reductions
