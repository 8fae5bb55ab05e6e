#ifndef ECT_LEARNERS_JOINT_FIT_H_
#define ECT_LEARNERS_JOINT_FIT_H_

#include <cstddef>
#include <cstdint>

#include "learners/learner.h"
#include "learners/learners.h"
#include "learners/linear/linear.h"

namespace ect::learners {

// What a violated margin of 1 costs, beside half the squared length of the weights. By the
// out-of-fold error of the text sets: the mean of six is 12.0 % with 1, 11.9 with 2 and 4.
inline constexpr double kJointCost = 2;
inline constexpr std::size_t kMaxRivals = 8;  // that an example gets in a search for them
// So many examples are enough to tell what is asked of those that are left out ...
inline constexpr std::size_t kMinLeftOut = 3000;
inline constexpr std::size_t kMaxMeasured = 10000;  // ... of one fold
inline constexpr std::size_t kMaxCandidates = 200;  // their places are numbers of 8 bits

// BatchLearner::fit_jointly() for linear classifiers, by the multiclass hinge; see joint_fit.cc.
JointMargins fit_joint_scores(std::uint32_t first, const Dataset& data, const JointProblem& problem,
                              const LearnerOptions& options, LinearBuilder& builder);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_JOINT_FIT_H_
