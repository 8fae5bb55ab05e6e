#ifndef ECT_REGRET_LEARNED_H_
#define ECT_REGRET_LEARNED_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "ect/dataset.h"
#include "model/settings.h"
#include "reductions/reduction.h"
#include "regret/known.h"
#include "regret/measured_regret.h"

namespace ect::regret {

// Classifiers that a learner has trained on a sample, and the prepared inputs.
struct LearnedNodes {
  std::unique_ptr<learners::TrainedClassifiers> classifiers;
  std::vector<Example> inputs;
  // The reduction to predict with, if training determined it (contested finals); null: the given
  // one.
  std::unique_ptr<reductions::Reduction> settled;
};

// Prepares and trains as `ect train` does, with the given reduction.
LearnedNodes learn_nodes(const reductions::Reduction& reduction,
                         const model::LearnerChoice& learner, Dataset sample, const Known& known,
                         std::uint64_t seed);

// The multiclass regret and the questions of the settled reduction. The binary regret is not
// measured: the number and weights of the problems depend on the sample.
MeasuredRegret measure_predictions(const LearnedNodes& nodes, const Enumerated& known);

}  // namespace ect::regret

#endif  // ECT_REGRET_LEARNED_H_
