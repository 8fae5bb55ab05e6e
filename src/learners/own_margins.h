#ifndef ECT_LEARNERS_OWN_MARGINS_H_
#define ECT_LEARNERS_OWN_MARGINS_H_

#include <memory>

#include "learners/learner.h"

namespace ect::learners {

// The same learner, but fit() fills `margins` with the fitted classifier's own margins of its
// training examples, as in the paper's Algorithm 1, instead of out-of-fold margins. The classifiers
// are the same.
std::unique_ptr<BatchLearner> with_own_margins(std::unique_ptr<BatchLearner> learner);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_OWN_MARGINS_H_
