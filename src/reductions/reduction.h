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

// Called regularly with the progress of training, by one thread at a time. An exception ends the
// fit.
using OnProgress = std::function<void(const TrainProgress&)>;

// A label with fewer examples than that cannot spare any of them in training: they are not held
// back by what classifiers say that were not trained on them.
inline constexpr std::uint32_t kMinRoutedOutOfFold = 12;

// A training example.
struct LabelledExample {
  Features x;
  std::uint32_t label;
  float weight;
};

class ProgressiveFinals;
class Reduction;

// The result of a fit.
struct Fitted {
  // The fraction of rows whose prediction, by out-of-fold margins, is not their label, or not the
  // cheapest label.
  double error;
  // The reduction to predict with, if training determined how answers are combined; else null.
  std::unique_ptr<Reduction> settled;
  std::vector<Tried> tried;  // the candidates for it, the best first
  // Weights below this share of their problem's greatest do not count by out-of-fold margins;
  // not set: that was not measured.
  std::optional<float> prune = {};
  std::size_t examples = 0;  // by which the error was estimated; 0: by all
};

// A reduction of a multiclass problem to binary ones. Immutable; threads may share it.
class Reduction {
 public:
  virtual ~Reduction() = default;

  virtual std::uint32_t classes() const = 0;
  virtual std::uint32_t problems() const = 0;
  // The schedule of its tournament; null if it has none.
  virtual const Schedule* schedule() const { return nullptr; }
  // The maximum number of classifiers evaluated for a prediction: in a tournament one per round,
  // else all.
  virtual std::uint32_t most_questions() const {
    return schedule() != nullptr ? schedule()->rounds() : problems();
  }
  // What is proved about its regret, trained on labels or on costs; empty if nothing is.
  virtual std::string guarantee(bool costs) const = 0;
  // A description of contested finals; empty if there are none.
  virtual std::string finals() const { return {}; }
  // The labels that can be on a side of a problem.
  virtual std::vector<std::uint32_t> labels_at(std::uint32_t problem, Side side) const = 0;
  // Problems that are often asked about the same example: see Packing.
  virtual std::vector<std::vector<std::uint32_t>> asked_together() const { return {}; }
  // What is needed to load it, besides the number of classes: see `load` in the table.
  virtual std::vector<std::uint32_t> stored() const { return {}; }

  // Trains on one example, online.
  virtual void learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
                     float weight) const = 0;
  // Trains on the examples in order, on up to `threads` threads (0: all cores). The result is the
  // same, bit for bit, as calling learn() for each.
  virtual void learn_batch(learners::OnlineLearner& learner,
                           std::span<const LabelledExample> examples, unsigned threads) const;
  // The last so many problems are scores of labels that an online learner trains jointly.
  virtual std::uint32_t online_scores() const { return 0; }
  // For reductions whose answers are combined as online training shows; else null.
  virtual std::shared_ptr<ProgressiveFinals> progressive_finals() const { return nullptr; }
  // The expected share of examples at each problem but for scores, up to a common factor; empty:
  // equal shares. For learners with limited memory.
  virtual std::vector<float> shares() const { return {}; }
  // Trains on these rows of the data in batch, on up to `threads` threads (0: all cores). Returns
  // the fraction of them whose label is not predicted by the learner's out-of-fold margins.
  virtual double fit(learners::BatchLearner& learner, const Dataset& data,
                     std::span<const std::uint32_t> rows, unsigned threads,
                     const OnProgress& progress) const = 0;

  // The same with costs of each class instead of a label. Costs lie in [0, 1], the lowest being 0;
  // only their differences matter. Only for reductions that support costs. Fitting returns the
  // fraction of rows for which a label is predicted that is not the cheapest.
  virtual void learn_costs(learners::OnlineLearner& learner, Features x,
                           std::span<const float> costs, float weight) const;
  virtual double fit_costs(learners::BatchLearner& learner, const Dataset& data,
                           std::span<const std::uint32_t> rows, unsigned threads,
                           const OnProgress& progress) const;

  // Fits by labels or by costs, and also what depends on the fitted classifiers (contested finals).
  virtual Fitted fit_and_settle(learners::BatchLearner& learner, const Dataset& data,
                                std::span<const std::uint32_t> rows, bool costs, unsigned threads,
                                const OnProgress& progress) const;

  // The predicted label; adds to `questions` how many classifiers were asked.
  virtual std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                                std::uint64_t& questions) const = 0;

  // The probability of a label, computed from those of the classifiers as if their answers were
  // independent.
  virtual double probability(const learners::Classifiers& classifiers, Features x,
                             std::uint32_t label) const = 0;
  // Whether a prediction considers the label.
  virtual bool considers(const learners::Classifiers& /*classifiers*/, Features /*x*/,
                         std::uint32_t /*label*/) const {
    return true;
  }
  // The most probable labels, at most `most`: the predicted one first, the others by probability.
  // `scored` is overwritten, and its memory reused.
  virtual void top_labels(const learners::Classifiers& classifiers, Features x, std::size_t most,
                          std::vector<Scored>& scored) const = 0;
  // The same for the few labels that a prediction considers.
  virtual void shortlist(const learners::Classifiers& classifiers, Features x,
                         std::vector<Scored>& scored) const {
    constexpr std::size_t kFew = 8;
    top_labels(classifiers, x, kFew, scored);
  }
  // The maximum number of classifiers that shortlist() evaluates.
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
