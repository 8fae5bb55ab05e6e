// Sums of an evaluation: error, log loss, calibration, costs, confusion. Tests: learn_cli_test,
// evaluate_data_test.
#include "model/evaluation_sums.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ect/error.h"
#include "model/parts.h"

namespace ect::model {
namespace {

constexpr double kMinProbability = 1e-15;  // whose logarithm the log loss takes at most

// Bands of training examples: from each to below the next.
constexpr std::array<std::uint32_t, 7> kBands = {0, 1, 3, 10, 30, 100, 300};

std::size_t band_of(std::uint32_t examples) {
  const auto above = std::upper_bound(kBands.begin(), kBands.end(), examples);
  return static_cast<std::size_t>(above - kBands.begin()) - 1;
}

}  // namespace

TestedExample test_example(Predictor& predictor, const Features& x,
                           std::optional<std::uint32_t> label, std::uint32_t predicted) {
  TestedExample tested;
  tested.label = label;
  tested.predicted = predicted;
  const double probability = label ? predictor.probability(x, *label) : 0;
  tested.loss = -std::log(std::max(probability, kMinProbability));
  tested.probability = label == predicted ? probability : predictor.probability(x, predicted);
  tested.considered = label && predictor.considers(x, *label);
  return tested;
}

void EvaluationSums::add(const TestedExample& example) {
  const bool right = example.label == example.predicted;
  ++result_.examples;
  if (!right) ++mistakes_;
  if (example.label) {
    ++confused_[std::uint64_t{*example.label} << 32 | example.predicted];
    OfLabel& of = of_label_[*example.label];
    ++of.examples;
    of.considered += example.considered ? 1 : 0;
    of.mistakes += right ? 0 : 1;
  }
  log_loss_ += example.loss;
  const auto bin = std::min(
      kCalibrationBins - 1,
      static_cast<std::size_t>(example.probability * static_cast<double>(kCalibrationBins)));
  bins_[bin] += example.probability - (right ? 1 : 0);
  if (!example.cost) return;
  cost_ += *example.cost;
  ++costs_;
}

void EvaluationSums::add_unknown(const std::string& label, std::uint32_t predicted) {
  if (unknown_++ == 0) first_unknown_ = label;
  ++result_.confusion[{label, predicted}];
}

Evaluation EvaluationSums::evaluation(const Model& model, const std::string& name,
                                      std::uint64_t questions) {
  if (result_.examples == 0) {
    throw Error(Error::Kind::kParse, fmt::format("{}: no examples (is the file empty?)", name));
  }
  const auto n = static_cast<double>(result_.examples);
  result_.error = static_cast<double>(mistakes_) / n;
  if (costs_ > 0) result_.mean_cost = cost_ / static_cast<double>(costs_);
  result_.log_loss = log_loss_ / n;
  for (const double bin : bins_) result_.calibration_error += std::abs(bin) / n;
  result_.questions_per_example = static_cast<double>(questions) / n;
  result_.microseconds_per_example = 1e6 * seconds_ / n;
  for (const auto& [pair, count] : confused_) {
    const auto label = static_cast<std::uint32_t>(pair >> 32);
    result_.confusion[{std::string(model.label(label)), static_cast<std::uint32_t>(pair)}] = count;
  }
  const ModelParts& parts = model.parts();
  if (!parts.label_examples.empty() && !parts.reduction->finals().empty()) {
    std::array<OfLabel, kBands.size()> bands{};
    for (const auto& [label, of] : of_label_) {
      OfLabel& band = bands[band_of(parts.label_examples[label])];
      band.examples += of.examples;
      band.considered += of.considered;
      band.mistakes += of.mistakes;
    }
    for (std::size_t i = 0; i < bands.size(); ++i) {
      if (bands[i].examples == 0) continue;
      const auto examples = static_cast<double>(bands[i].examples);
      result_.contenders_by_examples.push_back(
          {kBands[i], i + 1 < kBands.size() ? kBands[i + 1] - 1 : 0, bands[i].examples,
           static_cast<double>(bands[i].considered) / examples,
           static_cast<double>(bands[i].mistakes) / examples});
    }
  }
  if (unknown_ > 0) {
    result_.warnings.push_back(
        fmt::format("{}: examples with a label that the model does not know: {}, the first '{}'; "
                    "they count as mistakes",
                    name, unknown_, first_unknown_));
  }
  return std::move(result_);
}

}  // namespace ect::model
