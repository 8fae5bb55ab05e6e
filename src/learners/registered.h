#ifndef ECT_LEARNERS_REGISTERED_H_
#define ECT_LEARNERS_REGISTERED_H_

#include <memory>
#include <string>

#include "ect/learner.h"
#include "learners/learners.h"

namespace ect::learners {

// The row of the table of learners for a learner of the user's own.
LearnerKind registered_kind(const std::string& name, std::shared_ptr<const BinaryLearner> learner,
                            const LearnerTraits& traits);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_REGISTERED_H_
