#ifndef ECT_MODEL_TRAIN_OPTIONS_H_
#define ECT_MODEL_TRAIN_OPTIONS_H_

#include <cstdint>

#include "ect/model.h"

namespace ect {

// The options with all that is left to us said, as is best without a look at the data.
TrainOptions completed(TrainOptions options, bool stream);

// Throws for options that mean nothing together, before any data is read.
void check_options(const TrainOptions& options, bool stream);

// Throws where learning by these options cannot go on from a checkpoint.
void check_resumable(const TrainOptions& options);

// Of completed options.
bool is_contested(const TrainOptions& options);
std::uint32_t eliminations_of(const TrainOptions& options);

}  // namespace ect

#endif  // ECT_MODEL_TRAIN_OPTIONS_H_
