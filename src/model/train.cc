// From data to a model: the options are checked, what they leave open is chosen by trial, and the
// chosen way is learnt from all examples. train -> choose -> fit_one_way, never back.
// Tests: train_test.
#include "model/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "data/counted_rows.h"
#include "data/sparse.h"
#include "data/splits.h"
#include "ect/error.h"
#include "ect/train.h"
#include "model/assemble.h"
#include "model/choose.h"
#include "model/fingerprint.h"
#include "model/fit_one_way.h"
#include "model/named_options.h"
#include "model/train_options.h"
#include "util/bytes.h"

namespace ect::model {
namespace {

// With fewer examples nothing sensible can be said about the error.
constexpr std::size_t kMinMeasuredRows = 50;
constexpr std::uint32_t kMeasuredParts = 10;  // one of these is left out
constexpr std::uint32_t kMeasuredPart = 3;
constexpr std::uint32_t kMeasuredFolds = 5;
constexpr std::uint64_t kMeasuredRecords = std::uint64_t{1} << 32;  // of a split, in a checkpoint

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

// The error of choosing and fitting on one part of the rows and testing on the others, by mistakes
// and examples.
struct Measured {
  std::uint64_t mistakes = 0;
  std::uint64_t examples = 0;

  double error() const { return static_cast<double>(mistakes) / static_cast<double>(examples); }
};

bool is_measured(const std::vector<Recipe>& ways, const Settings& settings, std::size_t rows) {
  const bool batch = std::all_of(ways.begin(), ways.end(), [](const Recipe& way) {
    return way.learner.kind->batch != nullptr && !way.learner.kind->program;
  });
  return !settings.fast && batch && rows >= kMinMeasuredRows;
}

// Where training takes its time anyway, the error is measured by models that have seen neither in
// their fit nor in the choice of their recipe what they are tested on: a tenth of many examples is
// left out of both; of few, a fifth after the other, the recipe being chosen anew each time. (To
// choose by the trials of the other folds is not enough: of two examples alike each helps to
// predict the other, so a recipe that is right about one by chance is right about both.)
Measured measure(const std::vector<Recipe>& ways, const Dataset& data, const data::Layout& layout,
                 const Settings& settings, const reductions::OnProgress& progress,
                 Checkpoint& checkpoint) {
  Measured result;
  // It belongs to tuning, before the steps of the training that is kept.
  reductions::OnProgress as_tuning;
  if (progress) {
    as_tuning = [&](TrainProgress shown) {
      shown.tuning = true;
      shown.step = 1;
      shown.steps = 1;
      progress(shown);
    };
  }
  const std::vector<std::uint32_t> rows = data::counted_rows(data);
  std::vector<data::Split> splits;
  std::vector<std::uint32_t> labels;
  if (data::is_sparse(data)) {
    for (const std::uint32_t row : rows) labels.push_back(data.label(row));
  }
  if (rows.size() > kMaxCrossValidatedRows) {
    splits.push_back(
        labels.empty() ? data::random_split(rows.size(), 1 - 1.0 / kMeasuredParts, settings.seed, 1)
                       : data::run_split(labels, kMeasuredParts, kMeasuredPart));
  } else {
    for (std::uint32_t fold = 0; fold < kMeasuredFolds; ++fold) {
      splits.push_back(labels.empty()
                           ? data::fold_split(rows.size(), kMeasuredFolds, settings.seed + 1, fold)
                           : data::run_split(labels, kMeasuredFolds, fold));
    }
  }
  for (std::size_t number = 0; number < splits.size(); ++number) {
    const data::Split& split = splits[number];
    result.examples += split.test.size();
    // Records of trials come behind that of the result.
    const std::uint64_t first_record = kMeasuredRecords * (number + 1);
    if (const auto record = checkpoint.find(Checkpoint::Kind::kTrial, first_record)) {
      result.mistakes +=
          util::ByteReader(*record, "a record of the checkpoint").number<std::uint64_t>();
      continue;
    }
    const auto subset = [&](const std::vector<std::uint32_t>& places) {
      std::vector<std::uint32_t> part;
      part.reserve(places.size());
      for (const std::uint32_t place : places) part.push_back(rows[place]);
      return data.subset(part);
    };
    Dataset train = subset(split.train);
    const Dataset test = subset(split.test);
    const Choice choice = choose_way(ways, train, layout, Trials::kSplitOnce, settings.threads,
                                     as_tuning, checkpoint, first_record + 1);
    const std::vector<bool> wrong =
        mistakes_of(choice.way, std::move(train), test, layout, as_tuning, checkpoint);
    const auto mistakes = static_cast<std::uint64_t>(std::count(wrong.begin(), wrong.end(), true));
    result.mistakes += mistakes;
    checkpoint.append(Checkpoint::Kind::kTrial, first_record,
                      std::as_bytes(std::span(&mistakes, 1)));
  }
  return result;
}

}  // namespace

Trained train(Dataset data, data::Layout layout, const std::string& name, const Settings& settings,
              const reductions::OnProgress& progress, Checkpoint* asked_checkpoint) {
  Checkpoint none;
  Checkpoint& checkpoint = asked_checkpoint != nullptr ? *asked_checkpoint : none;
  check_options(settings, false);
  if (settings.blocks > 0) {
    throw Error::bad_argument("blocks are learnt from files alone (ect train --blocks, ect-mpi)");
  }
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
  const std::vector<Recipe> ways = ways_to_learn(settings, data, layout);
  const std::size_t rows = data::counted_rows(data).size();
  std::optional<Measured> measured;
  if (is_measured(ways, settings, rows)) {
    measured = measure(ways, data, layout, settings, progress, checkpoint);
  }
  const Choice choice = choose_way(ways, data, layout, Trials::kCrossValidated, settings.threads,
                                   progress, checkpoint);
  LearntParts learnt =
      fit_one_way(choice.way, std::move(data), std::move(layout), name, progress, asked_checkpoint);
  About& about = learnt.parts.about;
  if (measured) {
    about.error = measured->error();
    about.error_se =
        std::sqrt(about.error * (1 - about.error) / static_cast<double>(measured->examples));
  }
  if (rows < kMinMeasuredRows) about.error = about.error_se = -1;
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
