#ifndef ECT_MODEL_EVALUATE_ROWS_H_
#define ECT_MODEL_EVALUATE_ROWS_H_

#include <cstdint>
#include <optional>
#include <span>

#include "ect/dataset.h"
#include "ect/model.h"

namespace ect::model {

// Sums over the predictions of a model on examples in memory.
struct RowsEvaluation {
  std::uint64_t examples = 0;
  std::uint64_t mistakes = 0;   // an unknown label is one
  std::optional<double> costs;  // of the predicted labels, if the data has costs
  std::uint64_t questions = 0;
  double seconds = 0;  // of predicting

  double error() const { return static_cast<double>(mistakes) / static_cast<double>(examples); }
};

// The data numbers its classes as the model does. See evaluate.h for files.
RowsEvaluation evaluate_rows(const Model& model, const Dataset& data,
                             std::span<const std::uint32_t> rows);

}  // namespace ect::model

#endif  // ECT_MODEL_EVALUATE_ROWS_H_
