#ifndef ECT_LEARNERS_C45_PRUNE_H_
#define ECT_LEARNERS_C45_PRUNE_H_

#include <vector>

#include "learners/trees/c45_grow.h"

namespace ect::learners {

// How many more errors than the `errors` seen, on examples of weight `weight`, are to be feared: up
// to the upper end of a one-sided 75 % confidence interval.
double feared_errors(double weight, double errors);

// Makes subtrees leaves that are not better on the examples they were grown from.
void collapse_tree(GrownTree& tree);

// Makes subtrees leaves, or puts their largest branch in their place, where that is not expected
// to make more errors. The tree was grown from the problem.
void prune_tree(GrownTree& tree, const TreeProblem& problem);

// The nodes that can still be reached from the root, as they are stored.
std::vector<TreeNode> lay_out(const GrownTree& tree);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_C45_PRUNE_H_
