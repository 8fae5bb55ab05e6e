#ifndef ECT_LEARNERS_JOINT_DESCENT_H_
#define ECT_LEARNERS_JOINT_DESCENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "ect/random.h"
#include "learners/learner.h"
#include "learners/linear/joint_weights.h"

namespace ect::learners {

// The dual of the multiclass hinge over each example's candidates while it is fitted; see
// joint_descent.cc. For one thread.
class JointDescent {
 public:
  // All dual variables 0. `cost` is what a violated margin of 1 costs, beside half the squared
  // length of the weights. Both must outlive the descent.
  JointDescent(const Dataset& data, const JointProblem& problem, double cost);

  // Passes over these examples, in random order, until they are nearly optimal given the others, or
  // as many visits as in `most` passes over all of them.
  void descend(std::span<const std::uint32_t> examples, int most, Random& random);

  // The scores of an example's candidates.
  void scores(std::size_t example, std::span<float> scores) const;
  // The dual variables of all examples, one for each candidate; and back.
  const std::vector<float>& duals() const { return duals_; }
  void set_duals(std::size_t example, std::span<const float> duals);

  float bias(std::uint32_t label) const { return biases_[label]; }
  std::vector<Weight> weights_of(std::uint32_t label) const { return weights_->of_label(label); }

 private:
  JointWeights::Places live(std::size_t example) const {
    return std::span(order_).subspan(problem_.starts[example], live_[example]);
  }
  void revive(std::size_t example);
  double improve(std::size_t example);
  void shrink(std::size_t example, double least);
  double level(std::size_t size, double diagonal, double cost);

  const JointProblem& problem_;
  double cost_;
  std::unique_ptr<JointWeights> weights_;
  std::vector<float> biases_;
  std::vector<float> squares_;  // x.x + 1 by example, the 1 of the bias
  std::vector<float> duals_;    // by example and candidate
  // The places of an example's candidates, its own first; the first live_ of them are looked at.
  std::vector<std::uint8_t> order_;
  std::vector<std::uint8_t> live_;
  std::vector<std::uint32_t> active_;  // examples with rivals that are looked at
  // Of the example at hand, by candidate that is looked at.
  mutable std::vector<float> scores_;
  std::vector<double> slopes_;
  std::vector<double> sorted_;
  std::vector<float> steps_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_JOINT_DESCENT_H_
