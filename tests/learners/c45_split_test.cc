// The split of every node, against a slow and simple search.
#include "learners/trees/c45_split.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "tests/helpers/c45_helpers.h"

namespace ect::learners {
namespace {

double bits(const std::vector<double>& weights) {
  double whole = 0;
  for (const double weight : weights) whole += weight;
  double sum = 0;
  for (const double weight : weights) {
    if (weight > 0) sum -= weight * std::log2(weight / whole);
  }
  return sum;
}

// What an example has of an attribute: a number, or which value. Nothing: missing.
std::optional<double> value_of(const data::Attribute& attribute, Features x) {
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    if (x.indices[i] < attribute.first_feature ||
        x.indices[i] >= attribute.first_feature + attribute.values) {
      continue;
    }
    if (attribute.kind == data::Attribute::Kind::kNominal)
      return x.indices[i] - attribute.first_feature;
    return x.values[i];
  }
  return attribute.absent_is_zero ? std::optional<double>(0) : std::nullopt;
}

struct Slow {
  std::size_t attribute = 0;
  double gain = 0;
  double ratio = 0;
  double cut = 0;  // the value below it
};

// The gain and ratio of dealing examples to branches by `branch`, less the `cost`.
Slow judged(const TreeProblem& problem, std::span<const Instance> instances,
            const std::function<std::optional<int>(const Instance&)>& branch, double cost) {
  std::map<int, SideWeights> branches;
  SideWeights known;
  double all = 0;
  for (const Instance& instance : instances) {
    all += instance.weight;
    const std::optional<int> to = branch(instance);
    if (!to) continue;
    const bool left = problem.side(instance.example) == Side::kLeft;
    (left ? branches[*to].left : branches[*to].right) += instance.weight;
    (left ? known.left : known.right) += instance.weight;
  }
  double saved = bits({known.left, known.right});
  std::vector<double> sizes{all - known.total()};
  for (const auto& [number, weights] : branches) {
    saved -= bits({weights.left, weights.right});
    sizes.push_back(weights.total());
  }
  Slow result;
  result.gain = saved / all - cost;
  result.ratio = result.gain / (bits(sizes) / all);
  return result;
}

std::optional<Slow> best_cut(const TreeProblem& problem, std::span<const Instance> instances,
                             const data::Attribute& attribute) {
  const auto value = [&](const Instance& instance) {
    return value_of(attribute, problem.row(instance.example));
  };
  std::set<double> values;
  double known = 0;
  double all = 0;
  for (const Instance& instance : instances) {
    all += instance.weight;
    if (!value(instance)) continue;
    values.insert(*value(instance));
    known += instance.weight;
  }
  const double needed = std::min(25.0, std::max(2.0, known / 20));
  std::optional<Slow> best;
  int cuts = 0;
  for (const double cut : values) {
    double below = 0;
    for (const Instance& instance : instances) {
      if (value(instance) && *value(instance) <= cut) below += instance.weight;
    }
    if (below < needed - 1e-6 || known - below < needed - 1e-6) continue;
    ++cuts;
    Slow here = judged(
        problem, instances,
        [&](const Instance& instance) -> std::optional<int> {
          if (!value(instance)) return std::nullopt;
          return *value(instance) <= cut ? 0 : 1;
        },
        0);
    here.cut = cut;
    if (here.gain > (best ? best->gain : 0) + 1e-6) best = here;
  }
  if (!best) return best;
  const double cost = std::log2(cuts) / all;
  best->ratio *= (best->gain - cost) / best->gain;
  best->gain -= cost;
  return best->gain >= 1e-6 ? best : std::nullopt;
}

std::optional<Slow> by_value(const TreeProblem& problem, std::span<const Instance> instances,
                             const data::Attribute& attribute) {
  std::map<double, double> sizes;
  for (const Instance& instance : instances) {
    const std::optional<double> value = value_of(attribute, problem.row(instance.example));
    if (value) sizes[*value] += instance.weight;
  }
  const auto large = std::count_if(sizes.begin(), sizes.end(),
                                   [](const auto& size) { return size.second >= 2 - 1e-6; });
  if (large < 2) return std::nullopt;
  return judged(
      problem, instances,
      [&](const Instance& instance) -> std::optional<int> {
        const std::optional<double> value = value_of(attribute, problem.row(instance.example));
        if (!value) return std::nullopt;
        return static_cast<int>(*value);
      },
      0);
}

std::optional<Slow> slow_choice(const TreeProblem& problem, std::span<const Instance> instances,
                                double whole) {
  const SideWeights weights = problem.weights(instances);
  if (weights.total() < 4 - 1e-6 || weights.errors() < 1e-6) return std::nullopt;
  const std::span<const data::Attribute> attributes = problem.map().attributes();
  std::vector<Slow> candidates;
  double sum = 0;
  double count = 0;
  for (std::size_t i = 0; i < attributes.size(); ++i) {
    const bool numeric = attributes[i].kind == data::Attribute::Kind::kNumeric;
    std::optional<Slow> candidate = numeric ? best_cut(problem, instances, attributes[i])
                                            : by_value(problem, instances, attributes[i]);
    if (!candidate) continue;
    candidate->attribute = i;
    candidates.push_back(*candidate);
    if (!numeric && attributes[i].values >= 0.3 * whole - 1e-6) continue;
    sum += candidate->gain;
    count += 1;
  }
  std::optional<Slow> best;
  for (const Slow& candidate : candidates) {
    if (count == 0 || candidate.gain < sum / count - 1e-3) continue;
    if (candidate.ratio > (best ? best->ratio : 0) + 1e-6) best = candidate;
  }
  return best;
}

// Deals the instances of a node as the tree does, and compares every choice.
void compare(const TreeProblem& problem, const GrownTree& tree, std::uint32_t at,
             const std::vector<Instance>& instances, double whole, int& inner) {
  const TreeNode& test = tree[at].test;
  const std::optional<Slow> slow = slow_choice(problem, instances, whole);
  ASSERT_EQ(slow.has_value(), test.branches > 0);
  if (!slow) return;
  ++inner;
  const data::Attribute& attribute = problem.map().attributes()[slow->attribute];
  ASSERT_EQ(test.feature, attribute.first_feature);
  std::vector<std::vector<Instance>> branches(test.branches);
  std::vector<double> sizes(test.branches);
  double known = 0;
  for (const Instance& instance : instances) {
    const std::optional<double> value = value_of(attribute, problem.row(instance.example));
    if (!value) continue;
    const auto branch = static_cast<std::size_t>(
        attribute.kind == data::Attribute::Kind::kNominal ? *value : (*value <= slow->cut ? 0 : 1));
    branches[branch].push_back(instance);
    sizes[branch] += instance.weight;
    known += instance.weight;
  }
  for (const Instance& instance : instances) {
    if (value_of(attribute, problem.row(instance.example))) continue;
    for (std::size_t b = 0; b < branches.size(); ++b) {
      if (sizes[b] == 0) continue;
      branches[b].push_back({instance.example, instance.weight * sizes[b] / known});
    }
  }
  for (std::uint32_t b = 0; b < test.branches; ++b) {
    const SideWeights weights = problem.weights(branches[b]);
    ASSERT_NEAR(weights.left, tree[test.first_child + b].weights.left, 1e-9);
    ASSERT_NEAR(weights.right, tree[test.first_child + b].weights.right, 1e-9);
    compare(problem, tree, test.first_child + b, branches[b], whole, inner);
  }
}

TEST(C45Split, EveryNodeIsSplitAsASlowSearchWould) {
  Random random(11);
  int inner = 0;
  for (int round = 0; round < 80; ++round) {
    const RandomProblem drawn(random, 20 + random.below(200), round % 4 < 2, round % 2 == 0);
    const AttributeMap map(drawn.attributes);
    const TreeProblem problem(map, drawn.data, drawn.examples);
    const GrownTree tree = grow_tree(problem);
    double whole = 0;
    for (const Instance& instance : problem.all().instances) whole += instance.weight;
    compare(problem, tree, 0, problem.all().instances, whole, inner);
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << round;
  }
  EXPECT_GT(inner, 500);
}

// Numbers 1, 2, ..., their sides as letters.
Candidate cut_of(const std::string& sides) {
  std::vector<Known> known;
  std::vector<SideWeights> weights;
  Examples examples{sides.size(), {}, {}, {}};
  for (std::uint32_t i = 0; i < sides.size(); ++i) {
    known.push_back({static_cast<float>(i + 1), i});
    weights.push_back(sides[i] == 'L' ? SideWeights{1, 0} : SideWeights{0, 1});
    examples.all += weights.back();
  }
  examples.weights = weights;
  return numeric_candidate({}, known, examples);
}

TEST(C45Split, TheChoiceAmongCutsIsPaidFor) {
  const Candidate four = cut_of("LLRR");  // the essay's example: one cut, free
  EXPECT_TRUE(four.possible);
  EXPECT_DOUBLE_EQ(four.gain, 1);
  EXPECT_DOUBLE_EQ(four.ratio, 1);
  EXPECT_EQ(four.below, 2);
  EXPECT_EQ(four.above, 3);
  const Candidate eight = cut_of("LLLLRRRR");  // cuts with two on both sides: 5
  EXPECT_DOUBLE_EQ(eight.gain, 1 - std::log2(5) / 8);
  EXPECT_DOUBLE_EQ(eight.ratio, eight.gain);
  EXPECT_EQ(eight.below, 4);
  // A gain that does not pay for the choice is none.
  EXPECT_FALSE(cut_of("LRLRLRLR").possible);
  // Too few on one side.
  EXPECT_FALSE(cut_of("LRR").possible);
  EXPECT_EQ(cut_of("LRRRRRRR").below, 2);
}

TEST(C45Split, AmongManyExamplesABranchNeedsATwentiethAndAtMost25) {
  EXPECT_EQ(cut_of(std::string(3, 'L') + std::string(97, 'R')).below, 5);
  EXPECT_EQ(cut_of(std::string(20, 'L') + std::string(980, 'R')).below, 25);
  EXPECT_EQ(cut_of(std::string(30, 'L') + std::string(970, 'R')).below, 30);
}

}  // namespace
}  // namespace ect::learners
