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

// Classifiers that a real learner made of a sample, and the inputs as they see them.
struct LearnedNodes {
  std::unique_ptr<learners::TrainedClassifiers> classifiers;
  std::vector<Example> inputs;
  // What to ask with them where the examples settled it (contested finals); null: the reduction.
  std::unique_ptr<reductions::Reduction> settled;
};

// Prepares and learns as `ect train` does, with the given reduction.
LearnedNodes learn_nodes(const reductions::Reduction& reduction,
                         const model::LearnerChoice& learner, Dataset sample, const Known& known,
                         std::uint64_t seed);

// What the settled reduction's own predictions lose, and how much it asks. Nothing is said of the
// binary problems, which are as many and as weighted as the examples made them.
MeasuredRegret measure_predictions(const LearnedNodes& nodes, const Enumerated& known);

}  // namespace ect::regret

#endif  // ECT_REGRET_LEARNED_H_
