#ifndef ECT_LEARNERS_JOINT_WEIGHTS_H_
#define ECT_LEARNERS_JOINT_WEIGHTS_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/linear.h"
#include "util/weighted_rows.h"

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
  // The product of a label's weights, any label's, with the example: of those that are at least
  // least[i], added to sums[i].
  virtual void add_score(std::size_t example, std::uint32_t label, std::span<const float> least,
                         std::span<float> sums) const = 0;
  // The greatest absolute weight of each label.
  virtual std::vector<float> greatest() const = 0;
  // Adds `steps[i]` times the example's features to the weights of its candidate of[i].
  virtual void add(std::size_t example, Places of, std::span<const float> steps) = 0;
  // Fetches from memory what scores() of the example will read.
  virtual void expect(std::size_t example) const = 0;
  // Adds to `sums`, by label, the products of all labels' weights with the example, but for
  // features that come with very many labels. Calls of threads that have their own sums may be made
  // at the same time. Weights of full rows have no such way: false.
  struct LabelSums {
    std::vector<float> sums;              // one a label at least, all 0 before
    bool all = false;                     // any may have been added to; else
    std::vector<std::uint32_t> touched;   // these alone
    std::vector<util::WeightedRow> rows;  // memory of the call
  };
  virtual bool add_up(std::size_t example, LabelSums& to) const = 0;
  // A label's weights without zeros, by increasing feature.
  virtual std::vector<Weight> of_label(std::uint32_t label) const = 0;

  // For those who learn parts of the same weights: where a label's are, zeros included, by
  // increasing feature; what is there, appended to `to`; and back.
  struct Where {
    std::uint32_t feature;
    std::size_t at;
  };
  virtual std::vector<Where> places_of(std::uint32_t label) const = 0;
  virtual void give(std::span<const std::uint32_t> places, std::vector<float>& to) const = 0;
  virtual void take(std::span<const std::uint32_t> places, std::span<const float> weights) = 0;
  // Forgets what only of_label() and places_of() need; they find it again.
  virtual void forget_order() {}
};

// All weights 0. Both must outlive the weights.
std::unique_ptr<JointWeights> make_joint_weights(const Dataset& data, const JointProblem& problem);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_JOINT_WEIGHTS_H_
