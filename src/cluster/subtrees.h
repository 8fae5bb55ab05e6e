#ifndef ECT_CLUSTER_SUBTREES_H_
#define ECT_CLUSTER_SUBTREES_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cluster/blocks.h"
#include "cluster/cut.h"
#include "cluster/home.h"
#include "learners/learner.h"
#include "model/checkpoint.h"
#include "model/settings.h"
#include "reductions/contested/contenders.h"

namespace ect::cluster {

// Several contenders for each of a block's rows.
struct ContendersOfRows {
  std::vector<std::size_t> starts = {0};
  std::vector<reductions::Contender> all;

  std::span<const reductions::Contender> of(std::size_t row) const {
    return std::span(all).subspan(starts[row], starts[row + 1] - starts[row]);
  }
};
void write_contenders(std::span<const reductions::Contender> contenders, util::ByteWriter& to);
// Adds them behind the others.
void read_contenders(util::ByteReader& from, std::vector<reductions::Contender>& to);

// What a block's rows have come to below the cut.
struct BelowCut {
  std::vector<bool> arrived;    // the row won all matches of its label's part
  ContendersOfRows contenders;  // of the part, as if the example had come there for certain
};

// Where checkpoints of parts lie, and what they belong to.
struct PartCheckpoints {
  model::CheckpointOptions options;  // the path is that of a folder; empty: none
  std::string fingerprint;
};

// The tournaments of the parts of own blocks: part p is learnt by block p.
class Subtrees {
 public:
  Subtrees(Blocks& blocks, const Facts& facts, const Cut& cut, const model::Recipe& recipe,
           reductions::FinalsLimits limits)
      : blocks_(blocks), facts_(facts), cut_(cut), recipe_(recipe), limits_(limits) {}

  // Collective. Learns all parts, from rows that come from their homes.
  std::vector<BelowCut> learn(const std::vector<HomeRows>& homes,
                              const PartCheckpoints& checkpoints);

  // The part of an own block, if there is one, and what it has learnt, by match of the part.
  bool has_part(std::size_t own) const { return blocks_.first() + own < cut_.parts.size(); }
  const Cut::Part& part(std::size_t own) const { return cut_.parts[blocks_.first() + own]; }
  const learners::BatchLearner& learner(std::size_t own) const { return *learners_[own]; }
  // The same laid out to be asked; null where there is no match.
  const learners::TrainedClassifiers* packed(std::size_t own) const { return packed_[own].get(); }
  void forget_packed() { packed_.clear(); }

 private:
  struct Guests;

  std::vector<Guests> gather(const std::vector<HomeRows>& homes);
  void learn_part(std::size_t own, Guests guests, const PartCheckpoints& checkpoints, Mail& mail);

  Blocks& blocks_;
  const Facts& facts_;
  const Cut& cut_;
  const model::Recipe& recipe_;
  reductions::FinalsLimits limits_;
  std::vector<std::unique_ptr<learners::BatchLearner>> learners_;
  std::vector<std::unique_ptr<learners::TrainedClassifiers>> packed_;
};

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_SUBTREES_H_
