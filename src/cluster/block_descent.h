#ifndef ECT_CLUSTER_BLOCK_DESCENT_H_
#define ECT_CLUSTER_BLOCK_DESCENT_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/dataset.h"
#include "ect/random.h"
#include "learners/learner.h"

namespace ect::cluster {

// A block's part of the dual problem of one match, whose other examples other blocks have: the
// squared hinge of learners/linear/dual_descent.cc in the space of shared_weights.cc, the bias
// being one more feature. For one thread.
class BlockDescent {
 public:
  // Rows of the data, which is not needed afterwards. Feature number `data.features()` is the bias.
  BlockDescent(const Dataset& data, std::span<const BinaryExample> examples,
               std::span<const std::uint16_t> reach, double lambda);

  // The features of the examples, increasing, and their weights.
  std::span<const std::uint32_t> features() const { return features_; }
  std::vector<double>& weights() { return weights_; }

  // Once through the examples that are not left out, in random order.
  void pass(Random& random);
  // Examples that are left out have no dual variable, so that the weights are without them.
  void leave_out(std::size_t example);
  // Back to these dual variables, of examples that were left out or not.
  const std::vector<double>& duals() const { return duals_; }
  void set_duals(std::span<const double> duals);

  std::size_t size() const { return duals_.size(); }
  float margin(std::size_t example) const;

 private:
  void move(std::size_t example, double dual);

  double lambda_;
  std::vector<std::size_t> starts_ = {0};
  std::vector<std::uint32_t> indices_;  // in features_
  std::vector<float> values_;           // scaled
  std::vector<std::uint32_t> features_;
  std::vector<double> weights_;
  std::vector<double> signs_;
  std::vector<double> slacks_;
  std::vector<double> diagonals_;
  std::vector<double> duals_;
  std::vector<bool> left_out_;
  std::vector<std::uint32_t> order_;
};

}  // namespace ect::cluster

#endif  // ECT_CLUSTER_BLOCK_DESCENT_H_
