#ifndef ECT_MODEL_ASSEMBLE_H_
#define ECT_MODEL_ASSEMBLE_H_

#include <memory>
#include <string>
#include <vector>

#include "ect/model.h"
#include "model/parts.h"
#include "model/settings.h"

namespace ect::model {

// A model that was learnt, still open to be told more about itself.
struct LearntParts {
  ModelParts parts;
  std::vector<std::string> warnings;
};

// What a model is known to be before it is learnt; `name` is that of the data.
About about_of(const Recipe& recipe, const std::string& name);

// Lays linear classifiers out to be asked fast, in recipe.compact bits where that is said. `full`:
// examples have all their features.
void pack(const Recipe& recipe, bool full, ModelParts& parts);

// Closes it.
Model finished(ModelParts parts);

// Throws for data named `name` where there is nothing to tell apart.
void require_two_classes(const Labels& labels, const std::string& name);

}  // namespace ect::model

#endif  // ECT_MODEL_ASSEMBLE_H_
