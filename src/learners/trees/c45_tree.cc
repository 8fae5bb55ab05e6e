// Evaluates a decision tree in place.
//
// An example goes from the root to a leaf and gets the leaf's log-odds, log((r + 1) / (l + 1))
// where examples of weight l and r of the two sides came there in learning: finite where one side
// is missing, and of the sign of r - l. A branch that no example took in learning tells nothing;
// its leaf answers as its parent would. Where a value is missing the example takes all branches,
// each with the share of the weight that went there in learning; the shares of the two sides at the
// leaves are added, and so are the weights that they stand on.
//
// Example: a root with 6 examples of weight 1 on x <= 3 and leaves (l, r) = (2, 0) and (1, 3). x =
// 1 gives log(1/3), x = 5 gives log(4/2). Missing: the sides have 2/6 * 1 + 4/6 * 1/4 = 1/2 and
// 1/2, a tie, which is the left side's: margin 0.
//
// Cost: a search among the example's features for each level. Whatever the bytes hold, the check
// of a tree's layout makes it a tree: every node is the child of one node before it, so a walk
// ends, and visits no node twice. Tests: c45_test.
#include "learners/trees/c45_tree.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "learners/learners.h"

namespace ect::learners {
namespace {

// The position of the first feature at or after `feature` among the example's.
std::size_t place_of(Features x, std::uint32_t feature) {
  // In a row without absent features a feature is at its own number.
  if (feature < x.indices.size() && x.indices[feature] == feature) return feature;
  const auto at = std::lower_bound(x.indices.begin(), x.indices.end(), feature);
  return static_cast<std::size_t>(at - x.indices.begin());
}

// The combined answer of several leaves.
struct Votes {
  double left = 0;
  double right = 0;
  double weight = 0;

  void add(const TreeNode& leaf, double share) {
    const double whole = leaf.weight();
    if (!(whole > 0)) return;
    left += share * static_cast<double>(leaf.left) / whole;
    right += share * static_cast<double>(leaf.right) / whole;
    weight += share * whole;
  }

  float margin() const {
    constexpr double kTie = 1e-6;  // shares are floats, and do not add up to more than that
    const double sum = left + right;
    if (!(sum > 0)) return 0;
    const double odds = (right / sum * weight + 1) / (left / sum * weight + 1);
    const auto margin = static_cast<float>(std::log(odds));
    if (right - left > kTie * sum) return std::max(margin, std::numeric_limits<float>::min());
    return std::min(margin, 0.0F);
  }
};

struct Visit {
  std::uint32_t node;
  double share;
};

}  // namespace

std::uint32_t branch_of(const TreeNode& node, Features x) {
  const std::size_t at = place_of(x, node.feature);
  if (node.kind == TreeNode::kNominal) {
    if (at == x.indices.size()) return kMissing;
    const std::uint32_t value = x.indices[at] - node.feature;
    return value < node.branches ? value : kMissing;
  }
  const bool there = at < x.indices.size() && x.indices[at] == node.feature;
  if (!there && node.kind == TreeNode::kNumeric) return kMissing;
  return (there ? x.values[at] : 0.0F) <= node.threshold ? 0 : 1;
}

float tree_margin(std::span<const TreeNode> nodes, Features x) {
  if (nodes.empty()) return 0;
  thread_local std::vector<Visit> waiting;
  waiting.assign(1, {0, 1.0});
  Votes votes;
  while (!waiting.empty()) {
    auto [at, share] = waiting.back();
    waiting.pop_back();
    const TreeNode* node = &nodes[at];
    while (node->branches > 0) {
      const std::uint32_t branch = branch_of(*node, x);
      const TreeNode* const children = &nodes[node->first_child];
      if (branch == kMissing) {
        for (std::uint32_t i = 0; i < node->branches; ++i) {
          const double part = children[i].weight() / node->weight();
          if (part > 0) waiting.push_back({node->first_child + i, share * part});
        }
        break;
      }
      if (!(children[branch].weight() > 0)) {
        votes.add(*node, share);
        break;
      }
      node = &children[branch];
    }
    if (node->branches == 0) votes.add(*node, share);
  }
  return votes.margin();
}

TreeClassifiers::TreeClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify)
    : store_(std::move(stored), problems, verify), checked_(problems, Verify::kWhenAsked) {
  if (verify == Verify::kNow) this->verify();
}

float TreeClassifiers::margin(std::uint32_t problem, Features x) const {
  return tree_margin(nodes(problem), x);
}

void TreeClassifiers::verify() const {
  store_.verify();
  for (std::uint32_t problem = 0; problem < store_.size(); ++problem) nodes(problem);
}

std::span<const TreeNode> TreeClassifiers::nodes(std::uint32_t problem) const {
  const std::span<const std::byte> bytes = store_.at(problem);
  const std::span<const TreeNode> nodes(reinterpret_cast<const TreeNode*>(bytes.data()),
                                        bytes.size() / sizeof(TreeNode));
  checked_.see_to(problem, [&] {
    if (bytes.size() % sizeof(TreeNode) != 0) throw store_.damaged("a tree is truncated");
    check(nodes);
  });
  return nodes;
}

void TreeClassifiers::check(std::span<const TreeNode> nodes) const {
  std::uint64_t next = 1;  // where the branches of the next inner node begin
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const TreeNode& node = nodes[i];
    const bool numeric = node.kind == TreeNode::kNumeric || node.kind == TreeNode::kNumericZero;
    const bool fits = node.kind == TreeNode::kLeaf ? node.branches == 0
                      : numeric                    ? node.branches == 2
                                : node.kind == TreeNode::kNominal && node.branches > 0;
    if (!fits) throw store_.damaged("a node of a tree has an unknown kind");
    if (node.branches == 0) continue;
    if (node.first_child != next || next <= i) {
      throw store_.damaged("a branch of a tree leads outside of it");
    }
    next += node.branches;
    if (next > nodes.size()) throw store_.damaged("a branch of a tree leads outside of it");
  }
  if (!nodes.empty() && next != nodes.size()) {
    throw store_.damaged("a tree has unreachable nodes");
  }
}

std::unique_ptr<TrainedClassifiers> load_trees(StoredClassifiers stored, std::uint32_t problems,
                                               Verify verify) {
  return std::make_unique<TreeClassifiers>(std::move(stored), problems, verify);
}

}  // namespace ect::learners
