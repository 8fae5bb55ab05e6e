#ifndef ECT_MODEL_PASSES_H_
#define ECT_MODEL_PASSES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/features/rarity.h"
#include "ect/dataset.h"
#include "ect/train_options.h"
#include "learners/learner.h"
#include "model/checkpoint.h"
#include "reductions/reduction.h"
#include "util/bytes.h"

namespace ect::model {

struct Passes {
  std::uint32_t passes;
  double error;  // on examples not learnt from
};

// Passes of an online learner over rows in memory, in a new random order each. With
// options.passes, so many over all rows; the error is that of examples just before they were first
// learnt. Else a tenth of the rows is held out, passes go on while its error falls, and it is
// learnt from at the end. Goes on from the checkpoint, which has begun, where there is one.
Passes learn_in_passes(const reductions::Reduction& reduction, learners::OnlineLearner& learner,
                       const Dataset& data, std::span<const std::uint32_t> rows,
                       const TrainNumbers& options, const reductions::OnProgress& progress,
                       Checkpoint& checkpoint);

// The errors of an online learner on examples just before it learns them: of the first thousand,
// then of every eighth, so that asking costs little. They are learnt in batches and asked before
// any of their batch is, which makes the error a little too high while little has been learnt.
class ProgressiveError {
 public:
  void ask(const reductions::Reduction& reduction, const learners::Classifiers& classifiers,
           std::span<const reductions::LabelledExample> batch, unsigned threads);
  double error() const;  // below 0 where nothing was asked
  void save(util::ByteWriter& to) const;
  void restore(util::ByteReader& from);

 private:
  std::uint64_t seen_ = 0;
  std::uint64_t asked_ = 0;
  std::uint64_t mistakes_ = 0;
  std::vector<std::uint32_t> sample_;  // of a batch
};

// The passes over a stream. Examples are learnt a batch at a time, on up to `threads` threads (0:
// all cores); what is learnt does not depend on their number, nor on the size of batches.
class StreamPass {
 public:
  StreamPass(const reductions::Reduction& reduction, learners::OnlineLearner& learner,
             std::uint32_t passes, unsigned threads, const reductions::OnProgress& progress)
      : reduction_(reduction),
        learner_(learner),
        passes_(passes),
        threads_(threads),
        progress_(progress),
        rarity_(reduction.classes()) {}

  // Some wait until there is a batch of them.
  void learn(Features x, std::uint32_t label, float weight);
  std::size_t waiting() const { return count_; }
  // Learns those that wait: to be called at the end of a pass.
  void finish();
  void next_pass();
  std::uint32_t pass() const { return pass_; }          // from 1
  std::uint64_t examples() const { return examples_; }  // of this pass, learnt from
  std::uint32_t features() const { return features_; }  // every index was below
  double error() const { return error_.error(); }       // of the first pass

  // With all that the learner has learnt; those that wait are left out.
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
  std::uint64_t of_pass_ = 0;  // examples; 0: not known yet
  std::uint32_t features_ = 0;
  ProgressiveError error_;
  data::Rarity rarity_;
  std::vector<Waiting> waiting_;  // of which the first count_ do; the memory of all is used again
  std::size_t count_ = 0;
  std::vector<reductions::LabelledExample> batch_;
};

}  // namespace ect::model

#endif  // ECT_MODEL_PASSES_H_
