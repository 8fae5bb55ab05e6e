// Probing: probabilities from answers alone.
#include "learners/probing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "ect/random.h"
#include "learners/compose.h"
#include "tests/helpers/learner_mocks.h"

namespace ect::learners {
namespace {

Dataset alike(std::uint32_t size) { return one_example_a_label(std::vector<float>(size, 1), true); }

// `right` of `all` examples, which look alike, are of the right side.
std::vector<BinaryExample> sides(std::uint32_t right, std::uint32_t all, float weight = 1) {
  std::vector<BinaryExample> examples;
  for (std::uint32_t i = 0; i < all; ++i) {
    examples.push_back({i, i < right ? Side::kRight : Side::kLeft, weight});
  }
  return examples;
}

// The estimate by T inner classifiers that are the best there are.
double estimate(std::uint32_t right, std::uint32_t all, std::uint32_t thresholds,
                float weight = 1) {
  const Dataset data = alike(all);
  const auto probing = make_probing(std::make_unique<MajorityLearner>(thresholds), thresholds);
  std::vector<float> margins(all);
  probing->fit(0, data, sides(right, all, weight), margins);
  const float margin = probing->margin(0, data.row(0));
  for (const float out_of_fold : margins) EXPECT_EQ(out_of_fold, margin);
  EXPECT_EQ(probing->trained()->margin(0, data.row(0)), margin);
  return probability_of(margin);
}

TEST(Probing, TheExampleOfItsEssay) { EXPECT_NEAR(estimate(7, 10, 4), 0.75, 1e-6); }

TEST(Probing, BestClassifiersTellEveryProbabilityToHalfAThreshold) {
  for (std::uint32_t thresholds = 1; thresholds <= 16; ++thresholds) {
    for (std::uint32_t all = 1; all <= 12; ++all) {
      for (std::uint32_t right = 0; right <= all; ++right) {
        const double truth = static_cast<double>(right) / all;
        EXPECT_NEAR(estimate(right, all, thresholds), truth, 0.5 / thresholds + 1e-6)
            << right << " of " << all << " by " << thresholds;
      }
    }
  }
}

TEST(Probing, TheScaleOfWeightsDoesNotMatter) {
  EXPECT_EQ(estimate(3, 7, 9, 1e-6F), estimate(3, 7, 9));
  EXPECT_EQ(estimate(3, 7, 9, 1e30F), estimate(3, 7, 9));
}

TEST(Probing, EndsAreTheMiddleOfWhatAllAnswersTell) {
  EXPECT_NEAR(estimate(0, 10, 8), 1.0 / 32, 1e-6);
  EXPECT_NEAR(estimate(10, 10, 8), 31.0 / 32, 1e-6);
  EXPECT_NEAR(estimate(10, 10, 1), 0.75, 1e-6);
}

TEST(Probing, HalfAndNothingAreMarginZero) {
  EXPECT_EQ(estimate(5, 10, 8), 0.5);
  EXPECT_EQ(estimate(5, 10, 7), 0.5);  // the middle threshold itself says neither
  const Dataset data = alike(1);
  const auto probing = make_probing(std::make_unique<MajorityLearner>(14), 7);
  EXPECT_EQ(probing->margin(1, data.row(0)), 0);
}

TEST(Probing, InnerProblemsHaveTheWeightsOfTheirThresholds) {
  const Dataset data = one_example_a_label({1, 1, 1});
  auto recording = std::make_unique<RecordingBatch>(std::vector<float>(8, 1));
  const RecordingBatch& seen = *recording;
  const auto probing = make_probing(std::move(recording), 4);
  std::vector<float> margins(2);
  probing->fit(1, data, std::vector<BinaryExample>{{0, Side::kRight, 8}, {2, Side::kLeft, 16}},
               margins);
  EXPECT_EQ(seen.given.size(), 4U);
  EXPECT_EQ(seen.given.at(4), (std::vector<Given>{{0, Side::kRight, 7}, {2, Side::kLeft, 2}}));
  EXPECT_EQ(seen.given.at(7), (std::vector<Given>{{0, Side::kRight, 1}, {2, Side::kLeft, 14}}));
}

// P(right | x) = 1 / (1 + exp(-3 x)): what a linear classifier can tell at every threshold.
TEST(Probing, HingeUnderProbingFindsKnownProbabilities) {
  Random random(5);
  Dataset data;
  std::vector<BinaryExample> examples;
  for (std::uint32_t i = 0; i < 4000; ++i) {
    const double x = 2 * random.uniform() - 1;
    const bool right = random.chance(1 / (1 + std::exp(-3 * x)));
    Example example;
    example.label = right ? "right" : "left";
    example.indices = {0};
    example.values = {static_cast<float>(x)};
    data.add(example);
    examples.push_back({i, right ? Side::kRight : Side::kLeft, 1});
  }
  LearnerOptions options;
  options.probing = 15;
  const auto learner = make_batch(learner_named("hinge"), {1, 1}, options);
  std::vector<float> margins(examples.size());
  learner->fit(0, data, examples, margins);
  double off = 0;
  for (std::uint32_t i = 0; i < 4000; ++i) {
    const auto x = static_cast<double>(data.row(i).values[0]);
    off += std::abs(probability_of(learner->margin(0, data.row(i))) - 1 / (1 + std::exp(-3 * x)));
  }
  EXPECT_LT(off / 4000, 0.05);
}

}  // namespace
}  // namespace ect::learners
