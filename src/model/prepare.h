#ifndef ECT_MODEL_PREPARE_H_
#define ECT_MODEL_PREPARE_H_

#include <memory>
#include <string>
#include <vector>

#include "model/parts.h"
#include "model/seed_labels.h"
#include "model/train.h"

namespace ect {

// What learning from files and from streams have in common; the functions are in train.cc.

// The reduction for these labels, with their seeding.
std::unique_ptr<const Reduction> make_reduction(const Recipe& recipe, const Labels& labels,
                                                const SeededFrom& examples,
                                                std::vector<std::string>& warnings);

// What is known of a model before it is learnt; `name` is that of the data.
About about_of(const Recipe& recipe, const std::string& name);

// All together.
Trained trained(About about, Layout layout, Scaling scaling, Expansion expansion,
                const Labels& labels, std::unique_ptr<const Reduction> reduction,
                std::unique_ptr<KeptClassifiers> classifiers, std::vector<std::string> warnings);

// Lays linear classifiers out to be asked fast, in recipe.compact bits where that is said. `full`:
// examples have all their features.
void pack(const Reduction& reduction, bool full, const Recipe& recipe, About& about,
          std::unique_ptr<KeptClassifiers>& classifiers);

void require_two_classes(const Labels& labels, const std::string& name);

}  // namespace ect

#endif  // ECT_MODEL_PREPARE_H_
