#ifndef ECT_LEARNERS_JOINT_FIT_H_
#define ECT_LEARNERS_JOINT_FIT_H_

#include <cstdint>

#include "learners/learner.h"
#include "learners/learners.h"
#include "learners/linear/linear.h"

namespace ect::learners {

// BatchLearner::fit_jointly() for linear classifiers, by the multiclass hinge; see joint_fit.cc.
JointMargins fit_joint_scores(std::uint32_t first, const Dataset& data, const JointProblem& problem,
                              const LearnerOptions& options, LinearBuilder& builder);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_JOINT_FIT_H_
