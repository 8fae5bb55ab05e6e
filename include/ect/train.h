#ifndef ECT_TRAIN_H_
#define ECT_TRAIN_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/export.h"
#include "ect/model.h"
#include "ect/train_options.h"

namespace ect {

// How far training is.
struct TrainProgress {
  bool round = false;                  // a step is a round of the tournament, else a pass
  std::uint32_t step = 0;              // from 1
  std::uint32_t steps = 0;             // 0: not known
  std::uint64_t examples = 0;          // done in this step
  std::uint64_t examples_of_step = 0;  // 0: not known
  double error = -1;                   // on examples not trained on; below 0: not known
  bool tuning = false;                 // options are tuned, and trials are what is counted
};

// Called now and then while training runs, by one thread at a time, not always the same one.
// Returning false cancels training, which then throws ect::Error of kind kCancelled. An exception
// that it throws cancels, too, and is passed on to the caller of train().
using ProgressCallback = std::function<bool(const TrainProgress&)>;

struct TrainResult {
  Model model;
  // A line each about what is odd and yet can be trained on; empty where nothing is.
  std::vector<std::string> warnings;
};

// Trains a model on examples in memory. The data is not changed: training works on a scaled copy.
// The same data, options and version of the library give the same model, byte for byte, whatever
// the number of threads. Throws ect::Error for fewer than two classes, for an example without a
// label or with a value that is no finite number, and for options that do not go together.
// Several threads may train at once, on the same data set as well.
ECT_EXPORT TrainResult train(const Dataset& data, const TrainOptions& options = {},
                             const ProgressCallback& progress = nullptr);
// The same, in the memory of `data`: less of it is needed.
ECT_EXPORT TrainResult train(Dataset&& data, const TrainOptions& options = {},
                             const ProgressCallback& progress = nullptr);

}  // namespace ect

#endif  // ECT_TRAIN_H_
