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

// What was measured of a method on a split.
struct SplitResult {
  std::string failure;  // why nothing was; else empty
  RowsEvaluation test;
  double train_seconds = 0;
};

// Costs that need no learning, summed over the test part of a split.
struct Choices {
  std::uint64_t examples = 0;
  double single_best = 0;
  double perfect = 0;
};

Choices choices_of(const Dataset& train, const Dataset& test, const data::Split& split);

// A method on a data set from all its splits. The error is over all examples tested; the deviation
// is that of the splits' errors, with n - 1. It says how much a result depends on the split and on
// the draw, not how exact the mean is: training parts of random splits overlap. A failure in one
// split is one of all.
Score score_of(const std::vector<SplitResult>& splits);

}  // namespace ect::model

#endif  // ECT_MODEL_SPLIT_SCORES_H_
