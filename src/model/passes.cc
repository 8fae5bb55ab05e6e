#include "model/passes.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "ect/random.h"
#include "util/parallel.h"

namespace ect {
namespace {

constexpr std::uint32_t kMostPasses = 30;
constexpr std::uint32_t kPatience = 2;       // passes without a lower held-out error
constexpr std::size_t kHeldOutPart = 10;     // one in ten ...
constexpr std::size_t kMostHeldOut = 20000;  // ... and no more than these
constexpr std::size_t kLeastHeldOut = 10;    // fewer say nothing: then all are learnt from
constexpr std::uint32_t kLeastOfLabel = 3;   // examples of a label that is held out
constexpr std::uint32_t kPassesUnheld = 10;  // where nothing is held out

// How many examples are learnt together, after so many: few at first, so that the error on those
// not learnt yet is not that of knowing nothing.
std::size_t batch_size(std::uint64_t learnt) {
  constexpr std::uint64_t kLeast = 16;
  constexpr std::uint64_t kMost = 8192;
  return std::clamp(learnt / 16, kLeast, kMost);
}

// One pass; `first` is asked before each batch.
void pass_over(const Reduction& reduction, OnlineLearner& learner, const Dataset& data,
               std::span<const std::uint32_t> rows, unsigned threads, LearnProgress state,
               ProgressiveError* first, const OnProgress& progress) {
  state.examples_of_step = rows.size();
  std::vector<LabelledExample> batch;
  for (std::size_t done = 0; done < rows.size(); done += batch.size()) {
    batch.clear();
    for (const std::uint32_t row :
         rows.subspan(done, std::min(batch_size(done), rows.size() - done))) {
      batch.push_back({data.row(row), data.label(row), data.weight(row)});
    }
    if (first != nullptr) first->ask(reduction, learner, batch, threads);
    if (data.has_costs()) {
      for (const std::uint32_t row : rows.subspan(done, batch.size())) {
        reduction.learn_costs(learner, data.row(row), data.costs(row), data.weight(row));
      }
    } else {
      reduction.learn_batch(learner, batch, threads);
    }
    if (!progress) continue;
    state.examples = done + batch.size();
    if (first != nullptr) state.error = first->error();
    progress(state);
  }
}

// What the prediction loses: 1 for a mistake, or how much more it costs than the cheapest.
double loss_on(const Dataset& data, std::uint32_t row, std::uint32_t predicted) {
  if (!data.has_costs()) return predicted != data.label(row) ? 1 : 0;
  const std::span<const float> costs = data.costs(row);
  return static_cast<double>(costs[predicted]) -
         static_cast<double>(*std::min_element(costs.begin(), costs.end()));
}

double loss_on(const Reduction& reduction, const Classifiers& classifiers, const Dataset& data,
               std::span<const std::uint32_t> rows) {
  double loss = 0;
  std::uint64_t unused = 0;
  for (const std::uint32_t row : rows) {
    loss += loss_on(data, row, reduction.predict(classifiers, data.row(row), unused));
  }
  return loss / static_cast<double>(rows.size());
}

// Moves rows that may be held out to the front and returns how many are. A label keeps most of its
// examples: what was never learnt says nothing about when to stop.
std::size_t hold_out(const Dataset& data, std::span<std::uint32_t> rows) {
  std::vector<std::uint32_t> of_label(data.label_names().size());
  for (const std::uint32_t row : rows) ++of_label[data.label(row)];
  const std::size_t most = std::min(rows.size() / kHeldOutPart, kMostHeldOut);
  std::size_t held = 0;
  for (std::size_t i = 0; i < rows.size() && held < most; ++i) {
    std::uint32_t& left = of_label[data.label(rows[i])];
    if (left < kLeastOfLabel) continue;
    --left;
    std::swap(rows[held++], rows[i]);
  }
  return held < kLeastHeldOut ? 0 : held;
}

}  // namespace

Passes learn_in_passes(const Reduction& reduction, OnlineLearner& learner, const Dataset& data,
                       std::span<const std::uint32_t> rows, const TrainOptions& options,
                       const OnProgress& progress) {
  std::vector<std::uint32_t> order(rows.begin(), rows.end());
  Random(options.seed).shuffle(std::span(order));
  const std::size_t held = options.passes > 0 ? 0 : hold_out(data, order);
  const std::span<std::uint32_t> held_out = std::span(order).first(held);
  const std::span<std::uint32_t> learnt = std::span(order).subspan(held);
  const std::uint32_t fixed = options.passes > 0 ? options.passes : held == 0 ? kPassesUnheld : 0;

  LearnProgress state;
  state.steps = fixed;
  ProgressiveError first;
  double best = 2;
  std::uint32_t since_best = 0;
  std::uint32_t pass = 0;
  while (pass < (fixed > 0 ? fixed : kMostPasses)) {
    state.step = ++pass;
    Random(options.seed, pass).shuffle(learnt);
    pass_over(reduction, learner, data, learnt, options.threads, state,
              pass == 1 ? &first : nullptr, progress);
    if (held == 0) continue;
    state.error = loss_on(reduction, learner, data, held_out);
    since_best = state.error < best ? 0 : since_best + 1;
    best = std::min(best, state.error);
    if (since_best == kPatience) break;
  }
  if (held > 0) {
    pass_over(reduction, learner, data, held_out, options.threads, state, nullptr, nullptr);
  }
  return {pass, held > 0 ? state.error : first.error()};
}

void ProgressiveError::ask(const Reduction& reduction, const Classifiers& classifiers,
                           std::span<const LabelledExample> batch, unsigned threads) {
  constexpr std::uint64_t kAll = 1000;
  constexpr std::uint64_t kEvery = 8;
  constexpr std::size_t kTogether = 16;
  sample_.clear();
  for (std::uint32_t i = 0; i < batch.size(); ++i) {
    if (++seen_ <= kAll || seen_ % kEvery == 0) sample_.push_back(i);
  }
  std::atomic<std::uint64_t> mistakes = 0;
  parallel_for((sample_.size() + kTogether - 1) / kTogether, threads, [&](std::uint64_t part) {
    const std::size_t end = std::min((part + 1) * kTogether, sample_.size());
    std::uint64_t unused = 0;
    for (std::size_t i = part * kTogether; i < end; ++i) {
      const LabelledExample& example = batch[sample_[i]];
      if (reduction.predict(classifiers, example.x, unused) != example.label) ++mistakes;
    }
  });
  asked_ += sample_.size();
  mistakes_ += mistakes;
}

double ProgressiveError::error() const {
  return asked_ == 0 ? -1 : static_cast<double>(mistakes_) / static_cast<double>(asked_);
}

void StreamPass::learn(Features x, std::uint32_t label, float weight) {
  if (count_ == waiting_.size()) waiting_.emplace_back();
  Waiting& next = waiting_[count_++];
  next.indices.assign(x.indices.begin(), x.indices.end());
  next.values.assign(x.values.begin(), x.values.end());
  rarity_.rate(x, next.rates);
  next.label = label;
  next.weight = weight;
  if (!x.indices.empty()) features_ = std::max(features_, x.indices.back() + 1);
  if (count_ >= batch_size(examples_)) finish();
}

void StreamPass::finish() {
  batch_.clear();
  for (const Waiting& next : std::span(waiting_).first(count_)) {
    batch_.push_back({{next.indices, next.values, next.rates}, next.label, next.weight});
  }
  count_ = 0;
  error_.ask(reduction_, learner_, batch_, threads_);
  reduction_.learn_batch(learner_, batch_, threads_);
  examples_ += batch_.size();
  if (progress_) progress_({false, 1, 1, examples_, 0, error()});
}

}  // namespace ect
