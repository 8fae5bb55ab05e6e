#ifndef ECT_CLUSTER_SHARED_WEIGHTS_H_
#define ECT_CLUSTER_SHARED_WEIGHTS_H_

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "cluster/blocks.h"
#include "learners/linear/linear.h"

namespace ect::cluster {

// Weights of several linear problems that blocks learn together; see shared_weights.cc. Every
// weight has one owner, a block, and every block knows those that its rows have to do with.
class SharedWeights {
 public:
  // A block's weights that one owner has: of problems in increasing order, of each some features,
  // each once.
  struct Keys {
    std::vector<std::uint32_t> problems;
    std::vector<std::uint32_t> counts;    // of features, by problem
    std::vector<std::uint32_t> features;  // of all problems
  };

  // `reach` is the number of blocks that may have a weight of each feature.
  SharedWeights(Blocks& blocks, std::span<const std::uint16_t> reach)
      : blocks_(blocks), reach_(reach), shards_(blocks.own()) {}

  // Collective. Own block number `own` wants these weights of that owner, in that order, from now
  // on; what was learnt so far stays.
  using KeysOf = std::function<Keys(std::size_t own, std::uint32_t owner)>;
  void share(const KeysOf& keys);

  // Collective. Fills `values` with a block's own weights of an owner; and is given those of all.
  using Give =
      std::function<void(std::size_t own, std::uint32_t owner, std::vector<float>& values)>;
  using Take =
      std::function<void(std::size_t own, std::uint32_t owner, std::span<const float> values)>;
  void add_up(const Give& give, const Take& take);
  // Collective. The same without new ones.
  void fetch(const Take& take);

  // The weights that an own block owns, in the space of the problem (shared_weights.cc), without
  // zeros and by increasing feature.
  struct Problem {
    std::uint32_t problem;
    std::vector<learners::Weight> weights;
  };
  std::vector<Problem> owned(std::size_t own) const;

 private:
  struct Shard {
    std::vector<std::uint32_t> problems;  // increasing
    std::vector<std::size_t> starts = {0};
    std::vector<std::uint32_t> features;  // by weight
    std::vector<float> weights;
    std::vector<std::vector<std::uint32_t>> wanted;  // by block: places in weights
  };

  void gather(const Mail& mail, std::size_t own);
  void send(Mail& mail, const Take& take);

  Blocks& blocks_;
  std::span<const std::uint16_t> reach_;
  std::vector<Shard> shards_;
};

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_SHARED_WEIGHTS_H_
