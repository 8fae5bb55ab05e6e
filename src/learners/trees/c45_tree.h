#ifndef ECT_LEARNERS_C45_TREE_H_
#define ECT_LEARNERS_C45_TREE_H_

#include <cstdint>
#include <span>

#include "ect/dataset.h"
#include "learners/blobs.h"
#include "learners/learner.h"
#include "learners/stored_parts.h"

namespace ect::learners {

// A decision tree as it lies in a model file: its nodes, the root first, level by level, so that
// the branches of a node stand next to each other and those of the next inner node follow them.
struct TreeNode {
  enum Kind : std::uint32_t {
    kLeaf,
    kNumeric,      // at most the threshold: branch 0, else 1; missing if the feature is absent
    kNumericZero,  // the same; 0 if absent
    kNominal,      // a branch for each of several features; missing if all are absent
  };
  std::uint32_t kind = kLeaf;
  std::uint32_t feature = 0;  // the first one that is asked for
  std::uint32_t branches = 0;
  std::uint32_t first_child = 0;  // the node that branch 0 leads to
  float threshold = 0;
  float left = 0;  // weight of the examples of each side that came here in learning
  float right = 0;

  double weight() const { return static_cast<double>(left) + static_cast<double>(right); }
};
static_assert(sizeof(TreeNode) == 28);

inline constexpr std::uint32_t kMissing = 0xffffffff;
// The branch that an example takes at an inner node; kMissing if the value is missing.
std::uint32_t branch_of(const TreeNode& node, Features x);

// The margin of an example. The nodes must be laid out as described above; no nodes mean an
// untrained problem. If a value is missing all branches are followed, weighted by the training
// examples that went there.
float tree_margin(std::span<const TreeNode> nodes, Features x);

// A tree for each problem.
class TreeClassifiers final : public TrainedClassifiers {
 public:
  TreeClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify);

  float margin(std::uint32_t problem, Features x) const override;
  StoredClassifiers stored() const override { return store_.stored(); }
  void verify() const override;
  // Throws if the bytes are not a valid tree.
  std::span<const TreeNode> nodes(std::uint32_t problem) const;

 private:
  void check(std::span<const TreeNode> nodes) const;

  BlobStore store_;
  VerifiedParts checked_;  // problems whose trees have been checked
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_C45_TREE_H_
