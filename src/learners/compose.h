#ifndef ECT_LEARNERS_COMPOSE_H_
#define ECT_LEARNERS_COMPOSE_H_

#include <cstdint>
#include <memory>

#include "learners/learner.h"
#include "learners/learners.h"

namespace ect::learners {

// Draws for a learner that does not honour weights, where nobody says how many. (The ensembles of
// the Costing paper gain most with the first ten.)
inline constexpr std::uint32_t kDefaultCosting = 10;

// More draws or thresholds than that would only cost memory and time.
inline constexpr std::uint32_t kMaxInner = 10000;

// How many problems there are where each is made into `inner` ones (0: into itself). Throws where
// that is more than can be numbered.
std::uint32_t inner_problems(std::uint64_t problems, std::uint32_t inner);

// The options as they will be used: costing for a learner that needs it. What a model must
// remember.
LearnerOptions completed(const LearnerKind& kind, LearnerOptions options);

// A batch learner by the options: Probing over Costing over the kind's own, each where it is asked
// for. `size` is that of the outer problems. Requires a kind with `batch` and completed() options.
// Throws where there would be too many inner problems.
std::unique_ptr<BatchLearner> make_batch(const LearnerKind& kind, ProblemSize size,
                                         const LearnerOptions& options);

// What it has learnt, from a model file. Throws where the bytes cannot be that.
std::unique_ptr<TrainedClassifiers> load_trained(const LearnerKind& kind, StoredClassifiers stored,
                                                 std::uint32_t problems, Verify verify,
                                                 const LearnerOptions& options);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COMPOSE_H_
