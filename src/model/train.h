#ifndef ECT_MODEL_TRAIN_H_
#define ECT_MODEL_TRAIN_H_

#include <string>
#include <vector>

#include "data/load.h"
#include "data/stream.h"
#include "ect/model.h"
#include "model/checkpoint.h"
#include "model/settings.h"
#include "model/train_options.h"

namespace ect::model {

struct Trained {
  Model model;
  std::vector<std::string> warnings;
};

// Learns from data in memory that was read by `layout`; `name` is kept in the model. What the
// settings leave open is chosen by trial (choose.h), unless they are `fast`.
// Goes on from the checkpoint and writes it, where there is one; it is not removed.
Trained train(Dataset data, data::Layout layout, const std::string& name, const Settings& settings,
              const reductions::OnProgress& progress, Checkpoint* checkpoint = nullptr);

// Learns from a stream, in constant memory, with an online learner; in one pass if no more are
// asked for. Examples of other classes are left out with a warning. `cache` is the file that keeps
// what was parsed, for more passes (stream_examples.h); empty: none.
Trained train(data::StreamFile& stream, Labels classes, const Settings& settings,
              const reductions::OnProgress& progress, const std::string& cache = "",
              Checkpoint* checkpoint = nullptr);

}  // namespace ect::model

#endif  // ECT_MODEL_TRAIN_H_
