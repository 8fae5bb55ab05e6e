// Online learning for programs that bring their examples themselves (ect/online.h).
// Tests: online_test.
#include "ect/online.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "data/features/expansion.h"
#include "data/features/scaling.h"
#include "ect/error.h"
#include "model/assemble.h"
#include "model/online_training.h"
#include "model/train_options.h"
#include "util/text.h"

namespace ect {
namespace {

Labels classes_of(const Dataset& first, const std::vector<std::string>& more) {
  Labels classes;
  for (std::uint32_t i = 0; i < first.label_names().size(); ++i) {
    classes.add(first.label_names().name(i));
  }
  for (const std::string& name : more) classes.add(name);
  return classes;
}

// The class of each label of the data, by name. Throws where a class is not known or a row has
// none.
std::vector<std::uint32_t> class_numbers(const Dataset& data, const Labels& classes) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < data.label_names().size(); ++i) {
    numbers.push_back(classes.find(data.label_names().name(i)).value_or(Dataset::kNoLabel));
  }
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.label(i) == Dataset::kNoLabel) {
      throw Error::bad_argument(fmt::format("example {} has no label", i + 1));
    }
    if (numbers[data.label(i)] == Dataset::kNoLabel) {
      throw Error::bad_argument(
          fmt::format("example {} is of the class {}, which was not there when training began",
                      i + 1, util::quoted(data.label_names().name(data.label(i)))));
    }
  }
  return numbers;
}

}  // namespace

struct OnlineTrainer::State {
  State(const Dataset& first, const std::vector<std::string>& more, const TrainOptions& options)
      : name(first.name()), classes(classes_of(first, more)) {
    const model::Settings settings = model::settings_of(options);
    const bool sparse = model::is_sparse_input(first.layout(), first);
    check_options(settings, true, sparse);
    model::require_two_classes(classes, first.name());
    const data::Layout& layout = first.layout();
    data::Scaling scaling;
    if (layout.format == FileFormat::kText) scaling = learn_scaling(first, layout);
    std::vector<std::string> warnings;
    training = std::make_unique<model::OnlineTraining>(completed(settings, true, sparse), layout,
                                                       classes, std::move(scaling), first.copy(), 1,
                                                       nullptr, warnings);
  }

  std::string name;  // of the data
  Labels classes;
  std::unique_ptr<model::OnlineTraining> training;
  Example row;  // and where it is prepared, used again for each
  Example expanded;
  data::Expansion::Scratch scratch;
};

OnlineTrainer::OnlineTrainer(const Dataset& first, const std::vector<std::string>& more,
                             const TrainOptions& options)
    : state_(std::make_unique<State>(first, more, options)) {
  learn(first);
}

OnlineTrainer::OnlineTrainer(OnlineTrainer&&) noexcept = default;
OnlineTrainer& OnlineTrainer::operator=(OnlineTrainer&&) noexcept = default;
OnlineTrainer::~OnlineTrainer() = default;

void OnlineTrainer::learn(const Features& x, std::uint32_t label, float weight) {
  if (label >= classes()) {
    throw Error::bad_argument(
        fmt::format("there is no class {} (expected a number below {})", label, classes()));
  }
  if (!(weight >= 0) || !std::isfinite(weight)) {
    throw Error::bad_argument("a weight is not a finite number of at least 0");
  }
  for (const float value : x.values) {
    if (!std::isfinite(value)) throw Error::bad_argument("a value is not a finite number");
  }
  if (weight == 0) return;
  State& state = *state_;
  state.row.indices.assign(x.indices.begin(), x.indices.end());
  state.row.values.assign(x.values.begin(), x.values.end());
  const Features prepared =
      state.training->preparation().apply(state.row, state.expanded, state.scratch);
  state.training->pass().learn(prepared, label, weight);
}

void OnlineTrainer::learn(const Dataset& data) {
  const std::vector<std::uint32_t> numbers = class_numbers(data, state_->training->classes());
  for (std::size_t i = 0; i < data.size(); ++i) {
    learn(data.row(i), numbers[data.label(i)], data.weight(i));
  }
}

std::uint32_t OnlineTrainer::classes() const { return state_->training->classes().size(); }

std::uint64_t OnlineTrainer::examples() const {
  return state_->training->pass().examples() + state_->training->pass().waiting();
}

double OnlineTrainer::error() const { return state_->training->pass().error(); }

Model OnlineTrainer::model() {
  state_->training->pass().finish();
  if (examples() == 0) throw Error::bad_argument("no examples were learnt from yet");
  return state_->training->model(state_->name);
}

}  // namespace ect
