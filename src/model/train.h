#ifndef ECT_MODEL_TRAIN_H_
#define ECT_MODEL_TRAIN_H_

#include <string>
#include <vector>

#include "data/load.h"
#include "data/stream.h"
#include "ect/model.h"

namespace ect {

struct Trained {
  Model model;
  std::vector<std::string> warnings;
};

// The learner that measures best for a reduction where a user says nothing.
std::string default_learner(const std::string& reduction, bool stream);

// Throws for options that mean nothing together, before any data is read.
void check_options(const TrainOptions& options, bool stream);

// Learns from data in memory that was read by `layout`; `name` is kept in the model.
Trained train(Dataset data, Layout layout, const std::string& name, const TrainOptions& options,
              const OnProgress& progress);

// Learns from a stream, one pass in constant memory, with an online learner. Examples of other
// classes are left out with a warning.
Trained train(StreamFile& stream, Labels classes, const TrainOptions& options,
              const OnProgress& progress);

}  // namespace ect

#endif  // ECT_MODEL_TRAIN_H_
