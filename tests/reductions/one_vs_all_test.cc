// One-vs-all: decoding by scores and by votes, costs, and probabilities.
#include "reductions/flat/one_vs_all.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::reductions {
namespace {

std::uint32_t ask_every(const Reduction& reduction, const std::vector<float>& margins,
                        Features x = {}) {
  std::uint64_t questions = 0;
  const std::uint32_t label = reduction.predict(FixedClassifiers(margins), x, questions);
  EXPECT_EQ(questions, margins.size());
  return label;
}

// Labels that are predicted for a thousand inputs with the same answers.
std::vector<int> counts_by_votes(const std::vector<float>& margins, std::uint64_t seed = 1) {
  const OneVsAll reduction(static_cast<std::uint32_t>(margins.size()), OneVsAll::Decode::kVotes,
                           seed);
  std::vector<int> counts(margins.size());
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const std::vector<std::uint32_t> indices = {i % 7, 10};
    const std::vector<float> values = {static_cast<float>(i), 0.5F};
    const std::uint32_t label = ask_every(reduction, margins, {indices, values});
    EXPECT_EQ(ask_every(reduction, margins, {indices, values}),
              label);  // the same whenever it is asked
    ++counts[label];
  }
  return counts;
}

TEST(OneVsAll, AsksForEachLabelWhetherItIsThatOne) {
  const OneVsAll reduction(3, OneVsAll::Decode::kScores, 1);
  std::vector<Member> members;
  reduction.problems_of(1, members);
  const std::vector<Member> expected = {{0, Side::kLeft}, {1, Side::kRight}, {2, Side::kLeft}};
  EXPECT_EQ(members, expected);
  reduction.labels_of(1, members);
  EXPECT_EQ(members, expected);
}

TEST(OneVsAll, PredictsTheLargestScoreAndOfEqualOnesTheFirst) {
  const OneVsAll reduction(4, OneVsAll::Decode::kScores, 1);
  EXPECT_EQ(ask_every(reduction, {-3, -1, -2, -5}), 1U);
  EXPECT_EQ(ask_every(reduction, {-3, 2, 2, -5}), 1U);
  EXPECT_EQ(ask_every(reduction, {NAN, NAN, -7, NAN}), 2U);
}

TEST(OneVsAll, ByScoresIsConsistent) {
  EXPECT_EQ(wrong_by_labels<LogOddsLearner>("one-vs-all", 3000, 15), 0);
  EXPECT_EQ(wrong_by_costs<LogOddsLearner>("one-vs-all", 3000, 15), 0);
}

TEST(OneVsAll, EstimatesTheCostOfEachLabel) {
  const std::vector<std::vector<float>> costs = {{0, 1, 0.5F}, {0.25F, 0.5F, 0}};
  const Dataset data = costly(costs, {3, 1}, true);
  const auto reduction = made("one-vs-all", 3);
  LogOddsLearner learner(3);
  reduction->fit_costs(learner, data, all_rows(data), 1, nullptr);
  const std::vector<double> expected = {0.0625, 0.875, 0.375};
  for (std::uint32_t label = 0; label < 3; ++label) {
    EXPECT_NEAR(1 - learners::probability_of(learner.margin(label, {})), expected[label], 1e-6);
  }
}

TEST(OneVsAll, ByVotesTakesNoCosts) {
  const OneVsAll reduction(3, OneVsAll::Decode::kVotes, 1);
  const std::vector<float> costs = {0, 0.5F, 1};
  EXPECT_EQ(error_of([&] { reduction.weigh(0, costs); }),
            "one-vs-all cannot be trained on costs with votes (expected scores)");
}

// The paper's introduction: no label has probability 1/2, and all optimal classifiers say no.
TEST(OneVsAll, ByVotesIsNotConsistent) {
  const std::vector<float> p = {0.4F, 0.3F, 0.3F};
  const Dataset data = one_example_a_label(p, true);
  MajorityLearner learner(3);
  const OneVsAll reduction(3, OneVsAll::Decode::kVotes, 1);
  reduction.fit(learner, data, all_rows(data), 1, nullptr);
  std::vector<float> margins;
  for (std::uint32_t i = 0; i < 3; ++i) margins.push_back(learner.margin(i, {}));
  for (const float margin : margins) EXPECT_EQ(learners::side_of(margin), Side::kLeft);
  for (const int count : counts_by_votes(margins)) EXPECT_NEAR(count, 333, 60);
  EXPECT_EQ(reduction.guarantee(false), "");
  // The same answers by scores.
  EXPECT_EQ(ask_every(OneVsAll(3, OneVsAll::Decode::kScores, 1), margins), 0U);
}

TEST(OneVsAll, ByVotesChoosesAmongThoseThatSayYes) {
  const std::vector<int> counts = counts_by_votes({-1, 2, -3, 0.1F, 5});
  EXPECT_EQ(counts[0], 0);
  EXPECT_EQ(counts[2], 0);
  for (const std::size_t yes : {1U, 3U, 4U}) EXPECT_NEAR(counts[yes], 333, 60);
  EXPECT_EQ(counts_by_votes({-1, 2, -3})[1], 1000);
  EXPECT_NE(counts_by_votes({-1, 2, 3}, 1), counts_by_votes({-1, 2, 3}, 2));
}

TEST(OneVsAll, ProbabilitiesByVotesAreThoseOfTheChoice) {
  const OneVsAll reduction(4, OneVsAll::Decode::kVotes, 1);
  const FixedClassifiers two({-1, 2, -3, 4});
  EXPECT_DOUBLE_EQ(reduction.probability(two, {}, 0), 0);
  EXPECT_DOUBLE_EQ(reduction.probability(two, {}, 1), 0.5);
  EXPECT_DOUBLE_EQ(reduction.probability(FixedClassifiers({-1, -1, -1, -1}), {}, 0), 0.25);
}

TEST(OneVsAll, TheWayToDecodeIsChosenAndStored) {
  ReductionPlan plan = plan_for(3, 0x123456789abcdefULL);
  plan.decode = parse_decode("votes");
  const auto votes = reduction_named("one-vs-all").make(plan);
  EXPECT_EQ(votes->stored(), (std::vector<std::uint32_t>{1, 0x89abcdef, 0x1234567}));
  plan.decode = parse_decode("scores");
  EXPECT_EQ(reduction_named("one-vs-all").make(plan)->stored()[0], 0U);
  EXPECT_EQ(error_of([&] { parse_decode("vote"); }),
            "unknown decoding of one-vs-all (expected scores or votes)");
}

}  // namespace
}  // namespace ect::reductions
