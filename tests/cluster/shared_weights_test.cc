// Weights that blocks learn together: the sum, and what descent in blocks comes to.
#include "cluster/shared_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "cluster/block_descent.h"
#include "learners/linear/dual_descent.h"

namespace ect::cluster {
namespace {

TEST(SharedWeights, AreTheMeanOfWhatBlocksWantAmongThoseThatHaveTheFeature) {
  run_as_threads(2, [](Communicator& ranks) {
    Blocks blocks(ranks, 2, 1);
    const std::vector<std::uint16_t> reach = {2, 1};
    SharedWeights weights(blocks, reach);
    // Block 0 has feature 0, block 1 both; block 1 owns problem 7.
    weights.share([&](std::size_t, std::uint32_t owner) {
      if (owner != 1) return SharedWeights::Keys{};
      if (blocks.rank() == 0) return SharedWeights::Keys{{7}, {1}, {0}};
      return SharedWeights::Keys{{7}, {2}, {0, 1}};
    });
    std::vector<float> known;
    const auto take = [&](std::size_t, std::uint32_t owner, std::span<const float> values) {
      if (owner == 1) known.assign(values.begin(), values.end());
    };
    const auto want = [&](const std::vector<float>& of_0, const std::vector<float>& of_1) {
      weights.add_up(
          [&](std::size_t, std::uint32_t owner, std::vector<float>& values) {
            if (owner == 1) values = blocks.rank() == 0 ? of_0 : of_1;
          },
          take);
    };
    want({1}, {1, 4});
    want({1.5}, {3, 5});
    const std::vector<float> expected =
        blocks.rank() == 0 ? std::vector<float>{2.25} : std::vector<float>{2.25, 5};
    EXPECT_EQ(known, expected);
    weights.fetch(take);
    EXPECT_EQ(known, expected);
    const auto owned = weights.owned(0);
    ASSERT_EQ(owned.size(), blocks.rank() == 0 ? 0U : 1U);
    if (blocks.rank() == 1) {
      EXPECT_EQ(owned[0].weights[1].feature, 1U);
    }
  });
}

struct Problem {
  Dataset data;
  std::vector<BinaryExample> examples;
};

Problem random_problem(std::uint32_t rows) {
  Problem problem;
  Random random(5, 0);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const bool right = random.chance(0.5);
    Example x;
    for (std::uint32_t feature = 0; feature < 40; ++feature) {
      if (!random.chance(feature < 3 ? 0.8 : 0.15)) continue;
      x.indices.push_back(feature);
      x.values.push_back(
          static_cast<float>(random.uniform() + (right && feature % 5 == 0 ? 0.6 : 0)));
    }
    problem.data.add_row(x.features(), 0, 1);
    problem.examples.push_back({row, right ? Side::kRight : Side::kLeft, 1});
  }
  problem.data.set_sparse(40);
  return problem;
}

// The objective of learners/linear/dual_descent.cc.
double objective(const Problem& problem, const std::vector<double>& weights, double bias) {
  double sum = bias * bias / 2;
  for (const double weight : weights) sum += weight * weight / 2;
  for (const BinaryExample& example : problem.examples) {
    const Features x = problem.data.row(example.row);
    double margin = bias;
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      margin += weights[x.indices[j]] * static_cast<double>(x.values[j]);
    }
    const double missing = std::max(0.0, 1 - (example.side == Side::kRight ? margin : -margin));
    sum += missing * missing;
  }
  return sum;
}

TEST(SharedWeights, LetBlocksDescendToTheOptimumOfAllExamples) {
  const Problem problem = random_problem(400);
  learners::DualDescent& alone = learners::DualDescent::of_thread();
  alone.start(problem.data, problem.examples, 1);
  std::vector<std::uint32_t> all(problem.examples.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  Random random(1, 0);
  alone.descend(all, 1000, random);
  std::vector<double> expected(40);
  const double bias = alone.bias();
  for (const learners::Weight& weight : alone.finish(1)) {
    expected[weight.feature] = static_cast<double>(weight.weight);
  }
  const double least = objective(problem, expected, bias);

  constexpr std::uint32_t kBlocks = 6;
  SingleRank rank;
  Blocks blocks(rank, kBlocks, 1);
  std::vector<std::vector<BinaryExample>> parts(kBlocks);
  std::vector<std::uint16_t> reach(41);
  for (const BinaryExample& example : problem.examples) {
    parts[example.row % kBlocks].push_back(example);
  }
  for (const auto& part : parts) {
    std::vector<bool> has(41);
    has[40] = true;
    for (const BinaryExample& example : part) {
      for (const std::uint32_t feature : problem.data.row(example.row).indices) has[feature] = true;
    }
    for (std::size_t feature = 0; feature < has.size(); ++feature) reach[feature] += has[feature];
  }
  std::vector<BlockDescent> descents;
  for (const auto& part : parts) descents.emplace_back(problem.data, part, reach, 1);
  SharedWeights weights(blocks, reach);
  weights.share([&](std::size_t own, std::uint32_t owner) {
    if (owner != 0) return SharedWeights::Keys{};
    const auto features = descents[own].features();
    return SharedWeights::Keys{
        {0}, {static_cast<std::uint32_t>(features.size())}, {features.begin(), features.end()}};
  });
  for (int pass = 0; pass < 300; ++pass) {
    for (BlockDescent& descent : descents) descent.pass(random);
    weights.add_up(
        [&](std::size_t own, std::uint32_t owner, std::vector<float>& values) {
          if (owner == 0)
            values.assign(descents[own].weights().begin(), descents[own].weights().end());
        },
        [&](std::size_t own, std::uint32_t owner, std::span<const float> values) {
          if (owner == 0) std::copy(values.begin(), values.end(), descents[own].weights().begin());
        });
  }
  std::vector<double> found(41);
  const std::vector<SharedWeights::Problem> owned = weights.owned(0);
  ASSERT_EQ(owned.size(), 1U);
  for (const learners::Weight& weight : owned.front().weights) {
    found[weight.feature] =
        static_cast<double>(weight.weight) * std::sqrt(static_cast<double>(reach[weight.feature]));
  }
  const double found_bias = found.back();
  found.pop_back();
  EXPECT_LT(objective(problem, found, found_bias), least * 1.002);
}

}  // namespace
}  // namespace ect::cluster
