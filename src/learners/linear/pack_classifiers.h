#ifndef ECT_LEARNERS_PACK_CLASSIFIERS_H_
#define ECT_LEARNERS_PACK_CLASSIFIERS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/linear.h"
#include "learners/linear/packed_classifiers.h"

namespace ect::learners {

// Packs linear classifiers. Of the blocks only bias and count matter; `weights_of` gives the
// weights of a problem that has any, in any order.
using WeightsOf = std::function<std::vector<Weight>(std::uint32_t problem)>;
std::unique_ptr<TrainedClassifiers> pack_linear(std::span<const WeightBlock> blocks,
                                                const WeightsOf& weights_of,
                                                const Packing& packing);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_PACK_CLASSIFIERS_H_
