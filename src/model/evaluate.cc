// Evaluates a model on the examples of a reader. Threads read and predict a block each; the results
// are summed in the order of the examples, so that no sum depends on the number of threads or on
// block boundaries. Tests: learn_cli_test, answers_test.
#include "model/evaluate.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <optional>
#include <utility>
#include <vector>

#include "data/blocks.h"
#include "ect/error.h"
#include "ect/predict.h"
#include "model/answers.h"
#include "model/evaluation_sums.h"
#include "model/parts.h"

namespace ect::model {
namespace {

// The results of a block of examples.
struct TestedBlock {
  std::vector<TestedExample> examples;
  std::vector<std::string> unknown;  // labels unknown to the model, in order
  double seconds = 0;                // of predicting
};

// Evaluates blocks, on one thread.
class Tester {
 public:
  Tester(const Model& model, const Labels& labels, const std::string& name)
      : model_(model), labels_(labels), name_(name), predictor_(model) {}

  void test(data::Reader& reader, TestedBlock& tested) {
    tested.examples.clear();
    tested.unknown.clear();
    std::exception_ptr failure;  // a read error; errors of examples before it come first
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

  TestedExample test(std::size_t i) {
    const Example& example = block_.examples[i];
    if (!example.label) {
      throw Error::parse(name_, block_.lines[i],
                         "the example has no label (required for evaluation)");
    }
    TestedExample tested =
        test_example(predictor_, example.features(), labels_.find(*example.label), predicted_[i]);
    if (!example.costs.empty()) tested.cost = cost(example, tested.predicted);
    return tested;
  }

  double cost(const Example& example, std::uint32_t predicted) const {
    const std::vector<std::string>& names = block_.cost_labels;
    const auto at = std::find(names.begin(), names.end(), model_.label(predicted));
    if (at == names.end()) {
      throw Error(Error::Kind::kParse, fmt::format("{}: the predicted label '{}' has no cost",
                                                   name_, model_.label(predicted)));
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

// Sums up the results of all blocks.
class Tally : public data::ReaderBlocks {
 public:
  Tally(const Model& model, data::Reader& reader, const std::string& name, unsigned threads)
      : data::ReaderBlocks(reader, threads),
        model_(model),
        name_(name),
        labels_(model.parts().labels.labels()),
        testers_(workers()),
        tested_(slots()) {}

  // To be called after all blocks.
  Evaluation evaluation() {
    std::uint64_t questions = 0;
    for (const std::optional<Tester>& tester : testers_) {
      if (tester) questions += tester->questions();
    }
    return sums_.evaluation(model_, name_, questions);
  }

 protected:
  void work_on(data::Reader& examples, std::size_t slot, unsigned worker) override {
    std::optional<Tester>& tester = testers_[worker];
    if (!tester) tester.emplace(model_, labels_, name_);
    tester->test(examples, tested_[slot]);
  }

  void give(std::size_t slot) override {
    const TestedBlock& tested = tested_[slot];
    sums_.add_seconds(tested.seconds);
    auto unknown = tested.unknown.begin();
    for (const TestedExample& example : tested.examples) {
      sums_.add(example);
      if (!example.label) sums_.add_unknown(*unknown++, example.predicted);
    }
  }

 private:
  const Model& model_;
  const std::string& name_;
  const Labels labels_;
  std::vector<std::optional<Tester>> testers_;  // by thread, created on first use
  std::vector<TestedBlock> tested_;
  EvaluationSums sums_;
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
