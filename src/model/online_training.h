#ifndef ECT_MODEL_ONLINE_TRAINING_H_
#define ECT_MODEL_ONLINE_TRAINING_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "data/features/scaling.h"
#include "data/load.h"
#include "ect/dataset.h"
#include "ect/model.h"
#include "learners/learner.h"
#include "model/passes.h"
#include "model/preparation.h"
#include "model/settings.h"
#include "reductions/reduction.h"

namespace ect::model {

// Whether examples like the first ones have few features each, such as words.
bool is_sparse_input(const data::Layout& layout, const Dataset& first);

// What online training needs beside examples: rows prepared as the first ones have it, the
// reduction, the learner, and the pass that joins them. Examples come one at a time, from a file
// (train_stream.cc) or from the caller (online.cc).
class OnlineTraining {
 public:
  // `classes` must outlive this. `scaling` is that of text, else empty. Of `first`, which may be
  // empty, tables have their scaling and expansion, and similar seeding has its labels; it is
  // changed. Progress and recipe are those of a stream. Throws for an expansion of what is no
  // table.
  OnlineTraining(Recipe recipe, data::Layout layout, const Labels& classes, data::Scaling scaling,
                 Dataset first, std::uint32_t passes, reductions::OnProgress progress,
                 std::vector<std::string>& warnings);
  OnlineTraining(const OnlineTraining&) = delete;
  OnlineTraining& operator=(const OnlineTraining&) = delete;
  ~OnlineTraining();

  const Labels& classes() const { return classes_; }
  const Preparation& preparation() const { return preparation_; }
  StreamPass& pass() { return *pass_; }

  // Of what was learnt so far, by examples that do not wait any more; `name` is that of the data.
  // Requires at least one. Training may go on.
  Model model(const std::string& name) const;

 private:
  Recipe recipe_;
  data::Layout layout_;
  const Labels& classes_;
  std::uint32_t passes_;
  reductions::OnProgress progress_;
  bool width_known_;        // the data says how many features there are
  std::uint32_t features_;  // every index is below
  Preparation preparation_;
  std::shared_ptr<const reductions::Reduction> reduction_;
  std::unique_ptr<learners::OnlineLearner> learner_;
  std::unique_ptr<StreamPass> pass_;
};

}  // namespace ect::model

#endif  // ECT_MODEL_ONLINE_TRAINING_H_
