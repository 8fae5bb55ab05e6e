#ifndef ECT_MODEL_TRAIN_OPTIONS_H_
#define ECT_MODEL_TRAIN_OPTIONS_H_

#include "ect/train_options.h"
#include "model/settings.h"

namespace ect::model {

// Looks up what the options name. Throws ect::Error for a learner that is not known.
Settings settings_of(const TrainOptions& options);

// The settings with all that is left to us said, as is best without a look at the data.
Recipe completed(const Settings& settings, bool stream);

// Throws for settings that mean nothing together, before any data is read.
void check_options(const Settings& settings, bool stream);

// Throws where learning so cannot go on from a checkpoint.
void check_resumable(const Settings& settings);

}  // namespace ect::model

#endif  // ECT_MODEL_TRAIN_OPTIONS_H_
