#ifndef ECT_LEARNERS_C45_PRUNE_H_
#define ECT_LEARNERS_C45_PRUNE_H_

#include <vector>

#include "learners/trees/c45_grow.h"

namespace ect::learners {

// How many errors beyond the `errors` seen, on examples of weight `weight`, are expected at the
// upper end of a one-sided 75 % confidence interval.
double feared_errors(double weight, double errors);

// Replaces subtrees by leaves if they are not better on their own training examples.
void collapse_tree(GrownTree& tree);

// Replaces subtrees by leaves, or by their largest branch, if that is not expected to make more
// errors. The tree was grown from the problem.
void prune_tree(GrownTree& tree, const TreeProblem& problem);

// The nodes that can still be reached from the root, as they are stored.
std::vector<TreeNode> lay_out(const GrownTree& tree);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_C45_PRUNE_H_
