// Threads read and ask, a block each, and leave what came out of each example; that is added up in
// the order of the examples, so that no sum depends on the number of threads or on where a block
// ends. Tests: learn_cli_test, answers_test.
#include "model/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <exception>
#include <optional>
#include <unordered_map>
#include <utility>

#include "data/blocks.h"
#include "ect/error.h"
#include "model/answers.h"
#include "model/parts.h"

namespace ect::model {
namespace {

constexpr double kMinProbability = 1e-15;  // whose logarithm the log loss takes at most

// What came out of an example.
struct Tested {
  std::optional<std::uint32_t> label;  // nothing where the model does not know it
  std::uint32_t predicted = 0;
  double loss = 0;  // - ln of the true label's probability
  double sure = 0;  // the probability of what is predicted
  std::optional<double> cost;
};

// And of a block of them.
struct TestedBlock {
  std::vector<Tested> examples;
  std::vector<std::string> unknown;  // the labels that are not known, in order
  double seconds = 0;                // of predicting
};

// Asks about blocks, on one thread.
class Tester {
 public:
  Tester(const Model& model, const Labels& labels, const std::string& name)
      : model_(model), labels_(labels), name_(name), predictor_(model) {}

  void test(data::Reader& reader, TestedBlock& tested) {
    tested.examples.clear();
    tested.unknown.clear();
    std::exception_ptr failure;  // what is wrong with an example before it comes first
    try {
      block_.read(reader);
    } catch (...) {
      failure = std::current_exception();
    }
    tested.seconds = predict();
    for (std::size_t i = 0; i < block_.count; ++i) {
      tested.examples.push_back(test(i));
      if (!tested.examples.back().label) tested.unknown.push_back(*block_.examples[i].label);
    }
    if (failure) std::rethrow_exception(failure);
  }

  std::uint64_t questions() const { return predictor_.questions(); }

 private:
  double predict() {
    predicted_.resize(block_.count);
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < block_.count; ++i) {
      predicted_[i] = predictor_.predict(block_.examples[i].features());
    }
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }

  Tested test(std::size_t i) {
    const Example& example = block_.examples[i];
    if (!example.label) {
      throw Error::parse(name_, block_.lines[i], "the example has no label to test by");
    }
    Tested tested;
    tested.label = labels_.find(*example.label);
    tested.predicted = predicted_[i];
    const double probability =
        tested.label ? predictor_.probability(example.features(), *tested.label) : 0;
    tested.loss = -std::log(std::max(probability, kMinProbability));
    tested.sure = tested.label == tested.predicted
                      ? probability
                      : predictor_.probability(example.features(), tested.predicted);
    if (!example.costs.empty()) tested.cost = cost(example, tested.predicted);
    return tested;
  }

  double cost(const Example& example, std::uint32_t predicted) const {
    const std::vector<std::string>& names = block_.cost_labels;
    const auto at = std::find(names.begin(), names.end(), model_.label(predicted));
    if (at == names.end()) {
      throw Error(Error::Kind::kParse,
                  fmt::format("{}: there is no cost of '{}', which is predicted", name_,
                              model_.label(predicted)));
    }
    return static_cast<double>(example.costs[static_cast<std::size_t>(at - names.begin())]);
  }

  const Model& model_;
  const Labels& labels_;
  const std::string& name_;
  Predictor predictor_;
  data::ExampleBlock block_;
  std::vector<std::uint32_t> predicted_;
};

// Adds examples up.
class Tally : public data::ReaderBlocks {
 public:
  Tally(const Model& model, data::Reader& reader, const std::string& name, unsigned threads)
      : data::ReaderBlocks(reader, threads),
        model_(model),
        name_(name),
        labels_(model.parts().labels.labels()),
        testers_(workers()),
        tested_(slots()) {}

  // Once all has been added up.
  Evaluation evaluation() {
    if (result_.examples == 0) {
      throw Error(Error::Kind::kParse, fmt::format("{}: no examples (is the file empty?)", name_));
    }
    const auto n = static_cast<double>(result_.examples);
    result_.error = static_cast<double>(mistakes_) / n;
    if (costs_ > 0) result_.mean_cost = cost_ / static_cast<double>(costs_);
    result_.log_loss = log_loss_ / n;
    for (const double bin : bins_) result_.calibration_error += std::abs(bin) / n;
    std::uint64_t questions = 0;
    for (const std::optional<Tester>& tester : testers_) {
      if (tester) questions += tester->questions();
    }
    result_.questions_per_example = static_cast<double>(questions) / n;
    result_.microseconds_per_example = 1e6 * seconds_ / n;
    for (const auto& [pair, count] : confused_) {
      const auto label = static_cast<std::uint32_t>(pair >> 32);
      result_.confusion[{labels_.name(label), static_cast<std::uint32_t>(pair)}] = count;
    }
    if (unknown_ > 0) {
      result_.warnings.push_back(
          fmt::format("{}: examples with a label that the model does not know: {}, the first '{}'; "
                      "they count as mistakes",
                      name_, unknown_, first_unknown_));
    }
    return std::move(result_);
  }

 protected:
  void work_on(data::Reader& examples, std::size_t slot, unsigned worker) override {
    std::optional<Tester>& tester = testers_[worker];
    if (!tester) tester.emplace(model_, labels_, name_);
    tester->test(examples, tested_[slot]);
  }

  void give(std::size_t slot) override {
    const TestedBlock& tested = tested_[slot];
    seconds_ += tested.seconds;
    auto unknown = tested.unknown.begin();
    for (const Tested& example : tested.examples) {
      add(example);
      if (!example.label) add_unknown(*unknown++, example.predicted);
    }
  }

 private:
  void add(const Tested& example) {
    const bool right = example.label == example.predicted;
    ++result_.examples;
    if (!right) ++mistakes_;
    if (example.label) ++confused_[std::uint64_t{*example.label} << 32 | example.predicted];
    log_loss_ += example.loss;
    const auto bin =
        std::min(kCalibrationBins - 1,
                 static_cast<std::size_t>(example.sure * static_cast<double>(kCalibrationBins)));
    bins_[bin] += example.sure - (right ? 1 : 0);
    if (!example.cost) return;
    cost_ += *example.cost;
    ++costs_;
  }

  void add_unknown(const std::string& label, std::uint32_t predicted) {
    if (unknown_++ == 0) first_unknown_ = label;
    ++result_.confusion[{label, predicted}];
  }

  const Model& model_;
  const std::string& name_;
  const Labels labels_;
  std::vector<std::optional<Tester>> testers_;  // by thread, made when it has something to do
  std::vector<TestedBlock> tested_;
  Evaluation result_;
  std::unordered_map<std::uint64_t, std::uint64_t> confused_;  // true label, predicted one
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

Evaluation evaluate(const Model& model, data::Reader& reader, const std::string& name,
                    unsigned threads) {
  threads = asking_threads(model, threads);
  Tally tally(model, reader, name, threads);
  run_in_order(tally, threads);
  Evaluation evaluation = tally.evaluation();
  const std::vector<std::string> odd = reader.warnings();
  evaluation.warnings.insert(evaluation.warnings.begin(), odd.begin(), odd.end());
  return evaluation;
}

}  // namespace ect::model
