// Requirements on every reduction of the table.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "ect/predict.h"
#include "ect/random.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect::reductions {
namespace {

class EveryReduction : public testing::TestWithParam<std::string_view> {
 protected:
  const ReductionKind& kind() const { return reduction_named(GetParam()); }
  std::unique_ptr<Reduction> make(std::uint32_t classes, std::uint64_t seed = 1) const {
    return made(GetParam(), classes, seed);
  }
};
class ReductionOfCosts : public EveryReduction {};
class ReductionOfLabels : public EveryReduction {};
class ReductionByAnswers : public EveryReduction {};

std::vector<float> some_weights(std::uint32_t labels) {
  std::vector<float> weights;
  for (std::uint32_t i = 0; i < labels; ++i) weights.push_back(1 + 0.5F * static_cast<float>(i));
  return weights;
}

GivenAt given_online(const Reduction& reduction, const Dataset& data,
                     const std::vector<float>& margins) {
  RecordingOnline online(margins);
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    if (data.has_costs()) {
      reduction.learn_costs(online, data.row(i), data.costs(i), data.weight(i));
    } else {
      reduction.learn(online, data.row(i), data.label(i), data.weight(i));
    }
  }
  sort_all(online.given);
  return online.given;
}

GivenAt given_in_batch(const Reduction& reduction, const Dataset& data,
                       const std::vector<float>& margins, unsigned threads = 1) {
  RecordingBatch batch(margins);
  if (data.has_costs()) {
    reduction.fit_costs(batch, data, all_rows(data), threads, nullptr);
  } else {
    reduction.fit(batch, data, all_rows(data), threads, nullptr);
  }
  sort_all(batch.given);
  return batch.given;
}

// One example a label with the costs that mean that label.
Dataset labels_as_costs(std::uint32_t labels) {
  std::vector<std::vector<float>> costs(labels, std::vector<float>(labels, 1));
  for (std::uint32_t i = 0; i < labels; ++i) costs[i][i] = 0;
  return costly(costs, some_weights(labels));
}

Dataset random_costs(std::uint32_t labels, std::size_t examples, Random& random) {
  std::vector<std::vector<float>> costs(examples, std::vector<float>(labels));
  for (auto& row : costs) {
    // Eighths, so that some are equal.
    for (float& cost : row) cost = static_cast<float>(random.below(9)) / 8;
  }
  return costly(costs, some_weights(static_cast<std::uint32_t>(examples)));
}

TEST_P(EveryReduction, LearnsTheSameExamplesOnlineAndInABatch) {
  Random random(1);
  for (std::uint32_t k = 2; k <= 20; ++k) {
    const auto reduction = make(k, k);
    const Dataset data = one_example_a_label(some_weights(k));
    const std::vector<float> margins = random_margins(reduction->problems(), random);
    const GivenAt given = given_in_batch(*reduction, data, margins);
    EXPECT_EQ(given_online(*reduction, data, margins), given);
    EXPECT_FALSE(given.empty());
  }
}

TEST_P(ReductionOfCosts, LearnsTheSameOnlineAndInABatch) {
  Random random(2);
  for (std::uint32_t k = 2; k <= 20; ++k) {
    const auto reduction = make(k, k);
    const Dataset data = random_costs(k, 6, random);
    const std::vector<float> margins = random_margins(reduction->problems(), random);
    const GivenAt given = given_in_batch(*reduction, data, margins);
    EXPECT_EQ(given_online(*reduction, data, margins), given);
    EXPECT_FALSE(given.empty());
  }
}

TEST_P(ReductionOfCosts, LearnsOneButForTheLabelAsTheLabelExampleForExample) {
  Random random(3);
  for (std::uint32_t k = 2; k <= 20; ++k) {
    const auto reduction = make(k, k);
    const std::vector<float> margins = random_margins(reduction->problems(), random);
    const Dataset labels = one_example_a_label(some_weights(k));
    EXPECT_EQ(given_in_batch(*reduction, labels_as_costs(k), margins),
              given_in_batch(*reduction, labels, margins));
    EXPECT_EQ(given_online(*reduction, labels_as_costs(k), margins),
              given_online(*reduction, labels, margins));
  }
}

TEST_P(ReductionOfLabels, DoesNotTakeCostsThatItCannotLearn) {
  const auto reduction = make(4);
  RecordingOnline learner(std::vector<float>(reduction->problems()));
  const Dataset data = labels_as_costs(4);
  EXPECT_EQ(error_of([&] { reduction->learn_costs(learner, data.row(0), data.costs(0), 1); }),
            "this reduction cannot be trained on costs");
}

TEST_P(EveryReduction, DoesNotDependOnThreads) {
  Random random(4);
  const auto reduction = make(20);
  const std::vector<float> margins = random_margins(reduction->problems(), random);
  const Dataset data = one_example_a_label(some_weights(20));
  EXPECT_EQ(given_in_batch(*reduction, data, margins, 1),
            given_in_batch(*reduction, data, margins, 4));
  if (!kind().costs) return;
  const Dataset costs = random_costs(20, 30, random);
  EXPECT_EQ(given_in_batch(*reduction, costs, margins, 1),
            given_in_batch(*reduction, costs, margins, 4));
}

TEST_P(EveryReduction, LeavesOutExamplesOfNoWeight) {
  const auto reduction = make(4);
  const Dataset data = one_example_a_label({0, 1, 0, 1});
  for (const auto& [problem, list] :
       given_in_batch(*reduction, data, std::vector<float>(reduction->problems()))) {
    for (const auto& [feature, side, weight] : list) EXPECT_EQ(feature % 2, 1U);
  }
}

// The answers are the same for all examples, so one label is predicted for all.
TEST_P(ReductionByAnswers, TellsTheErrorByOutOfFoldMargins) {
  Random random(5);
  for (std::uint32_t k = 2; k <= 20; ++k) {
    const auto reduction = make(k, k);
    RecordingBatch learner(random_margins(reduction->problems(), random));
    const Dataset data = one_example_a_label(some_weights(k));
    EXPECT_DOUBLE_EQ(reduction->fit(learner, data, all_rows(data), 2, nullptr),
                     (k - 1.0) / static_cast<double>(k));
    if (!kind().costs) continue;
    const Dataset costs = random_costs(k, 40, random);
    std::uint64_t questions = 0;
    const std::uint32_t predicted = reduction->predict(learner, costs.row(0), questions);
    double wrong = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) {
      const auto of = costs.costs(i);
      wrong += of[predicted] > *std::min_element(of.begin(), of.end()) ? 1 : 0;
    }
    EXPECT_DOUBLE_EQ(reduction->fit_costs(learner, costs, all_rows(costs), 2, nullptr),
                     wrong / static_cast<double>(costs.size()));
  }
}

// Its out-of-fold margins are right for even rows and wrong for odd ones; asked, it knows nothing.
class RightForEvenRows : public learners::BatchLearner {
 public:
  void fit(std::uint32_t, const Dataset&, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const bool right = (examples[i].side == Side::kRight) == (examples[i].row % 2 == 0);
      margins[i] = right ? 9.0F : -9.0F;
    }
  }
  float margin(std::uint32_t, Features) const override { return 0; }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return nullptr; }
};

TEST_P(EveryReduction, CountsAnExampleByItsOwnOutOfFoldMargins) {
  for (const std::uint32_t k : {2U, 4U, 6U, 20U}) {
    // Enough of a label to be routed by them.
    const std::vector<float> weights = some_weights(k);
    Dataset data;
    for (std::uint32_t row = 0; row < 2 * kMinRoutedOutOfFold * k; ++row) {
      Example example;
      example.label = std::to_string(row / 2 % k);
      example.weight = weights[row / 2 % k];
      example.indices = {row};
      example.values = {1};
      data.add(example);
    }
    RightForEvenRows learner;
    EXPECT_DOUBLE_EQ(make(k, k)->fit(learner, data, all_rows(data), 2, nullptr), 0.5) << k;
    if (!kind().costs) continue;
    const Dataset costs = labels_as_costs(k);
    EXPECT_DOUBLE_EQ(make(k, k)->fit_costs(learner, costs, all_rows(costs), 2, nullptr), 0.5);
  }
}

TEST_P(EveryReduction, GivesProbabilitiesThatSumToOneAndPutsThePredictedLabelFirst) {
  Random random(6);
  std::vector<Scored> scored;
  for (std::uint32_t k = 2; k <= 40; ++k) {
    const auto reduction = make(k, k);
    const FixedClassifiers classifiers(random_margins(reduction->problems(), random));
    reduction->top_labels(classifiers, {}, k, scored);
    ASSERT_EQ(scored.size(), k);
    std::uint64_t questions = 0;
    EXPECT_EQ(scored.front().label, reduction->predict(classifiers, {}, questions));
    EXPECT_GT(questions, 0U);
    EXPECT_LE(questions, reduction->most_questions());
    double sum = 0;
    std::vector<bool> seen(k);
    for (std::size_t i = 0; i < k; ++i) {
      sum += scored[i].probability;
      seen[scored[i].label] = true;
      EXPECT_GE(scored[i].probability, 0);
      EXPECT_NEAR(reduction->probability(classifiers, {}, scored[i].label), scored[i].probability,
                  1e-9);
      if (i > 1) {
        EXPECT_LE(scored[i].probability, scored[i - 1].probability);
      }
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), false), 0);
    reduction->top_labels(classifiers, {}, 2, scored);
    EXPECT_EQ(scored.size(), 2U);
  }
}

TEST_P(EveryReduction, StandsMarginsThatAreNoNumbers) {
  for (const float odd : {NAN, INFINITY, -INFINITY}) {
    for (const std::uint32_t k : {2U, 3U, 9U}) {
      const auto reduction = make(k);
      std::vector<float> margins(reduction->problems(), 1);
      for (std::size_t i = 0; i < margins.size(); i += 2) margins[i] = odd;
      for (const std::vector<float>& given : {margins, std::vector<float>(margins.size(), odd)}) {
        const FixedClassifiers classifiers(given);
        std::uint64_t questions = 0;
        EXPECT_LT(reduction->predict(classifiers, {}, questions), k);
        double sum = 0;
        for (std::uint32_t label = 0; label < k; ++label) {
          const double probability = reduction->probability(classifiers, {}, label);
          EXPECT_GE(probability, 0);
          sum += probability;
        }
        EXPECT_NEAR(sum, 1, 1e-9);
      }
    }
  }
}

TEST_P(EveryReduction, IsTheSameAfterItWasStored) {
  Random random(7);
  for (const std::uint32_t k : {2U, 3U, 8U, 13U, 40U}) {
    const auto reduction = make(k, random.next());
    const auto again = kind().load(reduction->stored(), k);
    EXPECT_EQ(again->stored(), reduction->stored());
    EXPECT_EQ(again->classes(), k);
    ASSERT_EQ(again->problems(), reduction->problems());
    for (int round = 0; round < 50; ++round) {
      const FixedClassifiers classifiers(random_margins(reduction->problems(), random));
      std::uint64_t questions = 0;
      ASSERT_EQ(again->predict(classifiers, {}, questions),
                reduction->predict(classifiers, {}, questions));
    }
  }
}

// A word too many, too few, or another: refused, or as good as the first.
TEST_P(EveryReduction, RefusesStoredWordsThatMeanNothing) {
  const auto reduction = make(5);
  const std::vector<std::uint32_t> words = reduction->stored();
  const auto refused = [&](const std::vector<std::uint32_t>& changed) {
    try {
      const auto again = kind().load(changed, 5);
      const FixedClassifiers classifiers(std::vector<float>(again->problems(), 1));
      std::uint64_t questions = 0;
      EXPECT_LT(again->predict(classifiers, {}, questions), 5U);
      return false;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kModelFormat);
      return true;
    }
  };
  std::vector<std::uint32_t> longer = words;
  longer.push_back(0);
  EXPECT_TRUE(refused(longer));
  if (!words.empty()) {
    EXPECT_TRUE(refused({words.begin(), words.end() - 1}));
    EXPECT_TRUE(refused({}));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const std::uint32_t word : {0U, 1U, 2U, 3U, words[i] ^ 1U, 0x7fffffffU, 0xffffffffU}) {
      std::vector<std::uint32_t> changed = words;
      changed[i] = word;
      refused(changed);
    }
  }
}

template <class Wanted>
std::vector<std::string_view> names(const Wanted& wanted) {
  std::vector<std::string_view> result;
  for (const ReductionKind& kind : reduction_kinds()) {
    if (wanted(kind)) result.push_back(kind.name);
  }
  return result;
}

const auto kAll = names([](const ReductionKind&) { return true; });
const auto kOfCosts = names([](const ReductionKind& kind) { return kind.costs; });
const auto kOfLabels = names([](const ReductionKind& kind) { return !kind.costs; });
// The Tree asks what decides and learns the rest, too.
const auto kByAnswers = names([](const ReductionKind& kind) { return kind.name != "tree"; });

std::string shown_name(const testing::TestParamInfo<std::string_view>& param) {
  std::string name(param.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryReduction, testing::ValuesIn(kAll), shown_name);
INSTANTIATE_TEST_SUITE_P(Table, ReductionOfCosts, testing::ValuesIn(kOfCosts), shown_name);
INSTANTIATE_TEST_SUITE_P(Table, ReductionOfLabels, testing::ValuesIn(kOfLabels), shown_name);
INSTANTIATE_TEST_SUITE_P(Table, ReductionByAnswers, testing::ValuesIn(kByAnswers), shown_name);

}  // namespace
}  // namespace ect::reductions
