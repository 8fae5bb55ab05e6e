#ifndef ECT_MODEL_TRAIN_OPTIONS_H_
#define ECT_MODEL_TRAIN_OPTIONS_H_

#include "ect/train_options.h"
#include "model/settings.h"

namespace ect::model {

// Looks up the names in the options. Throws ect::Error for an unknown learner.
Settings settings_of(const TrainOptions& options);

// The settings with defaults for all unset options, chosen without the data.
Recipe completed(const Settings& settings, bool stream);

// Throws for settings that cannot be combined, before any data is read.
void check_options(const Settings& settings, bool stream);

// Throws if training by these settings cannot be checkpointed.
void check_resumable(const Settings& settings);

}  // namespace ect::model

#endif  // ECT_MODEL_TRAIN_OPTIONS_H_
