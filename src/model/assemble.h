#ifndef ECT_MODEL_ASSEMBLE_H_
#define ECT_MODEL_ASSEMBLE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ect/model.h"
#include "model/parts.h"
#include "model/settings.h"

namespace ect::model {

// A trained model before it is final, with the warnings of its training.
struct LearntParts {
  ModelParts parts;
  std::vector<std::string> warnings;
};

// The description of a model as far as the recipe determines it; `name` is that of the data.
About about_of(const Recipe& recipe, const std::string& name);

// Packs linear classifiers for fast evaluation, in recipe.compact bits if that is set; else in 8
// bits where training has measured how far weights can be pruned (reductions::Fitted::prune).
// `full`: every example has all features.
void pack(const Recipe& recipe, bool full, std::optional<float> prune, ModelParts& parts);

Model finished(ModelParts parts);

// Throws if the data called `name` has fewer than two classes.
void require_two_classes(const Labels& labels, const std::string& name);

}  // namespace ect::model

#endif  // ECT_MODEL_ASSEMBLE_H_
