// Costing: the Translation Theorem on small exact distributions, what is stored, and composed
// learners in models and on the command line.
#include "learners/costing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "learners/compose.h"
#include "model/named_options.h"
#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/small_models.h"

namespace ect::learners {
namespace {

// Rows 0, 1, ... of one feature each, the row's own number, all of one label with many examples.
Dataset numbered(std::uint32_t size) {
  Dataset data;
  for (std::uint32_t row = 0; row < size; ++row) {
    Example example;
    example.label = "some";
    example.indices = {row};
    example.values = {1};
    data.add(example);
  }
  return data;
}

// Answers 7 for a row that it has learnt as right, -7 for one learnt as left, and for others
// -1 or 1 by the side that most of those belong to that it has learnt. Its out-of-fold margins
// are 3.
class Memory final : public learners::BatchLearner {
 public:
  explicit Memory(std::uint32_t problems) : learnt_(problems), majority_(problems) {}

  void fit(std::uint32_t problem, const Dataset&, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    ++fits;
    for (const BinaryExample& example : examples) {
      EXPECT_EQ(example.weight, 1);
      const float sign = example.side == Side::kRight ? 1 : -1;
      learnt_[problem][example.row] = 7 * sign;
      majority_[problem] += sign;
    }
    std::fill(margins.begin(), margins.end(), 3.0F);
  }
  float margin(std::uint32_t problem, Features x) const override {
    const auto known = learnt_[problem].find(x.indices.front());
    if (known != learnt_[problem].end()) return known->second;
    return majority_[problem] > 0 ? 1 : -1;
  }
  std::unique_ptr<TrainedClassifiers> trained() override { return nullptr; }

  std::set<std::uint32_t> rows(std::uint32_t problem) const {
    std::set<std::uint32_t> rows;
    for (const auto& [row, margin] : learnt_[problem]) rows.insert(row);
    return rows;
  }
  int fits = 0;

 private:
  std::vector<std::map<std::uint32_t, float>> learnt_;
  std::vector<float> majority_;
};

struct Drawn {
  std::vector<std::set<std::uint32_t>> rows;  // by draw
  std::vector<float> margins;
  int fits;
};

Drawn drawn(const std::vector<BinaryExample>& examples, std::uint32_t draws,
            std::uint64_t seed = 1) {
  const Dataset data = numbered(32);
  auto memory = std::make_unique<Memory>(2 * draws);
  const Memory& seen = *memory;
  const auto costing = make_costing(std::move(memory), 2, draws, seed);
  std::vector<float> margins(examples.size());
  costing->fit(1, data, examples, margins);
  Drawn result{{}, margins, seen.fits};
  for (std::uint32_t i = 0; i < draws; ++i) {
    EXPECT_TRUE(seen.rows(i).empty());  // those of problem 0
    result.rows.push_back(seen.rows(draws + i));
  }
  return result;
}

TEST(Costing, KeepsEachExampleWithProbabilityWeightOverLargestWeight) {
  const std::vector<BinaryExample> examples = {{0, Side::kLeft, 8},
                                               {1, Side::kRight, 4},
                                               {2, Side::kLeft, 1},
                                               {3, Side::kRight, 0.5F},
                                               {4, Side::kRight, 0}};
  constexpr std::uint32_t kDraws = 4000;
  const Drawn result = drawn(examples, kDraws);
  for (const BinaryExample& example : examples) {
    const auto kept = std::count_if(result.rows.begin(), result.rows.end(),
                                    [&](const auto& rows) { return rows.contains(example.row); });
    const double share = static_cast<double>(example.weight) / 8;
    const double deviation = std::sqrt(kDraws * share * (1 - share));
    EXPECT_LE(std::abs(static_cast<double>(kept) - kDraws * share), 4 * deviation) << example.row;
  }
}

// All weights of {0, 1, 2, 4} for four examples at one point x, two of either side. The plain
// examples that are drawn have, in expectation, the majority of the weighted ones: who is best for
// them is best for the weights.
TEST(Costing, TranslationTheoremOnAllSmallWeights) {
  constexpr std::uint32_t kDraws = 600;
  const std::vector<float> weights = {0, 1, 2, 4};
  int decided = 0;
  for (std::uint32_t code = 0; code < 256; ++code) {
    std::vector<BinaryExample> examples;
    double right = 0;
    double left = 0;
    double largest = 0;
    for (std::uint32_t i = 0; i < 4; ++i) {
      const float weight = weights[code >> (2 * i) & 3];
      examples.push_back({i, i < 2 ? Side::kRight : Side::kLeft, weight});
      (i < 2 ? right : left) += static_cast<double>(weight);
      largest = std::max(largest, static_cast<double>(weight));
    }
    const Drawn result = drawn(examples, kDraws);
    double kept_right = 0;
    double kept_left = 0;
    for (const auto& rows : result.rows) {
      for (const std::uint32_t row : rows) ++(row < 2 ? kept_right : kept_left);
    }
    if (result.fits == 1) {  // equal weights: one draw stands for all
      kept_right *= kDraws;
      kept_left *= kDraws;
    }
    if (largest > 0) {
      EXPECT_NEAR(kept_right / kDraws, right / largest, 0.12) << code;
      EXPECT_NEAR(kept_left / kDraws, left / largest, 0.12) << code;
    }
    if (right == left) continue;
    ++decided;
    EXPECT_EQ(kept_right > kept_left, right > left) << code;
  }
  EXPECT_GT(decided, 200);
}

TEST(Costing, EqualWeightsKeepAllInOneDraw) {
  const Drawn result = drawn({{3, Side::kLeft, 2.5F}, {5, Side::kRight, 2.5F}}, 10);
  EXPECT_EQ(result.fits, 1);
  EXPECT_EQ(result.rows[0], (std::set<std::uint32_t>{3, 5}));
  EXPECT_NEAR(result.margins[0], 3, 1e-5);  // the inner learner's out-of-fold margins
}

TEST(Costing, WeightsOfZeroAreNeverKeptAndAloneTeachNothing) {
  EXPECT_EQ(drawn({{3, Side::kLeft, 0}, {5, Side::kRight, 0}}, 10).fits, 0);
  EXPECT_EQ(drawn({}, 10).fits, 0);
  for (const auto& rows : drawn({{3, Side::kLeft, 0}, {5, Side::kRight, 1e37F}}, 50).rows) {
    EXPECT_EQ(rows, std::set<std::uint32_t>{5});
  }
  const auto costing = make_costing(std::make_unique<Memory>(4), 1, 4, 1);
  const Dataset data = numbered(1);
  EXPECT_EQ(costing->margin(0, data.row(0)), 0);
}

TEST(Costing, WhoIsKeptDependsOnTheSeedAndNotOnTheOrderOfExamples) {
  std::vector<BinaryExample> examples;
  for (std::uint32_t row = 0; row < 20; ++row) {
    examples.push_back(
        {row, row % 3 == 0 ? Side::kRight : Side::kLeft, 1 + static_cast<float>(row)});
  }
  const Drawn forth = drawn(examples, 5);
  EXPECT_NE(forth.rows[0], forth.rows[1]);
  EXPECT_NE(drawn(examples, 5, 2).rows, forth.rows);
  std::reverse(examples.begin(), examples.end());
  Drawn back = drawn(examples, 5);
  EXPECT_EQ(back.rows, forth.rows);
  std::reverse(back.margins.begin(), back.margins.end());
  EXPECT_EQ(back.margins, forth.margins);
}

TEST(Costing, OneDrawIsOneSample) {
  const Drawn result = drawn({{0, Side::kLeft, 4}, {1, Side::kRight, 1e-6F}}, 1);
  EXPECT_EQ(result.fits, 1);
  EXPECT_EQ(result.rows[0], std::set<std::uint32_t>{0});
  EXPECT_NEAR(result.margins[1], -1, 1e-5);  // as the draw says that did not see it
}

// The heavy example is in every draw and has the inner learner's out-of-fold margin; the light ones
// have what was learnt without them, never the 7 of those who know them.
TEST(Costing, OutOfFoldMarginsComeFromTheDrawsThatLeftTheExampleOut) {
  const std::vector<BinaryExample> examples = {
      {0, Side::kRight, 10}, {1, Side::kLeft, 1}, {2, Side::kLeft, 1}};
  const Drawn result = drawn(examples, 12);
  EXPECT_NEAR(result.margins[0], 3, 1e-5);
  for (const std::size_t light : {1U, 2U}) {
    double right = 0;
    double left = 0;
    for (const auto& rows : result.rows) {
      if (rows.contains(static_cast<std::uint32_t>(light))) continue;
      const bool majority_right = rows.size() == 1;  // one against one is left, by its -1
      right += probability_of(majority_right ? 1 : -1);
      left += probability_of(majority_right ? -1 : 1);
    }
    EXPECT_NEAR(result.margins[light], std::log(right / left), 1e-5);
  }
}

TEST(Costing, LabelsWithFewExamplesTakeTheMeanOfAllDraws) {
  const Dataset data = one_example_a_label({1, 1});
  const auto costing = make_costing(std::make_unique<Memory>(8), 1, 8, 1);
  const std::vector<BinaryExample> examples = {{0, Side::kRight, 2}, {1, Side::kLeft, 1}};
  std::vector<float> margins(2);
  costing->fit(0, data, examples, margins);
  // Without row 1 all say 1, with it its out-of-fold margin is 3: not 1 alone.
  EXPECT_GT(margins[1], 1.2F);
  EXPECT_LT(margins[1], 3);
}

// A line with noise; the left side of the weights is worth more, so that the best line moves.
Dataset weighted_line(std::uint32_t size, std::uint64_t seed,
                      std::vector<BinaryExample>& examples) {
  Random random(seed);
  Dataset data;
  for (std::uint32_t i = 0; i < size; ++i) {
    const double x = 2 * random.uniform() - 1;
    const bool right = random.chance(1 / (1 + std::exp(-3 * x)));
    Example example;
    example.label = right ? "right" : "left";
    example.indices = {0, 1};
    example.values = {static_cast<float>(x), static_cast<float>(random.uniform())};
    data.add(example);
    const double weight = (right ? 1 : 4) * (0.5 + random.uniform());
    examples.push_back({i, right ? Side::kRight : Side::kLeft, static_cast<float>(weight)});
  }
  return data;
}

double weighted_error(const Classifiers& classifiers, const Dataset& data,
                      const std::vector<BinaryExample>& examples) {
  double wrong = 0;
  double all = 0;
  for (const BinaryExample& example : examples) {
    const auto weight = static_cast<double>(example.weight);
    const Side side = side_of(classifiers.margin(0, data.row(example.row)));
    all += weight;
    wrong += side != example.side ? weight : 0;
  }
  return wrong / all;
}

TEST(Costing, AgreesWithALearnerThatTakesWeights) {
  std::vector<BinaryExample> examples;
  const Dataset data = weighted_line(2000, 3, examples);
  std::vector<BinaryExample> others;
  const Dataset test = weighted_line(4000, 4, others);
  const LearnerKind& hinge = learner_named("hinge");
  const auto learn = [&](std::vector<BinaryExample> given, std::uint32_t costing) {
    LearnerOptions options;
    options.costing = costing;
    const auto learner = make_batch(hinge, {1, 2}, options);
    std::vector<float> margins(given.size());
    learner->fit(0, data, given, margins);
    return weighted_error(*learner->trained(), test, others);
  };
  std::vector<BinaryExample> plain = examples;
  for (BinaryExample& example : plain) example.weight = 1;
  const double by_weights = learn(examples, 0);
  EXPECT_NEAR(learn(examples, 10), by_weights, 0.01);
  EXPECT_GT(learn(plain, 0), by_weights + 0.03);  // weights matter here
}

TEST(Costing, WhatWasLearntIsKeptAndRead) {
  std::vector<BinaryExample> examples;
  const Dataset data = weighted_line(200, 3, examples);
  const LearnerKind& hinge = learner_named("hinge");
  LearnerOptions options;
  options.costing = 3;
  options.probing = 5;
  const auto learner = make_batch(hinge, {2, 2}, options);
  std::vector<float> margins(examples.size());
  learner->fit(1, data, examples, margins);  // and nobody came to problem 0
  std::vector<float> asked;
  for (std::uint32_t row = 0; row < 50; ++row) asked.push_back(learner->margin(1, data.row(row)));
  const auto learnt = learner->trained();
  const auto loaded = load_trained(hinge, learnt->stored(), 2, Verify::kNow, options);
  for (std::uint32_t row = 0; row < 50; ++row) {
    EXPECT_EQ(loaded->margin(0, data.row(row)), 0);
    EXPECT_EQ(loaded->margin(1, data.row(row)), asked[row]);
    EXPECT_EQ(learnt->margin(1, data.row(row)), asked[row]);
  }
  StoredClassifiers stored = learnt->stored();
  EXPECT_THROW(load_trained(hinge, stored, 3, Verify::kNow, options), Error);
  EXPECT_THROW(load_trained(hinge, stored, 2, Verify::kNow, {}), Error);
  LearnerOptions other = options;
  other.costing = 5;
  other.probing = 3;
  EXPECT_THROW(load_trained(hinge, stored, 2, Verify::kNow, other), Error);
  other.costing = 0xffffffff;
  EXPECT_THROW(load_trained(hinge, stored, 2, Verify::kNow, other), Error);
  std::vector<std::byte> directory(stored.directory.begin(), stored.directory.end());
  directory[directory.size() - 4] = std::byte{2};  // draws of the last problem: 1 or 3
  stored.directory = directory;
  EXPECT_THROW(load_trained(hinge, stored, 2, Verify::kNow, options), Error);
}

TEST(Compose, OnlyLearnersThatKnowNoWeightsGetCostingUnasked) {
  LearnerKind kind = learner_named("hinge");
  EXPECT_EQ(completed(kind, {}).costing, 0U);
  kind.weights = false;
  EXPECT_EQ(completed(kind, {}).costing, kDefaultCosting);
  LearnerOptions said;
  said.costing = 3;
  EXPECT_EQ(completed(kind, said).costing, 3U);
}

TEST(Compose, TooManyInnerProblemsAreRefused) {
  LearnerOptions options;
  options.costing = 1U << 20;
  options.probing = 1U << 13;
  EXPECT_THROW(make_batch(learner_named("hinge"), {1, 2}, options), Error);
}

TEST(Compose, ModelsDoNotDependOnThreadsAndComeBackFromTheirBytes) {
  std::string data;
  for (int i = 0; i < 120; ++i) {
    data += std::to_string(1 + i % 4) + " " + std::to_string(1 + i % 5) + " | a" +
            std::to_string(i % 4) + " b" + std::to_string(i % 7) + "\n";
  }
  model::NamedOptions options;
  options.costing = 3;
  options.probing = 5;
  options.threads = 1;
  const std::string one = bytes_of(learnt("weights.vw", data, options));
  options.threads = 4;
  const std::string four = bytes_of(learnt("weights.vw", data, options));
  EXPECT_EQ(one, four);
  const Model model = model_of(one);
  EXPECT_EQ(model.parts().about.costing, 3U);
  EXPECT_EQ(model.parts().about.probing, 5U);
  EXPECT_EQ(bytes_of(model), one);
}

}  // namespace
}  // namespace ect::learners

namespace ect::cli {
namespace {

class ComposeCli : public LearnCli {};

TEST_F(ComposeCli, TrainsAskedForCostingAndProbingAndInfoTells) {
  const std::string data = write("fruit.csv", kFruit);
  const std::string model = train(data, {"--costing", "3", "--probing", "5"});
  const nlohmann::json info = json_of({"info", model});
  EXPECT_EQ(info["costing"], 3);
  EXPECT_EQ(info["probing"], 5);
  EXPECT_TRUE(has(ect({"info", model}).out, "hinge, costing 3 draws, probing 5 thresholds"));
  EXPECT_EQ(json_of({"test", model, data})["error"], 0);
  EXPECT_EQ(json_of({"info", train(data)})["costing"], 0);
}

TEST_F(ComposeCli, OnlineLearnersTakeWeightsAsTheyAre) {
  const std::string data = write("fruit.csv", kFruit);
  for (const char* option : {"--costing", "--probing"}) {
    expect_one_line_error(
        ect({"train", data, "-o", path("a.model"), "--learner", "logistic", option, "3"}), 2);
    expect_one_line_error(ect({"train", data, "-o", path("a.model"), option, "0"}), 2);
  }
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace ect::cli
