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

// What the reductions have in common whose binary examples follow from the label, or the costs,
// alone, so that all problems can be learnt at once: one-vs-all, all-pairs, ecoc, pecoc. A
// reduction says which labels stand on which side of which problem and makes a prediction of all
// answers; learning is done here.
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

  // The problems that an example of a label is learnt at, by increasing number.
  virtual void problems_of(std::uint32_t label, std::vector<Member>& members) const = 0;
  // The same from the other end: the labels that are told apart by a problem.
  virtual void labels_of(std::uint32_t problem, std::vector<Member>& members) const = 0;
  // An example with costs, at a problem. For reductions that take costs.
  virtual SideWeights weigh(std::uint32_t problem, std::span<const float> costs) const;
  // Of all labels; they sum to 1.
  virtual void probabilities(const learners::Classifiers& classifiers, Features x,
                             std::vector<double>& probabilities) const = 0;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_FLAT_H_
