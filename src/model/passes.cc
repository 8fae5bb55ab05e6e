// Training of online learners in passes.
//
// In memory: with a given number of passes all rows are used; otherwise one row in kHeldOutPart is
// held out, and passes are made until the error on these rows has not fallen for kPatience passes;
// then the held-out rows are trained on as well. A label keeps most of its examples, so that the
// held-out error is never that of labels without training examples.
//
// On a stream: examples are collected into batches, which threads train on together; the result is
// that of one example after the other. The reported error is progressive validation: examples are
// predicted before they are trained on.
//
// Cost: a pass is one update per example and problem; the held-out rows add a tenth of the
// predictions. A checkpoint stores the pass, the row and the state of the learner. Tests:
// train_test, learn_stream_test, resume_test.
#include "model/passes.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "ect/random.h"
#include "util/parallel.h"

namespace ect::model {
namespace {

constexpr std::uint32_t kMaxPasses = 30;
constexpr std::uint32_t kPatience = 2;       // passes without a lower held-out error
constexpr std::size_t kHeldOutPart = 10;     // one row in this many is held out ...
constexpr std::size_t kMaxHeldOut = 20000;   // ... but at most this many
constexpr std::size_t kMinHeldOut = 10;      // with fewer nothing is held out
constexpr std::uint32_t kMinOfLabel = 3;     // examples of a label that may be held out
constexpr std::uint32_t kPassesUnheld = 10;  // if nothing is held out

// The size of the next batch after `learnt` examples: small at first, so that the progressive error
// is not that of an untrained model.
std::size_t batch_size(std::uint64_t learnt) {
  constexpr std::uint64_t kMin = 16;
  constexpr std::uint64_t kMax = 8192;
  return std::clamp(learnt / 16, kMin, kMax);
}

// The state of training in passes that a checkpoint stores.
struct Reached {
  std::uint32_t pass = 1;
  bool at_the_end = false;  // the held-out rows are being trained on
  std::uint64_t row = 0;    // the next row, in the order of this pass
  ProgressiveError first;
  double error = -1;
  double best = 2;
  std::uint32_t since_best = 0;
};

class InPasses {
 public:
  InPasses(const reductions::Reduction& reduction, learners::OnlineLearner& learner,
           const Dataset& data, unsigned threads, const reductions::OnProgress& progress,
           Checkpoint& checkpoint)
      : reduction_(reduction),
        learner_(learner),
        data_(data),
        threads_(threads),
        progress_(progress),
        checkpoint_(checkpoint) {
    checkpoint.restore([&](util::ByteReader& from) { restore(from); });
  }

  Reached& reached() { return reached_; }

  // Trains on the rest of a pass, batch by batch. In the first pass each batch is predicted before.
  void pass_over(std::span<const std::uint32_t> rows, TrainProgress state) {
    if (reached_.row > rows.size())
      throw checkpoint_.damaged("the checkpoint belongs to other data");
    state.examples_of_step = rows.size();
    const bool asks = reached_.pass == 1 && !reached_.at_the_end;
    while (reached_.row < rows.size()) {
      const std::size_t most = rows.size() - reached_.row;
      const auto batch = rows.subspan(reached_.row, std::min(batch_size(reached_.row), most));
      learn(batch, asks);
      reached_.row += batch.size();
      if (checkpoint_.due()) checkpoint_.snapshot([&](util::ByteWriter& to) { save(to); });
      if (!progress_ || reached_.at_the_end) continue;
      state.examples = reached_.row;
      if (asks) state.error = reached_.first.error();
      progress_(state);
    }
    reached_.row = 0;
  }

 private:
  void learn(std::span<const std::uint32_t> rows, bool asks) {
    batch_.clear();
    for (const std::uint32_t row : rows) {
      batch_.push_back({data_.row(row), data_.label(row), data_.weight(row)});
    }
    if (asks) reached_.first.ask(reduction_, learner_, batch_, threads_, nullptr);
    if (!data_.has_costs()) {
      reduction_.learn_batch(learner_, batch_, threads_);
      return;
    }
    for (const std::uint32_t row : rows) {
      reduction_.learn_costs(learner_, data_.row(row), data_.costs(row), data_.weight(row));
    }
  }

  void save(util::ByteWriter& to) const {
    to.number(reached_.pass);
    to.number<std::uint8_t>(reached_.at_the_end ? 1 : 0);
    to.number(reached_.row);
    reached_.first.save(to);
    to.number(reached_.error);
    to.number(reached_.best);
    to.number(reached_.since_best);
    learner_.save(to);
  }

  void restore(util::ByteReader& from) {
    reached_.pass = from.number<std::uint32_t>();
    reached_.at_the_end = from.number<std::uint8_t>() != 0;
    reached_.row = from.number<std::uint64_t>();
    reached_.first.restore(from);
    reached_.error = from.number<double>();
    reached_.best = from.number<double>();
    reached_.since_best = from.number<std::uint32_t>();
    learner_.restore(from);
  }

  const reductions::Reduction& reduction_;
  learners::OnlineLearner& learner_;
  const Dataset& data_;
  unsigned threads_;
  const reductions::OnProgress& progress_;
  Checkpoint& checkpoint_;
  Reached reached_;
  std::vector<reductions::LabelledExample> batch_;
};

// The loss of a prediction: 1 for a mistake, or its cost above the cheapest label's.
double loss_on(const Dataset& data, std::uint32_t row, std::uint32_t predicted) {
  if (!data.has_costs()) return predicted != data.label(row) ? 1 : 0;
  const std::span<const float> costs = data.costs(row);
  return static_cast<double>(costs[predicted]) -
         static_cast<double>(*std::min_element(costs.begin(), costs.end()));
}

double loss_on(const reductions::Reduction& reduction, const learners::Classifiers& classifiers,
               const Dataset& data, std::span<const std::uint32_t> rows) {
  double loss = 0;
  std::uint64_t unused = 0;
  for (const std::uint32_t row : rows) {
    loss += loss_on(data, row, reduction.predict(classifiers, data.row(row), unused));
  }
  return loss / static_cast<double>(rows.size());
}

// Moves the held-out rows to the front and returns their number. A label keeps most of its
// examples: labels without training examples say nothing about when to stop.
std::size_t hold_out(const Dataset& data, std::span<std::uint32_t> rows) {
  std::vector<std::uint32_t> of_label(data.label_names().size());
  for (const std::uint32_t row : rows) ++of_label[data.label(row)];
  const std::size_t most = std::min(rows.size() / kHeldOutPart, kMaxHeldOut);
  std::size_t held = 0;
  for (std::size_t i = 0; i < rows.size() && held < most; ++i) {
    std::uint32_t& left = of_label[data.label(rows[i])];
    if (left < kMinOfLabel) continue;
    --left;
    std::swap(rows[held++], rows[i]);
  }
  return held < kMinHeldOut ? 0 : held;
}

}  // namespace

Passes learn_in_passes(const reductions::Reduction& reduction, learners::OnlineLearner& learner,
                       const Dataset& data, std::span<const std::uint32_t> rows,
                       const TrainNumbers& options, const reductions::OnProgress& progress,
                       Checkpoint& checkpoint) {
  std::vector<std::uint32_t> order(rows.begin(), rows.end());
  Random(options.seed).shuffle(std::span(order));
  const std::size_t held = options.passes > 0 ? 0 : hold_out(data, order);
  const std::span<std::uint32_t> held_out = std::span(order).first(held);
  const std::span<std::uint32_t> learnt = std::span(order).subspan(held);
  const std::uint32_t fixed = options.passes > 0 ? options.passes : held == 0 ? kPassesUnheld : 0;
  const std::uint32_t most = fixed > 0 ? fixed : kMaxPasses;

  InPasses passes(reduction, learner, data, options.threads, progress, checkpoint);
  Reached& reached = passes.reached();
  if (reached.pass == 0 || reached.pass > most) {
    throw checkpoint.damaged("the checkpoint has too many passes");
  }
  // Each order is a shuffle of the one before.
  for (std::uint32_t pass = 1; pass < reached.pass; ++pass) {
    Random(options.seed, pass).shuffle(learnt);
  }
  TrainProgress state;
  state.steps = fixed;
  while (!reached.at_the_end) {
    state.step = reached.pass;
    state.error = reached.error;
    Random(options.seed, reached.pass).shuffle(learnt);
    passes.pass_over(learnt, state);
    if (held > 0) {
      reached.error = loss_on(reduction, learner, data, held_out);
      reached.since_best = reached.error < reached.best ? 0 : reached.since_best + 1;
      reached.best = std::min(reached.best, reached.error);
    }
    reached.at_the_end = reached.pass == most || reached.since_best == kPatience;
    if (!reached.at_the_end) ++reached.pass;
  }
  passes.pass_over(held_out, state);
  return {reached.pass, held > 0 ? reached.error : reached.first.error()};
}

void ProgressiveError::ask(const reductions::Reduction& reduction,
                           const learners::OnlineLearner& learner,
                           std::span<const reductions::LabelledExample> batch, unsigned threads,
                           reductions::ProgressiveFinals* finals) {
  constexpr std::uint64_t kAll = 1000;
  constexpr std::uint64_t kEvery = 8;
  constexpr std::size_t kTogether = 16;
  sample_.clear();
  for (std::uint32_t i = 0; i < batch.size(); ++i) {
    if (++seen_ <= kAll || seen_ % kEvery == 0) sample_.push_back(i);
  }
  if (finals != nullptr) answers_.resize(std::max(answers_.size(), sample_.size()));
  std::atomic<std::uint64_t> mistakes = 0;
  util::parallel_for(
      (sample_.size() + kTogether - 1) / kTogether, threads, [&](std::uint64_t part) {
        const std::size_t end = std::min((part + 1) * kTogether, sample_.size());
        const std::unique_ptr<learners::Evaluator> evaluator = learner.evaluator();
        std::uint64_t unused = 0;
        for (std::size_t i = part * kTogether; i < end; ++i) {
          const reductions::LabelledExample& example = batch[sample_[i]];
          evaluator->set_example(example.x);
          const std::uint32_t predicted = finals != nullptr
                                              ? finals->answer(*evaluator, example, answers_[i])
                                              : reduction.predict(*evaluator, example.x, unused);
          if (predicted != example.label) ++mistakes;
        }
      });
  for (std::size_t i = 0; finals != nullptr && i < sample_.size(); ++i) finals->add(answers_[i]);
  asked_ += sample_.size();
  mistakes_ += mistakes;
}

double ProgressiveError::error() const {
  return asked_ == 0 ? -1 : static_cast<double>(mistakes_) / static_cast<double>(asked_);
}

void ProgressiveError::save(util::ByteWriter& to) const {
  to.number(seen_);
  to.number(asked_);
  to.number(mistakes_);
}

void ProgressiveError::restore(util::ByteReader& from) {
  seen_ = from.number<std::uint64_t>();
  asked_ = from.number<std::uint64_t>();
  mistakes_ = from.number<std::uint64_t>();
}

void StreamPass::learn(Features x, std::uint32_t label, float weight) {
  if (count_ == waiting_.size()) waiting_.emplace_back();
  Waiting& next = waiting_[count_++];
  next.indices.assign(x.indices.begin(), x.indices.end());
  next.values.assign(x.values.begin(), x.values.end());
  next.label = label;
  next.weight = weight;
  if (count_ >= batch_size(examples_)) finish();
}

void StreamPass::finish() {
  if (count_ == 0) return;
  batch_.clear();
  for (Waiting& next : std::span(waiting_).first(count_)) {
    rarity_.rate({next.indices, next.values}, next.rates);
    batch_.push_back({{next.indices, next.values, next.rates}, next.label, next.weight});
    if (!next.indices.empty()) features_ = std::max(features_, next.indices.back() + 1);
  }
  count_ = 0;
  if (pass_ == 1) error_.ask(reduction_, learner_, batch_, threads_, finals_.get());
  reduction_.learn_batch(learner_, batch_, threads_);
  examples_ += batch_.size();
  if (progress_) progress_({false, pass_, passes_, examples_, of_pass_, error()});
}

void StreamPass::next_pass() {
  of_pass_ = examples_;
  examples_ = 0;
  ++pass_;
}

void StreamPass::save(util::ByteWriter& to) const {
  to.number(pass_);
  to.number(examples_);
  to.number(of_pass_);
  to.number(features_);
  error_.save(to);
  if (finals_) finals_->save(to);
  rarity_.save(to);
  learner_.save(to);
}

void StreamPass::restore(util::ByteReader& from) {
  pass_ = from.number<std::uint32_t>();
  examples_ = from.number<std::uint64_t>();
  of_pass_ = from.number<std::uint64_t>();
  features_ = from.number<std::uint32_t>();
  error_.restore(from);
  if (finals_) finals_->restore(from);
  rarity_.restore(from);
  learner_.restore(from);
}

}  // namespace ect::model
