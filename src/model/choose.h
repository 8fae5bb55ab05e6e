#ifndef ECT_MODEL_CHOOSE_H_
#define ECT_MODEL_CHOOSE_H_

#include <cstddef>
#include <cstdint>
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

// Larger samples are split once instead of being cross-validated.
inline constexpr std::size_t kMaxCrossValidatedRows = 2000;

struct Choice {
  Recipe way;
  std::vector<Tried> tried;  // the best first; empty if there was one recipe
};

// How recipes are tested: small samples by cross-validation, or all by one split.
enum class Trials : std::uint8_t { kCrossValidated, kSplitOnce };

// Tests the recipes on held-out parts of the data; see choose.cc. Does not depend on the number of
// threads. Results are stored in the checkpoint, which has begun, from `first_record` on.
Choice choose_way(const std::vector<Recipe>& ways, const Dataset& data, const data::Layout& layout,
                  Trials trials, unsigned threads, const reductions::OnProgress& progress,
                  Checkpoint& checkpoint, std::uint64_t first_record = 0);

// By example of `test`, whether the recipe, trained on `train`, is wrong about it. Nothing is
// written to the checkpoint, which may ask to stop.
std::vector<bool> mistakes_of(const Recipe& way, Dataset train, const Dataset& test,
                              const data::Layout& layout, const reductions::OnProgress& progress,
                              Checkpoint& checkpoint);

}  // namespace ect::model

#endif  // ECT_MODEL_CHOOSE_H_
