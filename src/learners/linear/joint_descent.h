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
  // The scores of any label, each without the weights that are less than least[i].
  void scores_of(std::size_t example, std::uint32_t label, std::span<const float> least,
                 std::span<float> scores) const;
  // The memory of searches among all labels.
  struct SearchMemory {
    JointWeights::LabelSums scores;
    std::vector<ProblemMargin> found;
  };
  // The labels with the highest scores, at most `most`, as far as JointWeights::add_up() knows.
  std::span<const ProblemMargin> highest(std::size_t example, std::size_t most,
                                         SearchMemory& memory) const;
  // The same of those that are no candidates of the example and come nearer to its own label than
  // the margin of 1.
  std::span<const ProblemMargin> rivals(std::size_t example, std::size_t most,
                                        SearchMemory& memory) const;
  // The greatest absolute weight of each label.
  std::vector<float> greatest_weights() const { return weights_->greatest(); }
  // The dual variables of all examples, one for each candidate; and back.
  const std::vector<float>& duals() const { return duals_; }
  void set_duals(std::size_t example, std::span<const float> duals);

  // For those who learn parts of the same weights.
  JointWeights& weights() { return *weights_; }

  float bias(std::uint32_t label) const { return biases_[label]; }
  std::vector<Weight> weights_of(std::uint32_t label) const { return weights_->of_label(label); }

 private:
  JointWeights::Places live(std::size_t example) const {
    return std::span(order_).subspan(problem_.starts[example], live_[example]);
  }
  std::span<const ProblemMargin> find(std::size_t example, std::size_t most, bool rivals,
                                      SearchMemory& memory) const;
  void revive(std::size_t example);
  double improve(std::size_t example);
  void shrink(std::size_t example, double least);
  double level(std::size_t size, double diagonal, double cost);

  const JointProblem& problem_;
  double cost_;
  float bias_;  // the feature of the biases, 0 if there are none
  std::unique_ptr<JointWeights> weights_;
  std::vector<float> biases_;
  std::vector<float> squares_;  // x.x by example, with the feature of the biases
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
