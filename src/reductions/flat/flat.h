#ifndef ECT_REDUCTIONS_FLAT_H_
#define ECT_REDUCTIONS_FLAT_H_

#include <cstdint>
#include <span>
#include <vector>

#include "reductions/reduction.h"

namespace ect::reductions {

// A label in a problem, or a problem of a label, and the side that the label has there.
struct Member {
  std::uint32_t index;
  Side side;
  bool operator==(const Member&) const = default;
};

// How much an example counts for each side of a problem.
struct SideWeights {
  float left;
  float right;
};

// Base of reductions whose binary examples depend on the label, or the costs, alone, so that all
// problems can be trained at once: one-vs-all, all-pairs, ecoc, pecoc. A reduction defines which
// labels are on which side of which problem, and combines the answers; training is done here.
class FlatReduction : public Reduction {
 public:
  void learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
             float weight) const final;
  double fit(learners::BatchLearner& learner, const Dataset& data,
             std::span<const std::uint32_t> rows, unsigned threads,
             const OnProgress& progress) const final;
  void learn_costs(learners::OnlineLearner& learner, Features x, std::span<const float> costs,
                   float weight) const final;
  double fit_costs(learners::BatchLearner& learner, const Dataset& data,
                   std::span<const std::uint32_t> rows, unsigned threads,
                   const OnProgress& progress) const final;
  double probability(const learners::Classifiers& classifiers, Features x,
                     std::uint32_t label) const final;
  void top_labels(const learners::Classifiers& classifiers, Features x, std::size_t most,
                  std::vector<Scored>& scored) const final;

  std::vector<std::uint32_t> labels_at(std::uint32_t problem, Side side) const final;

  // The problems that an example of a label is trained on, by increasing number.
  virtual void problems_of(std::uint32_t label, std::vector<Member>& members) const = 0;
  // The labels of a problem with their sides, the inverse of problems_of().
  virtual void labels_of(std::uint32_t problem, std::vector<Member>& members) const = 0;
  // An example with costs, at a problem. For reductions that take costs.
  virtual SideWeights weigh(std::uint32_t problem, std::span<const float> costs) const;
  // The probabilities of all labels; they sum to 1.
  virtual void probabilities(const learners::Classifiers& classifiers, Features x,
                             std::vector<double>& probabilities) const = 0;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_FLAT_H_
