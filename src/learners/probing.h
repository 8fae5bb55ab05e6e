#ifndef ECT_LEARNERS_PROBING_H_
#define ECT_LEARNERS_PROBING_H_

#include <cstdint>
#include <memory>

#include "learners/learner.h"

namespace ect::learners {

// Probabilities from classifiers that only say which side: problem p becomes the inner problems
// p * thresholds + j. A model stores the inner classifiers and nothing else.

// Inner problem j asks whether the probability of the right side exceeds this threshold.
inline double threshold_of(std::uint32_t j, std::uint32_t thresholds) {
  return (static_cast<double>(j) + 0.5) / static_cast<double>(thresholds);
}

// `inner` is for problems * thresholds problems. Requires thresholds > 0.
std::unique_ptr<BatchLearner> make_probing(std::unique_ptr<BatchLearner> inner,
                                           std::uint32_t thresholds);

std::unique_ptr<TrainedClassifiers> wrap_probing(std::unique_ptr<TrainedClassifiers> inner,
                                                 std::uint32_t thresholds);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_PROBING_H_
