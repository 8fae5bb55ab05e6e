#ifndef ECT_CLUSTER_BLOCK_CONTENDERS_H_
#define ECT_CLUSTER_BLOCK_CONTENDERS_H_

#include <vector>

#include "cluster/blocks.h"
#include "cluster/cut.h"
#include "cluster/home.h"
#include "cluster/subtrees.h"
#include "cluster/top_matches.h"
#include "reductions/contested/contenders.h"

namespace ect::cluster {

// Collective. The contenders of each row of own blocks, the likeliest first, as of a new example;
// see block_contenders.cc.
std::vector<ContendersOfRows> gather_contenders(Blocks& blocks, const Cut& cut,
                                                const Subtrees& subtrees, const TopMatches& top,
                                                const std::vector<HomeRows>& homes,
                                                std::vector<BelowCut> below,
                                                const reductions::FinalsLimits& limits);

// The probability that the label is none of these, by their paths.
float outside_of(std::span<const reductions::Contender> contenders);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_BLOCK_CONTENDERS_H_
