// The score of a method on a data set, from the results of its splits, and the costs of choices
// that need no model. Tests: compare_test.
#include "model/split_scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

namespace ect::model {
namespace {

std::optional<double> deviation(const std::vector<double>& values) {
  if (values.size() < 2) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / (n - 1));
}

}  // namespace

Choices choices_of(const Dataset& train, const Dataset& test, const data::Split& split) {
  std::vector<double> of_class(train.label_names().size(), 0);
  for (const std::uint32_t row : split.train) {
    const std::span<const float> costs = train.costs(row);
    for (std::size_t c = 0; c < of_class.size(); ++c) of_class[c] += static_cast<double>(costs[c]);
  }
  const auto best = std::min_element(of_class.begin(), of_class.end()) - of_class.begin();
  Choices choices;
  choices.examples = split.test.size();
  for (const std::uint32_t row : split.test) {
    const std::span<const float> costs = test.costs(row);
    choices.single_best += static_cast<double>(costs[static_cast<std::size_t>(best)]);
    choices.perfect += static_cast<double>(*std::min_element(costs.begin(), costs.end()));
  }
  return choices;
}

Score score_of(const std::vector<SplitResult>& splits) {
  Score score;
  RowsEvaluation sum;
  std::vector<double> costs;
  for (const SplitResult& split : splits) {
    if (!split.failure.empty()) {
      score.failure = split.failure;
      return score;
    }
    const auto n = static_cast<double>(split.test.examples);
    score.errors.push_back(split.test.error());
    if (split.test.costs) costs.push_back(*split.test.costs / n);
    sum.examples += split.test.examples;
    sum.mistakes += split.test.mistakes;
    sum.costs = sum.costs.value_or(0) + split.test.costs.value_or(0);
    sum.questions += split.test.questions;
    sum.seconds += split.test.seconds;
    score.train_seconds += split.train_seconds / static_cast<double>(splits.size());
  }
  const auto n = static_cast<double>(sum.examples);
  score.error = sum.error();
  score.error_sd = deviation(score.errors);
  if (!costs.empty()) score.cost = *sum.costs / n;
  score.cost_sd = deviation(costs);
  score.predict_microseconds = 1e6 * sum.seconds / n;
  score.questions_per_example = static_cast<double>(sum.questions) / n;
  return score;
}

}  // namespace ect::model
