#ifndef ECT_LEARNERS_COSTING_H_
#define ECT_LEARNERS_COSTING_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "learners/learner.h"

namespace ect::learners {

// Importance weights made into plain examples, for any learner: problem p becomes the inner
// problems p * draws + i, each with weights of 1 only. What is kept are the inner classifiers, with
// how many of them answer for each problem behind their directory.

// `inner` is for problems * draws problems. Requires draws > 0.
std::unique_ptr<BatchLearner> make_costing(std::unique_ptr<BatchLearner> inner,
                                           std::uint32_t problems, std::uint32_t draws,
                                           std::uint64_t seed);

using LoadInner =
    std::function<std::unique_ptr<TrainedClassifiers>(StoredClassifiers, std::uint32_t problems)>;

// What make_costing's learner has learnt, from a model file. Throws ect::Error where the bytes
// cannot be that.
std::unique_ptr<TrainedClassifiers> load_costing(StoredClassifiers stored, std::uint32_t problems,
                                                 std::uint32_t draws, const LoadInner& load_inner);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COSTING_H_
