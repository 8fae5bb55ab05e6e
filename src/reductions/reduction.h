#ifndef ECT_REDUCTIONS_REDUCTION_H_
#define ECT_REDUCTIONS_REDUCTION_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/error.h"
#include "ect/predict.h"
#include "ect/schedule.h"
#include "ect/train.h"
#include "learners/learner.h"

namespace ect::reductions {

// Told now and then how far learning is, by one thread at a time. What it throws ends the fit.
using OnProgress = std::function<void(const TrainProgress&)>;

// An example to learn from.
struct LabelledExample {
  Features x;
  std::uint32_t label;
  float weight;
};

class Reduction;

// What comes of fitting.
struct Fitted {
  // The fraction of rows for which something else is predicted than their label, or than what is
  // cheapest, by the learner's out-of-fold margins.
  double error;
  // Where the examples also settled how answers are put together: what to ask from now on.
  std::unique_ptr<Reduction> settled;
  std::vector<Tried> tried;  // to settle that, the best first
};

// A way to make a many-class problem into binary ones and back. Immutable; threads may share it.
class Reduction {
 public:
  virtual ~Reduction() = default;

  virtual std::uint32_t classes() const = 0;
  virtual std::uint32_t problems() const = 0;
  // The tournament that it plays; null where it plays none.
  virtual const Schedule* schedule() const { return nullptr; }
  // The most classifiers that a prediction asks: in a tournament one a round, else all.
  virtual std::uint32_t most_questions() const {
    return schedule() != nullptr ? schedule()->rounds() : problems();
  }
  // What is proved of its regret, learnt from labels or from costs; empty where nothing is.
  virtual std::string guarantee(bool costs) const = 0;
  // How the finals are decided, for people to see; empty where there are none but the paper's.
  virtual std::string finals() const { return {}; }
  // The labels that can stand on a side of a problem, for people to see.
  virtual std::vector<std::uint32_t> labels_at(std::uint32_t problem, Side side) const = 0;
  // Problems that are often asked about the same example: see Packing.
  virtual std::vector<std::vector<std::uint32_t>> asked_together() const { return {}; }
  // What is needed beside the number of classes to make it again: see its `load` in the table.
  virtual std::vector<std::uint32_t> stored() const { return {}; }

  // One example, online.
  virtual void learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
                     float weight) const = 0;
  // One after the other, on up to `threads` threads (0: all cores). What is learnt is the same, bit
  // for bit, as if each came to learn() by itself.
  virtual void learn_batch(learners::OnlineLearner& learner,
                           std::span<const LabelledExample> examples, unsigned threads) const;
  // How many of all examples are expected at each problem, up to a common factor; empty: as many at
  // each. For learners that must make do with limited memory.
  virtual std::vector<float> shares() const { return {}; }
  // These rows of the data at once, on up to `threads` threads (0: all cores). Returns the
  // fraction of them whose label would not be predicted by the learner's out-of-fold margins.
  virtual double fit(learners::BatchLearner& learner, const Dataset& data,
                     std::span<const std::uint32_t> rows, unsigned threads,
                     const OnProgress& progress) const = 0;

  // The same for costs of each class instead of a label. Costs lie in [0, 1], 0 being the least of
  // all; only their differences matter. Only for reductions that take costs. Fitting returns the
  // fraction of rows for which something is predicted that is not the cheapest.
  virtual void learn_costs(learners::OnlineLearner& learner, Features x,
                           std::span<const float> costs, float weight) const;
  virtual double fit_costs(learners::BatchLearner& learner, const Dataset& data,
                           std::span<const std::uint32_t> rows, unsigned threads,
                           const OnProgress& progress) const;

  // Fits by labels or by costs, and settles what only the examples tell.
  virtual Fitted fit_and_settle(learners::BatchLearner& learner, const Dataset& data,
                                std::span<const std::uint32_t> rows, bool costs, unsigned threads,
                                const OnProgress& progress) const;

  // The predicted label; adds to `questions` how many classifiers were asked.
  virtual std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                                std::uint64_t& questions) const = 0;

  // Probabilities, made from those of the classifiers as if their answers were independent.
  // Of one label.
  virtual double probability(const learners::Classifiers& classifiers, Features x,
                             std::uint32_t label) const = 0;
  // Of the likeliest labels, at most `most`: the predicted one first, the others by probability.
  // `scored` is filled anew and its memory used again.
  virtual void top_labels(const learners::Classifiers& classifiers, Features x, std::size_t most,
                          std::vector<Scored>& scored) const = 0;
  // The same of those few labels alone that a prediction looks at.
  virtual void shortlist(const learners::Classifiers& classifiers, Features x,
                         std::vector<Scored>& scored) const {
    constexpr std::size_t kFew = 8;
    top_labels(classifiers, x, kFew, scored);
  }
  // The most classifiers that this asks.
  virtual std::uint32_t max_shortlist_questions() const { return problems(); }
};

inline void Reduction::learn_batch(learners::OnlineLearner& learner,
                                   std::span<const LabelledExample> examples,
                                   unsigned /*threads*/) const {
  for (const LabelledExample& example : examples) {
    learn(learner, example.x, example.label, example.weight);
  }
}

inline void Reduction::learn_costs(learners::OnlineLearner& /*learner*/, Features /*x*/,
                                   std::span<const float> /*costs*/, float /*weight*/) const {
  throw Error::bad_argument("this reduction cannot be trained on costs");
}

inline double Reduction::fit_costs(learners::BatchLearner& /*learner*/, const Dataset& /*data*/,
                                   std::span<const std::uint32_t> /*rows*/, unsigned /*threads*/,
                                   const OnProgress& /*progress*/) const {
  throw Error::bad_argument("this reduction cannot be trained on costs");
}

inline Fitted Reduction::fit_and_settle(learners::BatchLearner& learner, const Dataset& data,
                                        std::span<const std::uint32_t> rows, bool costs,
                                        unsigned threads, const OnProgress& progress) const {
  return {costs ? fit_costs(learner, data, rows, threads, progress)
                : fit(learner, data, rows, threads, progress),
          nullptr,
          {}};
}

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_REDUCTION_H_
