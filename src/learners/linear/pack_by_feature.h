#ifndef ECT_LEARNERS_PACK_BY_FEATURE_H_
#define ECT_LEARNERS_PACK_BY_FEATURE_H_

#include <memory>
#include <span>

#include "learners/linear/by_feature_classifiers.h"
#include "learners/linear/pack_classifiers.h"

namespace ect::learners {

// Stores linear classifiers by feature; nothing if they are too many for the format (8 GiB). The
// blocks and `weights_of` as for pack_linear().
std::unique_ptr<ByFeatureClassifiers> pack_by_feature(std::span<const WeightBlock> blocks,
                                                      const WeightsOf& weights_of,
                                                      const Packing& packing);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_PACK_BY_FEATURE_H_
