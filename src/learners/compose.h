#ifndef ECT_LEARNERS_COMPOSE_H_
#define ECT_LEARNERS_COMPOSE_H_

#include <cstdint>
#include <memory>

#include "learners/learner.h"
#include "learners/learners.h"

namespace ect::learners {

// The default number of draws for a learner that takes no weights. (The ensembles of the Costing
// paper gain most with the first ten.)
inline constexpr std::uint32_t kDefaultCosting = 10;

// Maximum number of draws or thresholds.
inline constexpr std::uint32_t kMaxInner = 10000;

// The number of inner problems if each problem becomes `inner` ones (0: stays one). Throws if there
// are too many.
std::uint32_t inner_problems(std::uint64_t problems, std::uint32_t inner);

// The options with defaults: costing for a learner that takes no weights. A model stores them.
LearnerOptions completed(const LearnerKind& kind, LearnerOptions options);

// A batch learner by the options: Probing over Costing over the kind's own, each if it is wanted.
// `size` is that of the outer problems. Requires a kind with `batch` and completed() options.
// Throws if there would be too many inner problems.
std::unique_ptr<BatchLearner> make_batch(const LearnerKind& kind, ProblemSize size,
                                         const LearnerOptions& options);

// Loads the classifiers of such a learner from a model file. Throws for invalid bytes.
std::unique_ptr<TrainedClassifiers> load_trained(const LearnerKind& kind, StoredClassifiers stored,
                                                 std::uint32_t problems, Verify verify,
                                                 const LearnerOptions& options);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COMPOSE_H_
