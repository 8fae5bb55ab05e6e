// Predictions of a model, one row at a time or all rows of a data set. Tests: predict_api_test,
// model_file_test, allocation_test.
#include "ect/predict.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ect/error.h"
#include "learners/learner.h"
#include "model/answers.h"
#include "model/parts.h"
#include "model/predict_rows.h"
#include "model/preparation.h"
#include "reductions/reduction.h"
#include "util/parallel.h"

namespace ect {

struct Predictor::State {
  explicit State(Model asked)
      : model(std::move(asked)), evaluator(model.parts().classifiers->evaluator()) {}

  const reductions::Reduction& reduction() const { return *model.parts().reduction; }

  // The features as the classifiers know them. They are in this object until the next call.
  Features prepared(const Features& x) {
    example.indices.assign(x.indices.begin(), x.indices.end());
    example.values.assign(x.values.begin(), x.values.end());
    const Features prepared = model.parts().preparation.apply(example, expanded, scratch);
    evaluator->set_example(prepared);
    return prepared;
  }

  Model model;
  std::unique_ptr<learners::Evaluator> evaluator;
  Example example;
  Example expanded;
  data::Expansion::Scratch scratch;
  std::vector<Scored> scored;
  std::uint64_t questions = 0;
};

Predictor::Predictor(Model model) : state_(std::make_unique<State>(std::move(model))) {}
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor& Predictor::operator=(Predictor&&) noexcept = default;
Predictor::~Predictor() = default;

std::uint32_t Predictor::predict(const Features& x) {
  const Features prepared = state_->prepared(x);
  return state_->reduction().predict(*state_->evaluator, prepared, state_->questions);
}

bool Predictor::considers(const Features& x, std::uint32_t label) {
  const Features prepared = state_->prepared(x);
  return state_->reduction().considers(*state_->evaluator, prepared, label);
}

double Predictor::probability(const Features& x, std::uint32_t label) {
  const Features prepared = state_->prepared(x);
  return state_->reduction().probability(*state_->evaluator, prepared, label);
}

std::span<const Scored> Predictor::top(const Features& x, std::size_t count) {
  const Features prepared = state_->prepared(x);
  state_->reduction().top_labels(*state_->evaluator, prepared, count, state_->scored);
  return state_->scored;
}

void Predictor::probabilities(const Features& x, std::span<float> probabilities) {
  std::fill(probabilities.begin(), probabilities.end(), 0.0F);
  for (const Scored& scored : top(x, probabilities.size())) {
    probabilities[scored.label] = static_cast<float>(scored.probability);
  }
}

std::uint64_t Predictor::questions() const { return state_->questions; }

namespace model {

void predict_rows(const Model& model, std::size_t rows, unsigned threads,
                  const std::function<void(Predictor&, std::size_t)>& predict) {
  // A predictor is made for each part, which costs little beside so many rows.
  constexpr std::size_t kRowsAPart = 1024;
  const std::size_t parts = (rows + kRowsAPart - 1) / kRowsAPart;
  util::parallel_for(parts, asking_threads(model, threads), [&](std::uint64_t part) {
    Predictor predictor(model);
    const std::size_t last = std::min(rows, (part + 1) * kRowsAPart);
    for (std::size_t row = part * kRowsAPart; row < last; ++row) predict(predictor, row);
  });
}

}  // namespace model

namespace {

void require_room(std::size_t given, std::size_t rows, std::size_t columns) {
  if (given == rows * columns) return;
  throw Error::bad_argument(
      fmt::format("there is room for {} predictions (expected {} x {})", given, rows, columns));
}

}  // namespace

void predict(const Model& model, const Dataset& data, std::span<std::uint32_t> labels,
             unsigned threads) {
  require_room(labels.size(), data.size(), 1);
  model::predict_rows(model, data.size(), threads, [&](Predictor& predictor, std::size_t row) {
    labels[row] = predictor.predict(data.row(row));
  });
}

void predict_top(const Model& model, const Dataset& data, std::size_t count, std::span<Scored> top,
                 unsigned threads) {
  if (count == 0 || count > model.classes()) {
    throw Error::bad_argument(fmt::format("the top {} of {} classes (expected 1 to {})", count,
                                          model.classes(), model.classes()));
  }
  require_room(top.size(), data.size(), count);
  model::predict_rows(model, data.size(), threads, [&](Predictor& predictor, std::size_t row) {
    const std::span<const Scored> of_row = predictor.top(data.row(row), count);
    std::copy(of_row.begin(), of_row.end(), top.subspan(row * count, count).begin());
  });
}

void predict_probabilities(const Model& model, const Dataset& data, std::span<float> probabilities,
                           unsigned threads) {
  const std::size_t classes = model.classes();
  require_room(probabilities.size(), data.size(), classes);
  model::predict_rows(model, data.size(), threads, [&](Predictor& predictor, std::size_t row) {
    predictor.probabilities(data.row(row), probabilities.subspan(row * classes, classes));
  });
}

}  // namespace ect
