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

// Recipes that differ in the unset options, the simplest first. Only one if no option is unset, or
// with `fast`.
std::vector<Recipe> ways_to_learn(const Settings& settings, const Dataset& data,
                                  const data::Layout& layout);

// The recipe of a trial on `data`, for fit_one_way: the given one, on one thread, as trials run in
// parallel. If the rule of contested finals is unset, it is the one that is best most often, as
// finding the best one takes classifiers for every rule.
Recipe trial_recipe(Recipe way, const Dataset& data, const data::Layout& layout);

struct Choice {
  Recipe way;
  std::vector<Tried> tried;  // the best first; empty if there was one recipe
};

// Tests the recipes on held-out parts of the data; see choose.cc. Does not depend on the number of
// threads. Results are stored in the checkpoint, which has begun.
Choice choose_way(const std::vector<Recipe>& ways, const Dataset& data, const data::Layout& layout,
                  unsigned threads, const reductions::OnProgress& progress, Checkpoint& checkpoint);

}  // namespace ect::model

#endif  // ECT_MODEL_CHOOSE_H_
