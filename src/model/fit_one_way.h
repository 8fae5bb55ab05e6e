#ifndef ECT_MODEL_FIT_ONE_WAY_H_
#define ECT_MODEL_FIT_ONE_WAY_H_

#include <string>

#include "data/load.h"
#include "ect/dataset.h"
#include "model/assemble.h"
#include "model/checkpoint.h"
#include "model/settings.h"

namespace ect::model {

// Trains on data in memory that was read by `layout`, by one recipe and without tuning: costs are
// scaled or dropped, rows prepared, the reduction made, its problems trained, the weights packed.
// Used for trials and for the final model. Requires a checked recipe, at least two classes, and
// labelled examples, one of them of positive weight. Continues from the checkpoint, which has
// begun; null: none.
LearntParts fit_one_way(const Recipe& recipe, Dataset data, data::Layout layout,
                        const std::string& name, const reductions::OnProgress& progress,
                        Checkpoint* checkpoint);

}  // namespace ect::model

#endif  // ECT_MODEL_FIT_ONE_WAY_H_
