#ifndef ECT_MODEL_FIT_H_
#define ECT_MODEL_FIT_H_

#include <cstdint>
#include <memory>
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

// Examples in memory, prepared to be learnt from.
struct PreparedExamples {
  const Dataset& data;
  std::span<const std::uint32_t> rows;  // those that count
  const data::Layout& layout;           // of the data before it was prepared
  const Preparation& preparation;
  std::uint32_t features;  // every index is below, also of what will be asked about
};

struct FitResult {
  std::unique_ptr<learners::TrainedClassifiers> classifiers;
  // What to ask them with, where the examples settled it (contested finals); null: the reduction.
  std::unique_ptr<reductions::Reduction> settled;
  std::vector<Tried> tried;   // by the reduction, the best first
  double error = -1;          // on examples not learnt from; below 0: not known
  std::uint32_t passes = 0;   // of an online learner
  std::uint32_t costing = 0;  // as they were used
  std::uint32_t probing = 0;
  std::string program;  // what it calls itself, where the learner is one
};

// Makes the recipe's learner and lets it learn the problems of the reduction, in batches or in
// passes. Goes on from the checkpoint, which has begun, and writes it; null: none.
FitResult fit_examples(const Recipe& recipe, const reductions::Reduction& reduction,
                       const PreparedExamples& examples, const reductions::OnProgress& progress,
                       Checkpoint* checkpoint);

}  // namespace ect::model

#endif  // ECT_MODEL_FIT_H_
