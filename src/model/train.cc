// From data to a model: the options are checked, what they leave open is chosen by trial, and the
// chosen way is learnt from all examples. train -> choose -> fit_one_way, never back.
// Tests: train_test.
#include "model/train.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "data/counted_rows.h"
#include "ect/error.h"
#include "ect/train.h"
#include "model/assemble.h"
#include "model/choose.h"
#include "model/fingerprint.h"
#include "model/fit_one_way.h"
#include "model/named_options.h"
#include "model/train_options.h"

namespace ect::model {
namespace {

// What the readers see to, and whoever fills a data set by hand may not.
void check_data(const Dataset& data) {
  const auto fail = [](std::size_t example, std::string_view what) {
    return Error::bad_argument(fmt::format("example {} {}", example + 1, what));
  };
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.label(i) == Dataset::kNoLabel) throw fail(i, "has no label");
    if (!(data.weight(i) >= 0) || !std::isfinite(data.weight(i))) throw fail(i, "has no weight");
    const Features x = data.row(i);
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      if (j > 0 && x.indices[j] <= x.indices[j - 1]) throw fail(i, "has features out of order");
      if (!std::isfinite(x.values[j])) throw fail(i, "has a value that is no finite number");
    }
  }
}

void require_weight(const Dataset& data) {
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data::is_counted(data, i)) return;
  }
  throw Error::bad_argument("all examples have weight 0: nothing to learn");
}

}  // namespace

Trained train(Dataset data, data::Layout layout, const std::string& name, const Settings& settings,
              const reductions::OnProgress& progress, Checkpoint* asked_checkpoint) {
  Checkpoint none;
  Checkpoint& checkpoint = asked_checkpoint != nullptr ? *asked_checkpoint : none;
  check_options(settings, false);
  if (checkpoint.enabled()) check_resumable(settings);
  require_two_classes(data.label_names(), name);
  check_data(data);
  if (settings.costs && !data.has_costs()) {
    throw Error(
        Error::Kind::kParse,
        fmt::format("{}: no costs to learn from (csv columns `cost:NAME`, or vw's class:cost)",
                    name.empty() ? "the data" : name));
  }
  require_weight(data);
  if (checkpoint.enabled()) checkpoint.begin(fingerprint(settings, layout, data));
  const Choice choice = choose_way(ways_to_learn(settings, data, layout), data, layout,
                                   settings.threads, progress, checkpoint);
  LearntParts learnt =
      fit_one_way(choice.way, std::move(data), std::move(layout), name, progress, asked_checkpoint);
  std::vector<Tried>& tried = learnt.parts.about.tried;
  tried.insert(tried.begin(), choice.tried.begin(), choice.tried.end());
  return {finished(std::move(learnt.parts)), std::move(learnt.warnings)};
}

Model train(Dataset data, const NamedOptions& options, const reductions::OnProgress& progress) {
  return train(std::move(data), data::Layout(), "", parse_options(options), progress).model;
}

}  // namespace ect::model

namespace ect {
namespace {

// Internally, what a callback throws ends training.
reductions::OnProgress cancelling(const ProgressCallback& callback) {
  if (!callback) return nullptr;
  // Threads that work on the same step report one more time each before they see that it has ended;
  // the caller, who has said no, is not asked again.
  const auto cancelled = std::make_shared<std::atomic<bool>>(false);
  return [&callback, cancelled](const TrainProgress& progress) {
    if (!*cancelled && callback(progress)) return;
    *cancelled = true;
    throw Error(Error::Kind::kCancelled, "training was cancelled");
  };
}

}  // namespace

TrainResult train(Dataset&& data, const TrainOptions& options, const ProgressCallback& progress) {
  const data::Layout layout = data.layout();
  const std::string name = data.name();
  model::Trained trained = model::train(std::move(data), layout, name, model::settings_of(options),
                                        cancelling(progress));
  return {std::move(trained.model), std::move(trained.warnings)};
}

TrainResult train(const Dataset& data, const TrainOptions& options,
                  const ProgressCallback& progress) {
  return train(data.copy(), options, progress);
}

}  // namespace ect
