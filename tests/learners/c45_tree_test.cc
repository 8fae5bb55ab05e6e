// Trees in model files, and damaged bytes.
#include "learners/trees/c45_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "tests/helpers/c45_helpers.h"
#include "tests/helpers/data_helpers.h"
#include "util/checksum.h"

namespace ect::learners {
namespace {

constexpr auto kNumeric = TreeNode::kNumeric;

struct TreeRow {
  std::vector<std::uint32_t> indices;
  std::vector<float> values;
  Features features() const { return {indices, values}; }
};

StoredClassifiers stored(std::span<const TreeNode> nodes) {
  BlobBuilder builder(1);
  std::vector<std::byte> bytes(nodes.size_bytes());
  std::memcpy(bytes.data(), nodes.data(), bytes.size());
  builder.set(0, std::move(bytes));
  StoredClassifiers all = builder.finish();
  all.name = "t.model";
  return all;
}

float margin_of(std::span<const TreeNode> nodes, const TreeRow& row,
                Verify verify = Verify::kNever) {
  return TreeClassifiers(stored(nodes), 1, verify).margin(0, row.features());
}

// x0 <= 3, else by the value of features 4 to 6, of which the last never came.
std::vector<TreeNode> small_tree() {
  return {{kNumeric, 0, 2, 1, 3, 3, 7},           {TreeNode::kLeaf, 0, 0, 0, 0, 2, 0},
          {TreeNode::kNominal, 4, 3, 3, 0, 1, 7}, {TreeNode::kLeaf, 0, 0, 0, 0, 1, 1},
          {TreeNode::kLeaf, 0, 0, 0, 0, 0, 6},    {TreeNode::kLeaf, 0, 0, 0, 0, 0, 0}};
}

TEST(C45Tree, MarginsAreTheLogOddsOfLeaves) {
  const std::vector<TreeNode> tree = small_tree();
  EXPECT_FLOAT_EQ(margin_of(tree, {{0}, {3}}), std::log(1 / 3.0F));
  EXPECT_EQ(margin_of(tree, {{0, 4}, {3.5F, 1}}), 0);  // a tie is the left side's
  EXPECT_FLOAT_EQ(margin_of(tree, {{0, 5}, {4, 1}}), std::log(7.0F));
  // A value that never came here: as the node above it.
  EXPECT_FLOAT_EQ(margin_of(tree, {{0, 6}, {4, 1}}), std::log(8 / 2.0F));
}

TEST(C45Tree, MissingValuesFollowAllBranchesByTheirWeights) {
  // The essay's example.
  const std::vector<TreeNode> tie = {{kNumeric, 0, 2, 1, 3, 3, 3},
                                     {TreeNode::kLeaf, 0, 0, 0, 0, 2, 0},
                                     {TreeNode::kLeaf, 0, 0, 0, 0, 1, 3}};
  EXPECT_FLOAT_EQ(margin_of(tie, {{0}, {1}}), std::log(1 / 3.0F));
  EXPECT_FLOAT_EQ(margin_of(tie, {{0}, {5}}), std::log(2.0F));
  EXPECT_EQ(margin_of(tie, {}), 0);
  // Two levels: left 2/10 + 8/10 * (2/8 * 1/2) = 0.3, on 2/10 * 2 + 8/10 * (2/8 * 2 + 6/8 * 6)
  // = 4.4.
  const double expected = std::log((0.7 * 4.4 + 1) / (0.3 * 4.4 + 1));
  EXPECT_NEAR(margin_of(small_tree(), {{1}, {1}}), expected, 1e-6);
  // Where absence is 0 nothing is missing.
  std::vector<TreeNode> zero = tie;
  zero[0].kind = TreeNode::kNumericZero;
  EXPECT_FLOAT_EQ(margin_of(zero, {}), std::log(1 / 3.0F));
}

TEST(C45Tree, TheSignIsThatOfTheMajorityHoweverSmallTheWeights) {
  for (const float weight : {1e-30F, 1e-3F, 1.0F, 1e20F}) {
    const std::vector<TreeNode> right = {{TreeNode::kLeaf, 0, 0, 0, 0, weight, 1.01F * weight}};
    const std::vector<TreeNode> left = {{TreeNode::kLeaf, 0, 0, 0, 0, 1.01F * weight, weight}};
    EXPECT_GT(margin_of(right, {}), 0) << weight;
    EXPECT_LE(margin_of(left, {}), 0) << weight;
    EXPECT_TRUE(std::isfinite(margin_of(right, {})));
  }
}

TEST(C45Tree, LearntTreesPassTheirCheck) {
  Random random(8);
  for (int round = 0; round < 20; ++round) {
    const RandomProblem problem(random, 150, true, true);
    const std::vector<TreeNode> tree = problem.tree(problem.examples);
    EXPECT_NO_THROW(TreeClassifiers(stored(tree), 1, Verify::kNow).verify());
  }
}

TEST(C45Tree, WhatIsNoTreeIsRefusedAtOnceOrWhenAsked) {
  const auto refused = [](const std::vector<TreeNode>& nodes) {
    const std::string late = error_of([&] { margin_of(nodes, {}, Verify::kWhenAsked); });
    EXPECT_EQ(late, error_of([&] { margin_of(nodes, {}, Verify::kNow); }));
    return late.starts_with("t.model: the classifiers are damaged: ");
  };
  EXPECT_FALSE(refused(small_tree()));
  const auto changed = [](auto change) {
    std::vector<TreeNode> nodes = small_tree();
    change(nodes);
    return nodes;
  };
  for (const std::uint32_t child : {0U, 2U, 4U, 6U, 0xffffffffU}) {
    EXPECT_TRUE(refused(changed([&](auto& nodes) { nodes[0].first_child = child; }))) << child;
  }
  for (const std::uint32_t branches : {0U, 1U, 3U, 0xffffffffU}) {
    EXPECT_TRUE(refused(changed([&](auto& nodes) { nodes[0].branches = branches; }))) << branches;
  }
  for (const std::uint32_t branches : {0U, 2U, 4U, 0xffffffffU}) {
    EXPECT_TRUE(refused(changed([&](auto& nodes) { nodes[2].branches = branches; }))) << branches;
  }
  EXPECT_TRUE(refused(changed([](auto& nodes) { nodes[1].kind = 4; })));
  EXPECT_TRUE(refused(changed([](auto& nodes) { nodes[1].branches = 1; })));
  EXPECT_TRUE(refused(changed([](auto& nodes) { nodes.pop_back(); })));
  EXPECT_TRUE(refused(changed([](auto& nodes) { nodes.emplace_back(); })));
  // Nodes that share their branches: missing values would be followed along exponentially many
  // ways.
  std::vector<TreeNode> shared;
  for (std::uint32_t i = 0; i < 100; ++i) shared.push_back({kNumeric, 0, 2, i + 1, 0, 1, 1});
  shared.resize(102);
  EXPECT_TRUE(refused(shared));
}

TEST(C45Tree, WhateverTheBytesHoldAskingEnds) {
  Random random(9);
  const std::vector<TreeRow> rows = {{}, {{0}, {1}}, {{0, 4}, {5, 1}}, {{0xffffffff}, {1}}};
  int answered = 0;
  for (int round = 0; round < 20000; ++round) {
    std::vector<TreeNode> nodes = small_tree();
    const std::span<std::byte> bytes = std::as_writable_bytes(std::span(nodes));
    for (std::uint64_t i = 0; i <= random.below(4); ++i) {
      const auto word = 4 * random.below(bytes.size() / 4);
      const auto value =
          static_cast<std::uint32_t>(random.chance(0.5) ? random.below(8) : random.next());
      std::memcpy(bytes.data() + word, &value, sizeof value);
    }
    try {
      for (const TreeRow& row : rows) {
        const double probability = probability_of(margin_of(nodes, row));
        ASSERT_GE(probability, 0);
        ASSERT_LE(probability, 1);
      }
      ++answered;
    } catch (const Error& error) {
      ASSERT_EQ(error.kind(), Error::Kind::kModelFormat);
    }
  }
  EXPECT_GT(answered, 2000);
}

TEST(C45Tree, ADeepTreeIsWalkedWithoutAStackOfCalls) {
  std::vector<TreeNode> nodes;
  constexpr std::uint32_t kDepth = 200000;
  for (std::uint32_t i = 0; i < kDepth; ++i) {
    if (i > 0) nodes.push_back({TreeNode::kLeaf, 0, 0, 0, 0, 1, 0});
    nodes.push_back({kNumeric, 0, 2, 2 * i + 1, 0, 1, 2});
  }
  nodes.resize(2 * kDepth + 1);
  nodes[nodes.size() - 1].right = 1;
  EXPECT_NO_THROW(margin_of(nodes, {}, Verify::kNow));
}

TEST(C45Tree, FlippedBitsAreFoundByTheChecksum) {
  const StoredClassifiers good = stored(small_tree());
  std::vector<std::uint64_t> body((good.body.size() + 7) / 8);
  std::memcpy(body.data(), good.body.data(), good.body.size());
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(body));
  StoredClassifiers damaged = good;
  damaged.body = bytes;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_THROW(TreeClassifiers(damaged, 1, Verify::kNow), Error) << bit;
    const TreeClassifiers asked(damaged, 1, Verify::kWhenAsked);
    EXPECT_THROW(asked.margin(0, {}), Error) << bit;
    EXPECT_THROW(asked.verify(), Error) << bit;
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
  }
  EXPECT_NO_THROW(TreeClassifiers(damaged, 1, Verify::kNow));
}

}  // namespace
}  // namespace ect::learners
