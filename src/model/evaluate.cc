#include "model/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "ect/error.h"
#include "model/parts.h"

namespace ect {
namespace {

constexpr std::size_t kAtOnce = 256;         // examples between two looks at the clock
constexpr double kLeastProbability = 1e-15;  // whose logarithm the log loss takes at most

// Adds examples up.
class Tally {
 public:
  Tally(const Model& model, Reader& reader, std::string name)
      : model_(model),
        reader_(reader),
        name_(std::move(name)),
        labels_(model.parts().labels.labels()),
        predictor_(model),
        block_(kAtOnce),
        predicted_(kAtOnce) {}

  Evaluation run() {
    std::size_t size = 0;
    while ((size = read_block()) > 0) {
      time_block(size);
      for (std::size_t i = 0; i < size; ++i) add(block_[i], predicted_[i]);
    }
    return finish();
  }

 private:
  std::size_t read_block() {
    std::size_t size = 0;
    while (size < kAtOnce && reader_.next(block_[size])) {
      if (!block_[size].label) {
        throw Error::parse(name_, reader_.line(), "the example has no label to test by");
      }
      ++size;
    }
    return size;
  }

  void time_block(std::size_t size) {
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < size; ++i) {
      predicted_[i] = predictor_.predict(block_[i].features());
    }
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  void add(const Example& example, std::uint32_t predicted) {
    ++result_.examples;
    const std::optional<std::uint32_t> label = labels_.find(*example.label);
    if (!label && unknown_++ == 0) first_unknown_ = *example.label;
    if (label != predicted) ++mistakes_;
    ++result_.confusion[{*example.label, predicted}];
    const double probability = label ? predictor_.probability(example.features(), *label) : 0;
    log_loss_ -= std::log(std::max(probability, kLeastProbability));
    const double sure =
        label == predicted ? probability : predictor_.probability(example.features(), predicted);
    const auto bin =
        std::min(kCalibrationBins - 1,
                 static_cast<std::size_t>(sure * static_cast<double>(kCalibrationBins)));
    bins_[bin] += sure - (label == predicted ? 1 : 0);
    if (!example.costs.empty()) add_cost(example, predicted);
  }

  void add_cost(const Example& example, std::uint32_t predicted) {
    const auto names = reader_.cost_labels();
    const auto at = std::find(names.begin(), names.end(), model_.label(predicted));
    if (at == names.end()) {
      throw Error(Error::Kind::kParse,
                  fmt::format("{}: there is no cost of '{}', which is predicted", name_,
                              model_.label(predicted)));
    }
    cost_ += static_cast<double>(example.costs[static_cast<std::size_t>(at - names.begin())]);
    ++costs_;
  }

  Evaluation finish() {
    if (result_.examples == 0) {
      throw Error(Error::Kind::kParse, fmt::format("{}: no examples (is the file empty?)", name_));
    }
    const auto n = static_cast<double>(result_.examples);
    result_.error = static_cast<double>(mistakes_) / n;
    if (costs_ > 0) result_.mean_cost = cost_ / static_cast<double>(costs_);
    result_.log_loss = log_loss_ / n;
    for (const double bin : bins_) result_.calibration_error += std::abs(bin) / n;
    result_.questions_per_example = static_cast<double>(predictor_.questions()) / n;
    result_.microseconds_per_example = 1e6 * seconds_ / n;
    result_.warnings = reader_.warnings();
    if (unknown_ > 0) {
      result_.warnings.push_back(
          fmt::format("{}: examples with a label that the model does not know: {}, the first '{}'; "
                      "they count as mistakes",
                      name_, unknown_, first_unknown_));
    }
    return std::move(result_);
  }

  const Model& model_;
  Reader& reader_;
  std::string name_;
  Labels labels_;
  Predictor predictor_;
  std::vector<Example> block_;
  std::vector<std::uint32_t> predicted_;
  Evaluation result_;
  std::uint64_t mistakes_ = 0;
  std::uint64_t unknown_ = 0;
  std::string first_unknown_;
  double log_loss_ = 0;
  std::array<double, kCalibrationBins> bins_{};  // sums of probability less 1 where it was right
  double cost_ = 0;
  std::uint64_t costs_ = 0;
  double seconds_ = 0;
};

}  // namespace

Evaluation evaluate(const Model& model, Reader& reader, const std::string& name) {
  return Tally(model, reader, name).run();
}

}  // namespace ect
