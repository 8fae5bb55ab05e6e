// Counts mistakes and costs of a model on rows of a data set, for tuning and comparisons. Tests:
// compare_test.
#include "model/evaluate_rows.h"

#include <chrono>
#include <vector>

#include "ect/predict.h"

namespace ect::model {

RowsEvaluation evaluate_rows(const Model& model, const Dataset& data,
                             std::span<const std::uint32_t> rows) {
  Predictor predictor(model);
  std::vector<std::uint32_t> predicted(rows.size());
  const auto start = std::chrono::steady_clock::now();
  for (std::size_t i = 0; i < rows.size(); ++i) predicted[i] = predictor.predict(data.row(rows[i]));
  RowsEvaluation result;
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  result.examples = rows.size();
  result.questions = predictor.questions();
  double costs = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (data.label(rows[i]) != predicted[i]) ++result.mistakes;
    if (data.has_costs()) costs += static_cast<double>(data.costs(rows[i])[predicted[i]]);
  }
  if (data.has_costs()) result.costs = costs;
  return result;
}

}  // namespace ect::model
