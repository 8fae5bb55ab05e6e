#ifndef ECT_LEARNERS_COSTING_H_
#define ECT_LEARNERS_COSTING_H_

#include <cstdint>
#include <functional>
#include <memory>

#include "learners/learner.h"

namespace ect::learners {

// Turns weighted examples into unweighted ones, for any learner: problem p becomes the inner
// problems p * draws + i, with weights of 1. A model stores the inner classifiers and, after their
// directory, how many of them are used for each problem.

// `inner` is for problems * draws problems. Requires draws > 0.
std::unique_ptr<BatchLearner> make_costing(std::unique_ptr<BatchLearner> inner,
                                           std::uint32_t problems, std::uint32_t draws,
                                           std::uint64_t seed);

using LoadInner =
    std::function<std::unique_ptr<TrainedClassifiers>(StoredClassifiers, std::uint32_t problems)>;

// Loads the classifiers of make_costing's learner from a model file. Throws ect::Error for invalid
// bytes.
std::unique_ptr<TrainedClassifiers> load_costing(StoredClassifiers stored, std::uint32_t problems,
                                                 std::uint32_t draws, const LoadInner& load_inner);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COSTING_H_
