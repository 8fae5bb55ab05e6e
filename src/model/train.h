#ifndef ECT_MODEL_TRAIN_H_
#define ECT_MODEL_TRAIN_H_

#include <string>
#include <vector>

#include "data/load.h"
#include "data/stream.h"
#include "ect/model.h"
#include "model/train_options.h"

namespace ect {

struct Trained {
  Model model;
  std::vector<std::string> warnings;
};

// Learns from data in memory that was read by `layout`; `name` is kept in the model. What the
// options leave open is chosen by trial (choose.h), unless they are `fast`.
Trained train(Dataset data, Layout layout, const std::string& name, const TrainOptions& options,
              const OnProgress& progress);

// Learns from a stream, one pass in constant memory, with an online learner. Examples of other
// classes are left out with a warning.
Trained train(StreamFile& stream, Labels classes, const TrainOptions& options,
              const OnProgress& progress);

}  // namespace ect

#endif  // ECT_MODEL_TRAIN_H_
