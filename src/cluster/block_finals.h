#ifndef ECT_CLUSTER_BLOCK_FINALS_H_
#define ECT_CLUSTER_BLOCK_FINALS_H_

#include <cstdint>
#include <vector>

#include "cluster/blocks.h"
#include "cluster/cut.h"
#include "cluster/home.h"
#include "cluster/label_scores.h"
#include "cluster/left_out_rows.h"
#include "cluster/subtrees.h"
#include "model/settings.h"
#include "reductions/contested/contenders.h"

namespace ect::cluster {

struct BlockFinals {
  std::vector<std::vector<LabelScores::Scorer>> scorers;  // of the labels that own blocks have
  std::vector<MeasuredRow> measured;                      // of all blocks, at every rank
};

// Collective. Joint finals in blocks: see block_finals.cc.
BlockFinals learn_finals(Blocks& blocks, const Facts& facts, const Cut& cut,
                         const model::Recipe& recipe, const std::vector<HomeRows>& homes,
                         const std::vector<ContendersOfRows>& contenders,
                         const reductions::FinalsLimits& limits);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_BLOCK_FINALS_H_
