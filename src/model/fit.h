#ifndef ECT_MODEL_FIT_H_
#define ECT_MODEL_FIT_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/load.h"
#include "ect/dataset.h"
#include "learners/learner.h"
#include "model/checkpoint.h"
#include "model/preparation.h"
#include "model/settings.h"
#include "reductions/reduction.h"

namespace ect::model {

// Prepared training examples in memory.
struct PreparedExamples {
  const Dataset& data;
  std::span<const std::uint32_t> rows;  // those of positive weight
  const data::Layout& layout;           // of the data before preparation
  const Preparation& preparation;
  std::uint32_t features;  // every index is below this, also in later predictions
};

struct FitResult {
  std::unique_ptr<learners::TrainedClassifiers> classifiers;
  // The reduction to predict with, if training determined it (contested finals); null: the given
  // one.
  std::unique_ptr<reductions::Reduction> settled;
  std::vector<Tried> tried;   // by the reduction, the best first
  double error = -1;          // on held-out examples; negative: unknown
  std::uint32_t passes = 0;   // of an online learner
  std::uint32_t costing = 0;  // as used
  std::uint32_t probing = 0;
  std::optional<float> prune;  // as in reductions::Fitted, and so is the next one
  std::size_t judged = 0;
  std::string program;  // name of the external program, if the learner is one
};

// Makes the recipe's learner and trains it on the problems of the reduction, in batch or in passes.
// Continues from the checkpoint, which has begun, and writes it; null: none.
FitResult fit_examples(const Recipe& recipe, const reductions::Reduction& reduction,
                       const PreparedExamples& examples, const reductions::OnProgress& progress,
                       Checkpoint* checkpoint);

}  // namespace ect::model

#endif  // ECT_MODEL_FIT_H_
