#ifndef ECT_MODEL_CHOOSE_H_
#define ECT_MODEL_CHOOSE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "data/load.h"
#include "ect/dataset.h"
#include "model/checkpoint.h"
#include "model/settings.h"

namespace ect::model {

// Ways to learn that differ in what the settings leave open, the simplest first. One way
// where they leave nothing open, or are `fast`.
std::vector<Recipe> ways_to_learn(const Settings& settings, const Dataset& data,
                                  const data::Layout& layout);

// What a trial of a way fits to `data`, by fit_one_way: that way and no other, on one thread, as
// trials run side by side. Only where the rule of contested finals is left to be found, which takes
// classifiers for every rule, it is the one that is best most often.
Recipe as_tried(Recipe way, const Dataset& data, const data::Layout& layout);

struct Choice {
  Recipe way;
  std::vector<Tried> tried;  // the best first; none where there was nothing to choose
};

// Tries them on held-out parts of the data; see choose.cc. Does not depend on threads. What has
// been tried is kept in the checkpoint, which has begun.
Choice choose_way(const std::vector<Recipe>& ways, const Dataset& data, const data::Layout& layout,
                  unsigned threads, const reductions::OnProgress& progress, Checkpoint& checkpoint);

}  // namespace ect::model

#endif  // ECT_MODEL_CHOOSE_H_
