// Evaluates a model on a data set in memory. Threads predict rows; the outcomes are added up in the
// order of the rows. Tests: evaluate_data_test.
#include <chrono>
#include <utility>
#include <vector>

#include "ect/error.h"
#include "ect/evaluate.h"
#include "model/evaluation_sums.h"
#include "model/parts.h"
#include "model/predict_rows.h"

namespace ect {
namespace {

struct TestedRow {
  model::TestedExample tested;
  std::uint64_t questions = 0;
  double seconds = 0;
};

std::string called(const Dataset& data) { return data.name().empty() ? "the data" : data.name(); }

// The model's number of each class of the data, where it has one. By name.
std::vector<std::optional<std::uint32_t>> numbers_of(const Dataset& data, const Labels& labels) {
  std::vector<std::optional<std::uint32_t>> numbers;
  for (std::uint32_t i = 0; i < data.label_names().size(); ++i) {
    numbers.push_back(labels.find(data.label_names().name(i)));
  }
  return numbers;
}

}  // namespace

Evaluation evaluate(const Model& model, const Dataset& data, unsigned threads) {
  for (std::size_t row = 0; row < data.size(); ++row) {
    if (data.label(row) != Dataset::kNoLabel) continue;
    throw Error::bad_argument(called(data) + ": row " + std::to_string(row) +
                              " has no label to test by");
  }
  const auto numbers = numbers_of(data, model.parts().labels.labels());
  std::vector<std::optional<std::uint32_t>> cost_of(model.classes());  // the data's class
  for (std::uint32_t i = 0; i < numbers.size(); ++i) {
    if (numbers[i]) cost_of[*numbers[i]] = i;
  }
  std::vector<TestedRow> rows(data.size());
  model::predict_rows(model, data.size(), threads, [&](Predictor& predictor, std::size_t row) {
    const Features x = data.row(row);
    const std::uint64_t before = predictor.questions();
    const auto start = std::chrono::steady_clock::now();
    const std::uint32_t predicted = predictor.predict(x);
    TestedRow& out = rows[row];
    out.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    out.questions = predictor.questions() - before;
    out.tested = model::test_example(predictor, x, numbers[data.label(row)], predicted);
    if (!data.has_costs()) return;
    if (!cost_of[predicted]) {
      throw Error::bad_argument(called(data) + ": there is no cost of '" +
                                std::string(model.label(predicted)) + "', which is predicted");
    }
    out.tested.cost = static_cast<double>(data.costs(row)[*cost_of[predicted]]);
  });
  model::EvaluationSums sums;
  std::uint64_t questions = 0;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    const TestedRow& out = rows[row];
    sums.add(out.tested);
    if (!out.tested.label) {
      sums.add_unknown(data.label_names().name(data.label(row)), out.tested.predicted);
    }
    sums.add_seconds(out.seconds);
    questions += out.questions;
  }
  return sums.evaluation(model, called(data), questions);
}

}  // namespace ect
