#ifndef ECT_TESTS_MODEL_HELPERS_H_
#define ECT_TESTS_MODEL_HELPERS_H_

#include "ect/dataset.h"
#include "ect/model.h"
#include "ect/predict.h"

namespace ect {

// The share of examples whose label is not predicted; labels are compared by name.
inline double error_on(const Model& model, const Dataset& data) {
  Predictor predictor(model);
  double mistakes = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    mistakes +=
        model.label(predictor.predict(data.row(i))) != data.label_names().name(data.label(i));
  }
  return mistakes / static_cast<double>(data.size());
}

}  // namespace ect

#endif  // ECT_TESTS_MODEL_HELPERS_H_
