#ifndef ECT_LEARNERS_FOREST_H_
#define ECT_LEARNERS_FOREST_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::learners {

// A node of a tree. The layout of a model file: 12 bytes, little-endian. The child for values below
// the threshold is the next node.
struct ForestNode {
  std::uint32_t feature = 0;
  float value = 0;  // the threshold, or what a leaf adds to the margin
  // Twice the child for other values, which lies behind this node, and one more where an example
  // without the feature goes to the child for those below. 0: a leaf.
  std::uint32_t other = 0;
};

// Trees one after the other, the first node of each being its root.
struct Forest {
  std::vector<std::uint32_t> roots;
  std::vector<ForestNode> nodes;
};

// A classifier whose margin is a base plus the leaves that the example comes to in a number of
// trees. Its blob is the base, the number of trees, their roots and the nodes.
std::vector<std::byte> forest_blob(float base, const Forest& trees);
// The margin of an example by a blob: nothing if the blob is damaged, 0 if it is empty. Never reads
// outside of the blob and always ends, whatever its bytes. Cost: the depths of the trees, each step
// a search among the features of x.
std::optional<float> forest_margin(std::span<const std::byte> blob, Features x);
// The margin by valid trees.
float margin_of_forest(const Forest& trees, Features x);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_FOREST_H_
