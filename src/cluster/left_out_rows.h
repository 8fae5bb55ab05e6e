#ifndef ECT_CLUSTER_LEFT_OUT_ROWS_H_
#define ECT_CLUSTER_LEFT_OUT_ROWS_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "cluster/blocks.h"
#include "cluster/cut.h"
#include "cluster/home.h"
#include "cluster/label_scores.h"
#include "cluster/subtrees.h"
#include "reductions/contested/contenders.h"

namespace ect::cluster {

// A row that was left out of the finals' training, and what they make of it.
struct MeasuredRow {
  std::uint32_t label;
  float outside;  // the probability that the beam did not find its label
  std::vector<reductions::Contender> contenders;
  std::vector<Scores> scores;  // by contender
};

// The rows of which it is asked.
using IsLeftOut = std::function<bool(std::size_t own, std::uint32_t row)>;

// Collective. What these scorers, of the own blocks' labels, make of the rows that they have not
// learnt from; of all blocks, at every rank.
std::vector<MeasuredRow> ask_left_out(Blocks& blocks, const Facts& facts, const Cut& cut,
                                      const std::vector<HomeRows>& homes,
                                      const std::vector<ContendersOfRows>& contenders,
                                      const reductions::FinalsLimits& limits,
                                      std::vector<std::vector<LabelScores::Scorer>> scorers,
                                      const IsLeftOut& is_left_out);

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_LEFT_OUT_ROWS_H_
