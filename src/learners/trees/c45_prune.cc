// Pruning a tree from the leaves up (Quinlan 1993, chapter 4).
//
// First, subtrees that make no fewer errors on their own examples than a leaf would are made
// leaves. Then the errors to be expected on new examples are estimated: those made on the examples
// at a leaf are a sample, and the true rate is taken to be at the upper end of its confidence
// interval, the normal approximation with a correction for continuity; below one error,
// interpolated towards none, where the rate r solves (1 - r)^n = 0.25 exactly. A subtree is
// compared with the leaf in its place, and with its largest branch raised into its place, to
// which then all examples come; differences of up to a tenth of an error are none.
//
// Example: 6 examples of one side in a leaf: 6 (1 - 0.25^(1/6)) = 1.24 errors are feared. Three
// leaves of 6, 9 and 1 such examples fear 1.24 + 1.28 + 0.75 = 3.27 errors together. A leaf with
// all 16, one of them of the other side, fears 1 + 1.48: it is preferred to the three.
//
// Cost: the examples of each subtree go once more through its largest branch: O(examples * depth^2)
// at worst. Tests: c45_test.
#include "learners/trees/c45_prune.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace ect::learners {
namespace {

constexpr double kDoubt = 0.25;  // the part of the distribution above the interval
constexpr double kQuantile = 0.67448975019608171;  // where the standard normal one has that above
constexpr double kNoDifference = 0.1;              // of an error
constexpr double kNotFewer = 1e-3;

double estimated_errors(const SideWeights& weights) {
  if (weights.total() < kSmall) return 0;
  return weights.errors() + feared_errors(weights.total(), weights.errors());
}

double training_errors(const GrownTree& tree, const GrownNode& node) {
  if (node.test.branches == 0) return node.weights.errors();
  double sum = 0;
  for (std::uint32_t i = 0; i < node.test.branches; ++i) {
    sum += training_errors(tree, tree[node.test.first_child + i]);
  }
  return sum;
}

void make_leaf(GrownNode& node) { node.test = {}; }

class Pruner {
 public:
  Pruner(GrownTree& tree, const TreeProblem& problem) : tree_(tree), problem_(problem) {}

  void prune(std::uint32_t at, std::span<const Instance> instances) {
    while (tree_[at].test.branches > 0) {
      prune_branches(at, instances);
      const std::uint32_t largest = largest_branch(at);
      const double leaf = estimated_errors(tree_[at].weights);
      const double subtree = subtree_errors(at);
      const double raised =
          branch_errors(largest, instances, std::max(leaf, subtree) + 2 * kNoDifference);
      if (leaf < subtree + kNoDifference + kSmall && leaf < raised + kNoDifference + kSmall) {
        make_leaf(tree_[at]);
        return;
      }
      if (!(raised < subtree + kNoDifference + kSmall)) return;
      // More examples come to the branch now, which may make other prunings worthwhile.
      tree_[at].test = tree_[largest].test;
      weigh_again(at, instances);
    }
  }

 private:
  // The instances at each branch of a node, one after the other.
  struct Routed {
    std::vector<Instance> instances;
    std::vector<std::size_t> starts;

    std::span<const Instance> of(std::uint32_t branch) const {
      return std::span(instances).subspan(starts[branch], starts[branch + 1] - starts[branch]);
    }
  };

  Routed route(std::uint32_t at, std::span<const Instance> instances) const {
    const TreeNode& test = tree_[at].test;
    std::vector<std::uint32_t> branches(instances.size());
    std::vector<double> shares(test.branches);
    Routed routed;
    routed.starts.resize(test.branches + 1);
    double known = 0;
    std::size_t missing = 0;
    for (std::size_t i = 0; i < instances.size(); ++i) {
      branches[i] = branch_of(test, problem_.row(instances[i].example));
      if (branches[i] == kMissing) {
        ++missing;
        continue;
      }
      shares[branches[i]] += instances[i].weight;
      known += instances[i].weight;
      ++routed.starts[branches[i] + 1];
    }
    for (std::uint32_t b = 0; b < test.branches; ++b) {
      shares[b] = known < kSmall ? 1.0 / test.branches : shares[b] / known;
      routed.starts[b + 1] += routed.starts[b] + (shares[b] > kSmall ? missing : 0);
    }
    routed.instances.resize(routed.starts.back());
    std::vector<std::size_t> ends(routed.starts.begin(), routed.starts.end() - 1);
    for (std::size_t i = 0; i < instances.size(); ++i) {
      if (branches[i] != kMissing) {
        routed.instances[ends[branches[i]]++] = instances[i];
        continue;
      }
      for (std::uint32_t b = 0; b < test.branches; ++b) {
        if (shares[b] <= kSmall) continue;
        routed.instances[ends[b]++] = {instances[i].example, instances[i].weight * shares[b]};
      }
    }
    return routed;
  }

  void prune_branches(std::uint32_t at, std::span<const Instance> instances) {
    const Routed routed = route(at, instances);
    const TreeNode test = tree_[at].test;
    for (std::uint32_t b = 0; b < test.branches; ++b) {
      if (tree_[test.first_child + b].test.branches > 0) {
        prune(test.first_child + b, routed.of(b));
      }
    }
  }

  // Of several largest branches the last.
  std::uint32_t largest_branch(std::uint32_t at) const {
    const TreeNode& test = tree_[at].test;
    std::uint32_t largest = test.first_child;
    for (std::uint32_t i = 1; i < test.branches; ++i) {
      const std::uint32_t child = test.first_child + i;
      if (tree_[child].weights.total() > tree_[largest].weights.total() - kSmall) largest = child;
    }
    return largest;
  }

  double subtree_errors(std::uint32_t at) const {
    const TreeNode& test = tree_[at].test;
    if (test.branches == 0) return estimated_errors(tree_[at].weights);
    double sum = 0;
    for (std::uint32_t i = 0; i < test.branches; ++i) sum += subtree_errors(test.first_child + i);
    return sum;
  }

  // The expected errors of a subtree on these examples; stops above `limit`, so that a long chain
  // is not walked to its end from each of its nodes.
  double branch_errors(std::uint32_t at, std::span<const Instance> instances, double limit) const {
    const TreeNode& test = tree_[at].test;
    if (test.branches == 0) return estimated_errors(problem_.weights(instances));
    const Routed routed = route(at, instances);
    double sum = 0;
    for (std::uint32_t b = 0; b < test.branches && sum <= limit; ++b) {
      sum += branch_errors(test.first_child + b, routed.of(b), limit - sum);
    }
    return sum;
  }

  void weigh_again(std::uint32_t at, std::span<const Instance> instances) {
    tree_[at].weights = problem_.weights(instances);
    const TreeNode& test = tree_[at].test;
    if (test.branches == 0) return;
    const Routed routed = route(at, instances);
    for (std::uint32_t b = 0; b < test.branches; ++b) {
      weigh_again(test.first_child + b, routed.of(b));
    }
  }

  GrownTree& tree_;
  const TreeProblem& problem_;
};

}  // namespace

double feared_errors(double weight, double errors) {
  if (errors < 1) {
    const double none = weight * (1 - std::pow(kDoubt, 1 / weight));
    return errors == 0 ? none : none + errors * (feared_errors(weight, 1) - none);
  }
  if (errors + 0.5 >= weight) return std::max(weight - errors, 0.0);
  const double z2 = kQuantile * kQuantile;
  const double rate = (errors + 0.5) / weight;
  const double spread = rate / weight - rate * rate / weight + z2 / (4 * weight * weight);
  const double upper =
      (rate + z2 / (2 * weight) + kQuantile * std::sqrt(spread)) / (1 + z2 / weight);
  return upper * weight - errors;
}

void collapse_tree(GrownTree& tree) {
  // From the root down: a node is compared with its subtree as it was grown.
  for (GrownNode& node : tree) {
    if (node.test.branches == 0) continue;
    if (training_errors(tree, node) >= node.weights.errors() - kNotFewer) make_leaf(node);
  }
}

void prune_tree(GrownTree& tree, const TreeProblem& problem) {
  Pruner(tree, problem).prune(0, problem.all().instances);
}

std::vector<TreeNode> lay_out(const GrownTree& tree) {
  std::vector<std::uint32_t> order{0};
  std::vector<TreeNode> nodes;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const GrownNode& from = tree[order[i]];
    TreeNode& node = nodes.emplace_back(from.test);
    node.left = static_cast<float>(from.weights.left);
    node.right = static_cast<float>(from.weights.right);
    if (node.branches == 0) continue;
    node.first_child = static_cast<std::uint32_t>(order.size());
    for (std::uint32_t b = 0; b < node.branches; ++b) order.push_back(from.test.first_child + b);
  }
  return nodes;
}

}  // namespace ect::learners
