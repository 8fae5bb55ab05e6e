// A decision tree for each problem: C4.5 release 8 (Quinlan 1993, 1996), in the details of its best
// known implementation, J48 of Weka 3.6 with its usual options (confidence 0.25, two examples a
// leaf), so that errors can be compared: docs/measured/weka.md.
//
// The tree is grown until no split is worth anything (c45_split.cc, c45_grow.cc), collapsed and
// pruned (c45_prune.cc), and laid out for asking (c45_tree.cc). Importance weights are weights of
// examples, so one of weight 2 is two equal ones.
//
// The margins of the examples are the tree's own. A tree nearly memorizes its examples, so these
// margins are too good; but margins from trees grown without a third of the examples made the
// reductions worse on every data set tried, presumably because such trees are worse and route
// examples wrongly that the full tree routes correctly. Error in % of test examples with a filter
// tree, trained on a random two thirds (means over 10 splits for vowel, glass and yeast, else over
// 3):
//
//     margins        letter  pendigits  optdigits  vowel  kropt  glass  yeast    time
//     own             16.73       4.89      10.99  30.21  48.67  31.94  44.14       1
//     of three folds  17.84       5.35      12.79  33.55  48.97  34.03  45.21  about 2
//
// So errors that a reduction counts by them are not held-out errors (LearnerKind::memorizes).
//
// Cost: a sort of every numeric attribute, then O(values) a level of the tree. Tests: c45_test.
#include <fmt/format.h>

#include <cstring>

#include "learners/blob_batch.h"
#include "learners/folds.h"
#include "learners/learners.h"
#include "learners/trees/c45_grow.h"
#include "learners/trees/c45_prune.h"
#include "learners/trees/c45_tree.h"

namespace ect::learners {
namespace {

constexpr std::size_t kMaxAttributes = std::size_t{1} << 16;

// If rows are on both sides, with a weight for each, probabilities are estimated, and leaves of the
// same majority differ: nothing is pruned.
std::vector<TreeNode> learn_tree(const TreeProblem& problem, bool probabilities) {
  GrownTree tree = grow_tree(problem);
  if (!probabilities) {
    collapse_tree(tree);
    prune_tree(tree, problem);
  }
  return lay_out(tree);
}

class C45 final : public BlobBatchLearner {
 public:
  explicit C45(ProblemSize size)
      : BlobBatchLearner(size.problems, load_trees), map_(size.attributes) {
    const std::size_t attributes = size.attributes.empty() ? size.features : size.attributes.size();
    if (attributes > kMaxAttributes) {
      throw Error::bad_argument(fmt::format(
          "c45 takes at most {} attributes, the data has {} (hinge and logistic take any number)",
          kMaxAttributes, attributes));
    }
  }

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    const std::vector<TreeNode> tree =
        learn_tree(TreeProblem(map_, data, examples), stands_on_both_sides(examples));
    for (std::size_t i = 0; i < margins.size(); ++i) {
      margins[i] = tree_margin(tree, data.row(examples[i].row));
    }
    std::vector<std::byte> bytes(tree.size() * sizeof(TreeNode));
    std::memcpy(bytes.data(), tree.data(), bytes.size());
    builder_.set(problem, std::move(bytes));
  }

  float margin(std::uint32_t problem, Features x) const override {
    const std::span<const std::byte> bytes = builder_.at(problem);
    return tree_margin(
        {reinterpret_cast<const TreeNode*>(bytes.data()), bytes.size() / sizeof(TreeNode)}, x);
  }

 private:
  AttributeMap map_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_c45(ProblemSize size, const LearnerOptions& /*options*/) {
  return std::make_unique<C45>(size);
}

}  // namespace ect::learners
