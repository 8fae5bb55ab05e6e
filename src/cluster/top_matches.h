#ifndef ECT_CLUSTER_TOP_MATCHES_H_
#define ECT_CLUSTER_TOP_MATCHES_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cluster/blocks.h"
#include "cluster/cut.h"
#include "cluster/home.h"
#include "cluster/subtrees.h"
#include "learners/linear/linear.h"
#include "model/settings.h"
#include "reductions/out_of_fold_margins.h"

namespace ect::cluster {

// What is learnt above the cut.
struct TopMatches {
  learners::LinearBuilder classifiers;                // by match of the top; the same at every rank
  std::vector<reductions::OutOfFoldMargins> margins;  // of the own blocks' rows
  double error = 0;  // the share of rows that lost a match somewhere
};

// Collective. Learns the matches above the cut from the rows that come up to it, round by round;
// see top_matches.cc.
TopMatches learn_top(Blocks& blocks, const Facts& facts, const Cut& cut,
                     const model::Recipe& recipe, const std::vector<HomeRows>& homes,
                     const std::vector<BelowCut>& below);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_TOP_MATCHES_H_
