#ifndef ECT_LEARNERS_JOINT_WEIGHTS_H_
#define ECT_LEARNERS_JOINT_WEIGHTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/linear.h"

namespace ect::learners {

// The weights of all labels of a joint problem while it is fitted: a vector and a bias a label,
// whose products with an example's features are asked for the example's candidates alone. See
// joint_weights.cc. For one thread.
class JointWeights {
 public:
  virtual ~JointWeights() = default;

  // Candidates of an example, by their places among its candidates.
  using Places = std::span<const std::uint8_t>;

  // The product of the weights of each of these candidates with the example; fills `scores`.
  virtual void scores(std::size_t example, Places of, std::span<float> scores) const = 0;
  // Adds `steps[i]` times the example's features to the weights of its candidate of[i].
  virtual void add(std::size_t example, Places of, std::span<const float> steps) = 0;
  // Fetches from memory what scores() of the example will read.
  virtual void expect(std::size_t example) const = 0;
  // A label's weights without zeros, by increasing feature.
  virtual std::vector<Weight> of_label(std::uint32_t label) const = 0;
};

// All weights 0. Both must outlive the weights.
std::unique_ptr<JointWeights> make_joint_weights(const Dataset& data, const JointProblem& problem);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_JOINT_WEIGHTS_H_
