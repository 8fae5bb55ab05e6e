#ifndef ECT_MODEL_PASSES_H_
#define ECT_MODEL_PASSES_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "data/features/rarity.h"
#include "ect/dataset.h"
#include "ect/train_options.h"
#include "learners/learner.h"
#include "model/checkpoint.h"
#include "reductions/contested/progressive_finals.h"
#include "reductions/reduction.h"
#include "util/bytes.h"

namespace ect::model {

struct Passes {
  std::uint32_t passes;
  double error;  // on held-out examples
};

// Trains an online learner in passes over rows in memory, each in a new random order. With
// options.passes, that many passes over all rows; the error is progressive (see ProgressiveError).
// Else a tenth of the rows is held out until its error stops falling, and is trained on at the end.
// Continues from the checkpoint, which has begun.
Passes learn_in_passes(const reductions::Reduction& reduction, learners::OnlineLearner& learner,
                       const Dataset& data, std::span<const std::uint32_t> rows,
                       const TrainNumbers& options, const reductions::OnProgress& progress,
                       Checkpoint& checkpoint);

// Progressive validation: the error of an online learner on examples just before it trains on them.
// It predicts the first thousand, then every eighth, so that the cost is small. All examples of a
// batch are predicted before any is trained on, which makes the error a little too high at first.
class ProgressiveError {
 public:
  // `finals`, if not null, are settled by the answers.
  void ask(const reductions::Reduction& reduction, const learners::OnlineLearner& learner,
           std::span<const reductions::LabelledExample> batch, unsigned threads,
           reductions::ProgressiveFinals* finals);
  double error() const;  // negative if there were no predictions
  void save(util::ByteWriter& to) const;
  void restore(util::ByteReader& from);

 private:
  std::uint64_t seen_ = 0;
  std::uint64_t asked_ = 0;
  std::uint64_t mistakes_ = 0;
  std::vector<std::uint32_t> sample_;                           // of a batch
  std::vector<reductions::ProgressiveFinals::Answer> answers_;  // to these
};

// Passes over a stream. Examples are trained on in batches, on up to `threads` threads (0: all
// cores); the result depends neither on their number nor on the size of batches.
class StreamPass {
 public:
  StreamPass(const reductions::Reduction& reduction, learners::OnlineLearner& learner,
             std::uint32_t passes, unsigned threads, const reductions::OnProgress& progress)
      : reduction_(reduction),
        learner_(learner),
        passes_(passes),
        threads_(threads),
        progress_(progress),
        finals_(reduction.progressive_finals()),
        rarity_(reduction.classes()) {}

  // Examples wait until there is a batch of them.
  void learn(Features x, std::uint32_t label, float weight);
  std::size_t waiting() const { return count_; }
  // Trains on the waiting examples: to be called at the end of a pass.
  void finish();
  void next_pass();
  std::uint32_t pass() const { return pass_; }          // from 1
  std::uint64_t examples() const { return examples_; }  // of this pass
  std::uint32_t features() const { return features_; }  // every index was below this
  double error() const { return error_.error(); }       // of the first pass
  // Null where there are none that online training settles.
  const reductions::ProgressiveFinals* finals() const { return finals_.get(); }

  // Stores the state with that of the learner; waiting examples are left out.
  void save(util::ByteWriter& to) const;
  void restore(util::ByteReader& from);

 private:
  struct Waiting {
    std::vector<std::uint32_t> indices;
    std::vector<float> values;
    std::vector<float> rates;
    std::uint32_t label = 0;
    float weight = 0;
  };

  const reductions::Reduction& reduction_;
  learners::OnlineLearner& learner_;
  std::uint32_t passes_;
  unsigned threads_;
  const reductions::OnProgress& progress_;
  std::uint32_t pass_ = 1;
  std::uint64_t examples_ = 0;
  std::uint64_t of_pass_ = 0;  // examples of a pass; 0: not known yet
  std::uint32_t features_ = 0;
  ProgressiveError error_;
  std::shared_ptr<reductions::ProgressiveFinals> finals_;
  data::Rarity rarity_;
  std::vector<Waiting> waiting_;  // the first count_ are waiting; the memory of all is reused
  std::size_t count_ = 0;
  std::vector<reductions::LabelledExample> batch_;
};

}  // namespace ect::model

#endif  // ECT_MODEL_PASSES_H_
