// Rankings, gaps and means over the scores of a comparison. Tests: compare_test.
#include "model/comparison.h"

#include <fmt/format.h>

#include <algorithm>

namespace ect::model {

std::string Method::reduction_name() const {
  return eliminations == 0 ? reduction : fmt::format("{}:{}", reduction, eliminations);
}

std::optional<double> Comparison::value(std::size_t data, std::size_t method) const {
  const Score& score = this->data[data].scores[method];
  if (score.failed()) return std::nullopt;
  return by_cost ? score.cost : std::optional(score.error);
}

std::optional<double> Comparison::deviation(std::size_t data, std::size_t method) const {
  const Score& score = this->data[data].scores[method];
  if (score.failed()) return std::nullopt;
  return by_cost ? score.cost_sd : score.error_sd;
}

bool Comparison::best(std::size_t data, std::size_t method) const {
  const std::optional<double> mine = value(data, method);
  if (!mine) return false;
  for (std::size_t other = 0; other < methods.size(); ++other) {
    if (value(data, other).value_or(*mine) < *mine) return false;
  }
  return true;
}

std::optional<double> Comparison::gap_closed(std::size_t data, std::size_t method) const {
  const ComparedData& of = this->data[data];
  const Score& score = of.scores[method];
  if (score.failed() || !score.cost || !of.cost_single_best || !of.cost_perfect) {
    return std::nullopt;
  }
  const double gap = *of.cost_single_best - *of.cost_perfect;
  if (!(gap > 0)) return std::nullopt;
  return (*of.cost_single_best - *score.cost) / gap;
}

std::vector<Summary> summarize(const Comparison& comparison) {
  std::vector<Summary> summaries(comparison.methods.size());
  const auto n = static_cast<double>(comparison.data.size());
  for (std::size_t method = 0; method < summaries.size(); ++method) {
    Summary& summary = summaries[method];
    const auto failed = [&](const ComparedData& data) { return data.scores[method].failed(); };
    const bool everywhere = !std::any_of(comparison.data.begin(), comparison.data.end(), failed);
    double gaps = 0;
    double gap_sum = 0;
    for (std::size_t d = 0; d < comparison.data.size(); ++d) {
      summary.wins += comparison.best(d, method) ? 1 : 0;
      const std::optional<double> gap = comparison.gap_closed(d, method);
      gaps += gap ? 1 : 0;
      gap_sum += gap.value_or(0);
    }
    if (!everywhere || comparison.data.empty()) continue;
    const auto mean = [&](double Score::*field) {
      double sum = 0;
      for (const ComparedData& data : comparison.data) sum += data.scores[method].*field;
      return sum / n;
    };
    summary.error = mean(&Score::error);
    if (gaps > 0) summary.gap_closed = gap_sum / gaps;
    summary.train_seconds = mean(&Score::train_seconds);
    summary.predict_microseconds = mean(&Score::predict_microseconds);
    summary.questions_per_example = mean(&Score::questions_per_example);
  }
  return summaries;
}

}  // namespace ect::model
