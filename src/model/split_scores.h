#ifndef ECT_MODEL_SPLIT_SCORES_H_
#define ECT_MODEL_SPLIT_SCORES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "data/splits.h"
#include "ect/dataset.h"
#include "model/comparison.h"
#include "model/evaluate_rows.h"

namespace ect::model {

// The result of a method on a split.
struct SplitResult {
  std::string failure;  // why there is none; else empty
  RowsEvaluation test;
  double train_seconds = 0;
};

// Costs of choices that need no model, summed over the test part of a split.
struct Choices {
  std::uint64_t examples = 0;
  double single_best = 0;
  double perfect = 0;
};

Choices choices_of(const Dataset& train, const Dataset& test, const data::Split& split);

// The score of a method on a data set, from all splits. The error is over all tested examples; the
// standard deviation is that of the splits' errors, with n - 1. It shows how much a result depends
// on the split and on the draw; it is not a standard error of the mean, as training parts of random
// splits overlap. A failure in one split is a failure of all.
Score score_of(const std::vector<SplitResult>& splits);

}  // namespace ect::model

#endif  // ECT_MODEL_SPLIT_SCORES_H_
