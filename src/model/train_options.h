#ifndef ECT_MODEL_TRAIN_OPTIONS_H_
#define ECT_MODEL_TRAIN_OPTIONS_H_

#include "ect/train_options.h"
#include "model/settings.h"

namespace ect::model {

// Looks up the names in the options. Throws ect::Error for an unknown learner.
Settings settings_of(const TrainOptions& options);

// The settings with defaults for all unset options. Of the data it only matters whether the first
// examples of a stream are sparse.
Recipe completed(const Settings& settings, bool stream, bool sparse = false);

// Throws for settings that cannot be combined. Before a stream is read, they are checked as if it
// were sparse, which allows more.
void check_options(const Settings& settings, bool stream, bool sparse = true);

// Throws if training by these settings cannot be checkpointed.
void check_resumable(const Settings& settings);

}  // namespace ect::model

#endif  // ECT_MODEL_TRAIN_OPTIONS_H_
