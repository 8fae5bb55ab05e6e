// Online logistic regression: importance weights, scale invariance, limited memory.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ect/random.h"
#include "learners/learners.h"

namespace ect::learners {
namespace {

struct Sample {
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  Side side;
  Features x() const { return {indices, values}; }
};

// Two features of very different size; the side is told by a line through them, a few are wrong.
std::vector<Sample> noisy_samples(std::size_t size, float scale, double wrong) {
  Random random(5);
  std::vector<Sample> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const double a = 2 * random.uniform() - 1;
    const double b = 2 * random.uniform() - 1;
    const bool right = (a - 0.5 * b + 0.2 > 0) != random.chance(wrong);
    rows.push_back({{0, 1},
                    {static_cast<float>(a) * scale, static_cast<float>(b)},
                    right ? Side::kRight : Side::kLeft});
  }
  return rows;
}

std::unique_ptr<OnlineLearner> learnt_from(const std::vector<Sample>& rows, std::uint32_t features,
                                           float weight = 1, std::optional<double> l2 = {}) {
  std::unique_ptr<OnlineLearner> learner = make_logistic({1, features}, {1, l2});
  for (const Sample& row : rows) learner->learn(0, row.x(), row.side, weight);
  return learner;
}

double error_on(const Classifiers& classifiers, const std::vector<Sample>& rows) {
  double mistakes = 0;
  for (const Sample& row : rows) mistakes += side_of(classifiers.margin(0, row.x())) != row.side;
  return mistakes / static_cast<double>(rows.size());
}

TEST(Logistic, LearnsALineInOnePass) {
  const std::vector<Sample> rows = noisy_samples(5000, 1, 0);
  EXPECT_LT(error_on(*learnt_from(rows, 2), rows), 0.03);
}

TEST(Logistic, TheScaleOfAFeatureDoesNotMatter) {
  const std::vector<Sample> rows = noisy_samples(3000, 1, 0.1);
  const auto learner = learnt_from(rows, 2);
  for (const float scale : {1e-25F, 1e-6F, 1e-3F, 1e3F, 1e6F, 1e25F}) {
    const std::vector<Sample> scaled_rows = noisy_samples(3000, scale, 0.1);
    const auto scaled = learnt_from(scaled_rows, 2);
    for (std::size_t i = 0; i < rows.size(); i += 50) {
      const float margin = learner->margin(0, rows[i].x());
      EXPECT_NEAR(scaled->margin(0, scaled_rows[i].x()), margin, 1e-3 * (1 + std::abs(margin)));
    }
  }
}

TEST(Logistic, SparseAndDenseStorageLearnTheSame) {
  const std::vector<Sample> rows = noisy_samples(2000, 1, 0.1);
  const auto dense = learnt_from(rows, 2);
  const auto sparse = learnt_from(rows, 1U << 20);  // too many for rows of weights
  for (const Sample& row : rows) {
    ASSERT_EQ(dense->margin(0, row.x()), sparse->margin(0, row.x()));
  }
}

TEST(Logistic, AnImportantExampleActsAsManyInARow) {
  // The limit of small steps: rates are the same for 1 and for many, so compare with weights that
  // are split finely after the learner has seen enough for its rates to be steady.
  const std::vector<Sample> rows = noisy_samples(20000, 1, 0.2);
  const auto at_once = learnt_from(rows, 2);
  const auto in_parts = learnt_from(rows, 2);
  const Sample& row = rows.front();
  at_once->learn(0, row.x(), Side::kRight, 3);
  for (int i = 0; i < 30; ++i) in_parts->learn(0, row.x(), Side::kRight, 0.1F);
  EXPECT_NEAR(at_once->margin(0, row.x()), in_parts->margin(0, row.x()), 0.01);
}

TEST(Logistic, HugeWeightsMoveTheMarginToTheRightSideAndNoFurtherThanTheyMust) {
  for (const float weight : {1e3F, 1e6F, 1e20F}) {
    const auto learner = make_logistic({1, 2}, {});
    const Sample row{{0, 1}, {1000, -1}, Side::kRight};
    const float margin = learner->learn(0, row.x(), Side::kRight, weight);
    EXPECT_GT(margin, 0);
    // du/dh = r / (1 + e^u), so the margin grows as the logarithm of the weight.
    EXPECT_LT(margin, std::log(weight) + 3);
    EXPECT_TRUE(std::isfinite(learner->margin(0, row.x())));
  }
}

TEST(Logistic, TheMarginReturnedIsTheOneThatIsThereThen) {
  const std::vector<Sample> rows = noisy_samples(500, 100, 0.2);
  const auto learner = make_logistic({1, 2}, {});
  for (const Sample& row : rows) {
    const float returned = learner->learn(0, row.x(), row.side, 1);
    ASSERT_NEAR(returned, learner->margin(0, row.x()), 1e-4 * (1 + std::abs(returned)));
  }
}

TEST(Logistic, L2ShrinksWeights) {
  const std::vector<Sample> rows = noisy_samples(5000, 1, 0);
  const Sample probe{{0}, {1}, Side::kRight};
  const auto size = [&](std::optional<double> l2) {
    return std::abs(learnt_from(rows, 2, 1, l2)->margin(0, probe.x()));
  };
  EXPECT_LT(size(0.01), size(std::nullopt));
  EXPECT_LT(size(1), size(0.01));
}

TEST(Logistic, WhatIsKeptAnswersAsTheLearnerDid) {
  for (const std::uint32_t features : {2U, 1U << 20}) {
    const std::vector<Sample> rows = noisy_samples(1000, 1, 0.1);
    const auto learner = learnt_from(rows, features);
    const auto kept = learner->trained();
    for (const Sample& row : rows) {
      ASSERT_NEAR(kept->margin(0, row.x()), learner->margin(0, row.x()), 1e-5);
    }
  }
}

TEST(Logistic, AProblemOfOneSideIsAnsweredByIt) {
  const auto learner = make_logistic({3, 2}, {});
  const Sample row{{0}, {1}, Side::kRight};
  learner->learn(1, row.x(), Side::kRight, 1);
  learner->learn(2, row.x(), Side::kLeft, 1);
  const auto kept = learner->trained();
  const Sample far{{0, 1}, {-1000, 1000}, Side::kRight};
  EXPECT_EQ(kept->margin(0, far.x()), 0);  // nobody came
  EXPECT_GT(kept->margin(1, far.x()), 0);
  EXPECT_LT(kept->margin(2, far.x()), 0);
}

TEST(Logistic, TheMarginReturnedIsRightWithL2Too) {
  const std::vector<Sample> rows = noisy_samples(200, 1, 0.2);
  const auto learner = make_logistic({1, 2}, {1, 1.0});
  for (const Sample& row : rows) {
    const float returned = learner->learn(0, row.x(), row.side, 1);
    ASSERT_NEAR(returned, learner->margin(0, row.x()), 1e-5);
  }
}

TEST(Logistic, LearnsOnAfterAnExampleOfGreatWeight) {
  const std::vector<Sample> rows = noisy_samples(3000, 1, 0);
  const auto learner = make_logistic({1, 2}, {});
  learner->learn(0, rows[0].x(), other(rows[0].side), 1e37F);
  for (int pass = 0; pass < 3; ++pass) {
    for (const Sample& row : rows)
      EXPECT_TRUE(std::isfinite(learner->learn(0, row.x(), row.side, 1)));
  }
}

// With so many problems that each has room for eight weights.
// Eight places for each problem, which is beyond its first examples.
class CrowdedLogistic : public testing::Test {
 protected:
  CrowdedLogistic() {
    for (const Side side : {Side::kLeft, Side::kRight}) learner_->learn(7, {}, side, 1);
  }

  // What the features and their margin are worth after they were learnt from.
  float learn(std::uint32_t feature, const std::vector<float>& rates) {
    const Sample row{{feature, feature + 100}, {1, 1}, Side::kRight};
    const Sample other{{feature + 1000}, {1}, Side::kLeft};
    learner_->learn(7, {row.indices, row.values, rates}, Side::kRight, 1);
    return learner_->margin(7, row.x()) - learner_->margin(7, other.x());
  }

  const std::vector<float> usual_ = {1.2F, 1.2F, 0.6F};
  const std::vector<float> common_ = {0.9F, 0.9F, 1.2F};
  const std::vector<float> telling_ = {20, 0.1F, 0.1F};
  const std::unique_ptr<OnlineLearner> learner_ = make_logistic({1U << 24, 1U << 20}, {});
};

TEST_F(CrowdedLogistic, FeaturesHaveAWeightWhenTheyComeAgain) {
  for (const std::uint32_t feature : {1U, 2U}) {
    EXPECT_EQ(learn(feature, usual_), 0) << feature;
    EXPECT_GT(learn(feature, usual_), 0) << feature;
  }
}

TEST_F(CrowdedLogistic, TellingFeaturesFindRoomWhereOthersDoNotAnyMore) {
  for (int time = 0; time < 3; ++time) {
    for (const std::uint32_t feature : {1U, 2U, 3U}) learn(feature, usual_);
  }
  EXPECT_EQ(learn(4, usual_), 0);  // more than half is full: no more for just anything
  EXPECT_EQ(learn(4, usual_), 0);
  EXPECT_GT(learn(5, telling_), 0);  // but for what tells, at once
  for (const std::uint32_t feature : {6U, 7U, 8U}) learn(feature, telling_);
  EXPECT_EQ(learn(10, telling_), 0);  // until all is full
  EXPECT_GT(learn(5, telling_), 0);   // what has a place keeps it
}

TEST_F(CrowdedLogistic, CommonFeaturesLeaveRoomForOthers) {
  for (int time = 0; time < 3; ++time) {
    for (const std::uint32_t feature : {1U, 2U}) learn(feature, common_);
  }
  EXPECT_EQ(learn(3, common_), 0);
  EXPECT_EQ(learn(3, common_), 0);
  EXPECT_EQ(learn(4, usual_), 0);
  EXPECT_GT(learn(4, usual_), 0);
}

// As many examples as there are labels; two where nobody says.
TEST(Logistic, TheFirstExamplesTeachEverything) {
  for (const std::uint32_t labels : {0U, 5U}) {
    const std::vector<float> shares(labels > 0 ? 1 : 0, static_cast<float>(labels));
    const auto learner = make_logistic({1, 1U << 20, {}, shares}, {});
    const Sample none{{999}, {1}, Side::kRight};
    std::size_t known = 0;
    for (std::uint32_t feature = 0; feature < 20; ++feature) {
      const Sample row{{feature}, {1}, Side::kRight};
      learner->learn(0, row.x(), row.side, 1);
      known += learner->margin(0, row.x()) > learner->margin(0, none.x()) ? 1 : 0;
    }
    EXPECT_EQ(known, labels > 0 ? labels : 2);
  }
}

TEST(Logistic, ProblemsHaveRoomByTheirShares) {
  std::vector<float> shares(1U << 20, 0);
  shares[3] = 1;
  shares[5] = 1;
  const auto learner = make_logistic({1U << 20, 1U << 20, {}, shares}, {});
  const Sample row{{1, 2, 3}, {1, 1, 1}, Side::kRight};
  const Sample none{{9}, {1}, Side::kRight};
  for (const std::uint32_t problem : {3U, 4U, 5U}) learner->learn(problem, row.x(), row.side, 1);
  for (const std::uint32_t problem : {3U, 5U}) {
    EXPECT_GT(learner->margin(problem, row.x()), learner->margin(problem, none.x()));
  }
  EXPECT_EQ(learner->margin(4, row.x()), learner->margin(4, none.x()));
}

TEST(Logistic, AFeatureThatIsToLearnFasterDoes) {
  const auto learner = make_logistic({1, 1U << 20}, {});
  const Sample row{{1, 2}, {1, 1}, Side::kRight};
  const std::vector<float> rates = {2.7F, 0.2F, 0.1F};
  learner->learn(0, {row.indices, row.values, rates}, Side::kRight, 1);
  const auto weight = [&](std::uint32_t feature) {
    const Sample of{{feature}, {1}, Side::kRight};
    const Sample none{{9}, {1}, Side::kRight};
    return learner->margin(0, of.x()) - learner->margin(0, none.x());
  };
  EXPECT_NEAR(weight(1) / weight(2), 13.5, 0.01);
}

TEST(Logistic, RatesThatAreAllOneChangeNothing) {
  const std::vector<Sample> rows = noisy_samples(500, 3, 0.1);
  const std::vector<float> ones = {1, 1, 1};
  const auto rated = make_logistic({1, 2}, {});
  const auto plain = learnt_from(rows, 2);
  for (const Sample& row : rows) rated->learn(0, {row.indices, row.values, ones}, row.side, 1);
  for (const Sample& row : rows) ASSERT_EQ(rated->margin(0, row.x()), plain->margin(0, row.x()));
}

TEST(Logistic, ExamplesOfNoWeightChangeNothing) {
  const std::vector<Sample> rows = noisy_samples(100, 1, 0);
  const auto learner = learnt_from(rows, 2);
  const float before = learner->margin(0, rows[0].x());
  learner->learn(0, rows[0].x(), Side::kLeft, 0);
  const Sample large{{0, 1}, {1e6F, 1e6F}, Side::kLeft};
  learner->learn(0, large.x(), Side::kLeft, 0);
  EXPECT_EQ(learner->margin(0, rows[0].x()), before);
}

}  // namespace
}  // namespace ect::learners
