#ifndef ECT_MODEL_MAKE_REDUCTION_H_
#define ECT_MODEL_MAKE_REDUCTION_H_

#include <memory>
#include <string>
#include <vector>

#include "model/seed_labels.h"
#include "model/settings.h"
#include "reductions/reduction.h"

namespace ect::model {

// The recipe's reduction for these labels, with their seeding. Throws ect::Error, for example for
// an invalid seeding file.
std::unique_ptr<const reductions::Reduction> make_reduction(const Recipe& recipe,
                                                            const Labels& labels,
                                                            const SeededFrom& examples,
                                                            std::vector<std::string>& warnings);

}  // namespace ect::model

#endif  // ECT_MODEL_MAKE_REDUCTION_H_
