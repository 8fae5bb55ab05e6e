#ifndef ECT_MODEL_PREDICT_ROWS_H_
#define ECT_MODEL_PREDICT_ROWS_H_

#include <cstddef>
#include <functional>

#include "ect/model.h"
#include "ect/predict.h"

namespace ect::model {

// Calls predict(predictor, row) for every row below `rows`, once each, on up to `threads` threads
// (0: all cores), each with its own predictor. Calls for different rows must not write to the same
// memory.
void predict_rows(const Model& model, std::size_t rows, unsigned threads,
                  const std::function<void(Predictor&, std::size_t)>& predict);

}  // namespace ect::model

#endif  // ECT_MODEL_PREDICT_ROWS_H_
