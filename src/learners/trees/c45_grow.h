#ifndef ECT_LEARNERS_C45_GROW_H_
#define ECT_LEARNERS_C45_GROW_H_

#include <vector>

#include "learners/trees/c45_problem.h"
#include "learners/trees/c45_split.h"
#include "learners/trees/c45_tree.h"

namespace ect::learners {

// A node of a tree that is being learnt: what will be stored of it, and its exact weights.
struct GrownNode {
  TreeNode test;
  SideWeights weights;
};
using GrownTree = std::vector<GrownNode>;  // the root first, branches of a node side by side

// A tree that is grown as far as splits are worth anything.
GrownTree grow_tree(const TreeProblem& problem);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_C45_GROW_H_
