#ifndef ECT_MODEL_FIT_ONE_WAY_H_
#define ECT_MODEL_FIT_ONE_WAY_H_

#include <string>

#include "data/load.h"
#include "ect/dataset.h"
#include "model/assemble.h"
#include "model/checkpoint.h"
#include "model/settings.h"

namespace ect::model {

// Learns from data in memory that was read by `layout`, by one recipe and without trials: costs are
// scaled or dropped, rows prepared, the reduction made, its problems learnt, the weights packed.
// A trial and what is kept are both learnt so. Requires a recipe that was checked, two classes or
// more, and examples that have labels, one of them with weight. Goes on from the checkpoint, which
// has begun; null: none.
LearntParts fit_one_way(const Recipe& recipe, Dataset data, data::Layout layout,
                        const std::string& name, const reductions::OnProgress& progress,
                        Checkpoint* checkpoint);

}  // namespace ect::model

#endif  // ECT_MODEL_FIT_ONE_WAY_H_
