// Tuning: chooses among recipes on held-out examples. Every recipe is trained on a part of the
// examples and tested on the rest: few examples by cross-validation in kFolds folds; many by one
// split, of a sample of at most max_sample() rows. A more complex recipe is chosen only if
// it wins by more than one standard error: with b examples that only the one and c that only the
// other gets wrong, by more than sqrt(b + c). Then all examples are trained on by that recipe.
//
// The budget is counted in examples and not in seconds, so that the same data gives the same model
// on every machine. Cost: about (recipes) x (folds or 1) trainings on a sample. A checkpoint stores
// the mistakes of each. Tests: choose_test, resume_test.
#include "model/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <numeric>

#include "data/counted_rows.h"
#include "data/features/expansion.h"
#include "data/sparse.h"
#include "data/splits.h"
#include "ect/random.h"
#include "learners/learners.h"
#include "model/fit_one_way.h"
#include "model/named_options.h"
#include "model/option_names.h"
#include "model/train_options.h"
#include "reductions/importance.h"
#include "reductions/reductions.h"
#include "util/parallel.h"

namespace ect::model {
namespace {

constexpr std::size_t kMaxRows = 10000;
constexpr std::size_t kMaxSparseRows = 40000;  // rows without an expansion are cheap
// Where they have more non-zeros than that, at most half of them, so that all trials take at most
// three times what the fit does that is kept.
constexpr std::size_t kQuickNonzeros = 10'000'000;
constexpr std::uint32_t kFolds = 5;
constexpr std::uint32_t kTrialParts = 4;  // one of these is tested on
// With more features, a product for each pair is too expensive to try.
constexpr std::uint32_t kMaxMultiplied = 128;
constexpr std::uint32_t kMaxWaved = 4096;
constexpr std::uint32_t kWaves = 2000;
// More Fourier features, for data with many features and few classes, such as images (mnist: 2.5 %
// error with 4096, 1.8 % with 10,000). With many classes the models would be too large.
constexpr std::uint32_t kManyWaves = 10000;
constexpr std::uint32_t kManyFeatures = 256;
constexpr std::uint32_t kMaxClassesForManyWaves = 32;
constexpr std::uint32_t kEliminations = 4;

bool expands(const Recipe& way) { return way.expand.kind != FeatureExpansion::Kind::kNone; }

std::string name_of(const Recipe& way) {
  std::string name = learner_name(way.learner);
  if (expands(way)) name += ", " + data::expand_name(way.expand);
  if (!way.finals.contested) name += fmt::format(", charged, {} eliminations", way.eliminations);
  return name;
}

// Whether an expansion may be tried by default: for tables and images, not for sparse data such as
// text.
bool may_expand(const Dataset& data, const data::Layout& layout) {
  return layout.format != FileFormat::kText && layout.format != FileFormat::kVw &&
         data.features() <= kMaxWaved && !data::is_sparse(data);
}

// The first way, unless a later one makes fewer mistakes on these rows by more than one standard
// error of the difference.
std::size_t best_way(std::size_t ways, std::span<const std::uint32_t> rows,
                     const std::function<bool(std::size_t, std::size_t)>& wrong_at) {
  std::size_t best = 0;
  for (std::size_t way = 1; way < ways; ++way) {
    double only_best = 0;
    double only_this = 0;
    for (const std::uint32_t row : rows) {
      const bool here = wrong_at(way, row);
      const bool there = wrong_at(best, row);
      only_this += here && !there ? 1 : 0;
      only_best += there && !here ? 1 : 0;
    }
    if (only_best - only_this > std::sqrt(only_best + only_this)) best = way;
  }
  return best;
}

// How many examples trials learn from and are tested on, at most.
std::size_t max_sample(const Dataset& data, bool expand) {
  if (expand) return kMaxRows;
  const std::size_t nonzeros = std::max<std::size_t>(data.nonzeros(), 1);
  if (nonzeros <= kQuickNonzeros) return kMaxSparseRows;
  const auto quick =
      static_cast<std::size_t>(static_cast<double>(data.size()) *
                               static_cast<double>(kQuickNonzeros) / static_cast<double>(nonzeros));
  return std::min(kMaxSparseRows, std::max(quick, data.size() / 2));
}

std::vector<std::uint32_t> sample_of(const Dataset& data, std::size_t most, std::uint64_t seed) {
  std::vector<std::uint32_t> rows = data::counted_rows(data);
  if (rows.size() <= most) return rows;
  Random random(seed, 0);
  random.shuffle(std::span(rows));
  rows.resize(most);
  std::sort(rows.begin(), rows.end());
  return rows;
}

// Sets the rule of contested finals, if it is unset and would be chosen among several, to the one
// that is best most often: finding the best one takes classifiers for every rule. (Sparse data has
// joint finals where the learner can fit them.)
Recipe with_rule(Recipe way, const Dataset& data, const data::Layout& layout) {
  if (!way.finals.contested || way.finals.rule || way.costs) return way;
  const bool joint = way.learner.kind->joint && way.costing == 0 && way.probing == 0;
  if (may_expand(data, layout)) {
    way.finals.rule = FinalsRule::kPairs;
  } else if (!joint || !data::is_sparse(data)) {
    way.finals.rule = joint ? FinalsRule::kJoint : FinalsRule::kScorers;
  }
  return way;
}

}  // namespace

std::vector<bool> mistakes_of(const Recipe& way, Dataset train, const Dataset& test,
                              const data::Layout& layout, const reductions::OnProgress& progress,
                              Checkpoint& checkpoint) {
  Checkpoint unkept(checkpoint.only_stop());
  const bool costs = way.costs;
  Predictor predictor(
      finished(fit_one_way(way, std::move(train), layout, "", progress, &unkept).parts));
  std::vector<bool> wrong(test.size());
  for (std::size_t i = 0; i < test.size(); ++i) {
    const std::uint32_t predicted = predictor.predict(test.row(i));
    wrong[i] =
        costs ? !reductions::is_cheapest(test.costs(i), predicted) : predicted != test.label(i);
  }
  return wrong;
}

std::vector<Recipe> ways_to_learn(const Settings& settings, const Dataset& data,
                                  const data::Layout& layout) {
  const Recipe simplest = completed(settings, false);
  const bool open = settings.reduction->name == model::NamedOptions().reduction && !settings.fast &&
                    !settings.costs && settings.passes == 0 && simplest.finals.contested;
  std::vector<Recipe> ways = {simplest};
  // Without tuning, the rule that is best most often.
  if (settings.fast) ways[0] = with_rule(simplest, data, layout);
  if (!open) return ways;
  const auto add = [&](std::string_view learner, const FeatureExpansion& expand) {
    Recipe way = simplest;
    if (!settings.learner) way.learner = {&learners::learner_named(learner), ""};
    if (!settings.expand) way.expand = expand;
    const bool known = std::any_of(ways.begin(), ways.end(), [&](const Recipe& other) {
      return other.learner == way.learner && other.expand == way.expand;
    });
    if (!known && (!expands(way) || way.learner.kind->linear)) ways.push_back(way);
  };
  // If labels overlap, as languages that a single sentence cannot distinguish, error correction can
  // be better than contested finals.
  if (settings.eliminations == 0 && !settings.finals && settings.contenders == 0) {
    ways.push_back(simplest);
    ways.back().finals = {};
    ways.back().eliminations = kEliminations;
  }
  // On many sparse features logistic-batch takes ten times as long as hinge and is not better.
  if (!may_expand(data, layout)) return ways;
  add("logistic-batch", {});
  if (data.features() <= kMaxMultiplied) {
    add("logistic-batch", {FeatureExpansion::Kind::kQuadratic, 0});
    add("hinge", {FeatureExpansion::Kind::kQuadratic, 0});
  }
  const bool many =
      data.features() > kManyFeatures && data.label_names().size() <= kMaxClassesForManyWaves;
  add("hinge", {FeatureExpansion::Kind::kFourier, many ? kManyWaves : kWaves});
  return ways;
}

Choice choose_way(const std::vector<Recipe>& ways, const Dataset& data, const data::Layout& layout,
                  Trials trials, unsigned threads, const reductions::OnProgress& progress,
                  Checkpoint& checkpoint, std::uint64_t first_record) {
  Choice choice{.way = ways.front(), .tried = {}};
  if (ways.size() == 1) return choice;
  const std::uint64_t seed = ways.front().seed;
  const bool expand = std::any_of(ways.begin(), ways.end(), expands);
  const Dataset sample = data.subset(sample_of(data, max_sample(data, expand), seed));
  if (sample.size() < 2) return choice;  // no examples to test on
  const bool validated =
      trials == Trials::kCrossValidated && sample.size() <= kMaxCrossValidatedRows;
  const std::uint32_t folds =
      validated ? static_cast<std::uint32_t>(std::min<std::size_t>(kFolds, sample.size())) : 1;
  std::vector<data::Split> splits;
  std::vector<std::uint32_t> labels;
  if (data::is_sparse(data)) {
    for (std::size_t i = 0; i < sample.size(); ++i) labels.push_back(sample.label(i));
  }
  for (std::uint32_t fold = 0; fold < folds; ++fold) {
    if (folds == 1) {
      splits.push_back(labels.empty()
                           ? data::random_split(sample.size(), 1 - 1.0 / kTrialParts, seed, 0)
                           : data::run_split(labels, kTrialParts, 0));
    } else {
      splits.push_back(labels.empty() ? data::fold_split(sample.size(), folds, seed, fold)
                                      : data::run_split(labels, folds, fold));
    }
  }
  std::vector<std::vector<std::uint8_t>> wrong(ways.size() * folds);
  std::mutex mutex;
  TrainProgress done;
  done.tuning = true;
  done.step = 1;
  done.steps = 1;
  done.examples_of_step = wrong.size();
  util::parallel_for(wrong.size(), threads, [&](std::uint64_t job) {
    if (const auto record = checkpoint.find(Checkpoint::Kind::kTrial, first_record + job)) {
      if (record->size() != sample.size())
        throw checkpoint.damaged("the checkpoint belongs to other trials");
      for (const std::byte byte : *record) wrong[job].push_back(byte != std::byte{} ? 1 : 0);
    } else {
      const data::Split& split = splits[job % folds];
      // Trials run in parallel.
      Recipe way = ways[job / folds];
      way.threads = 1;
      const std::vector<bool> mistakes = mistakes_of(
          way, sample.subset(split.train), sample.subset(split.test), layout, nullptr, checkpoint);
      wrong[job].resize(sample.size());
      for (std::size_t i = 0; i < mistakes.size(); ++i) wrong[job][split.test[i]] = mistakes[i];
      checkpoint.append(Checkpoint::Kind::kTrial, first_record + job,
                        std::as_bytes(std::span(wrong[job])));
    }
    const std::lock_guard<std::mutex> lock(mutex);
    ++done.examples;
    if (progress) progress(done);
  });

  // Whether a recipe is wrong on an example of the sample.
  const auto wrong_at = [&](std::size_t way, std::size_t row) {
    std::uint8_t sum = 0;
    for (std::uint32_t fold = 0; fold < folds; ++fold) sum |= wrong[way * folds + fold][row];
    return sum != 0;
  };
  std::vector<std::uint32_t> tested;
  for (const data::Split& split : splits) {
    tested.insert(tested.end(), split.test.begin(), split.test.end());
  }
  const std::size_t best = best_way(ways.size(), tested, wrong_at);
  for (std::size_t way = 0; way < ways.size(); ++way) {
    const auto mistakes = std::count_if(tested.begin(), tested.end(),
                                        [&](std::uint32_t row) { return wrong_at(way, row); });
    choice.tried.push_back(
        {name_of(ways[way]), static_cast<double>(mistakes) / static_cast<double>(tested.size())});
  }
  choice.way = ways[best];
  std::swap(choice.tried.front(), choice.tried[best]);
  std::stable_sort(choice.tried.begin() + 1, choice.tried.end(),
                   [](const Tried& a, const Tried& b) { return a.error < b.error; });
  return choice;
}

}  // namespace ect::model
