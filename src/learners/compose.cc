// Builds a batch learner from the options: Probing over Costing over the learner itself, and loads
// what such a learner has trained. Tests: costing_test, probing_test.
#include "learners/compose.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "ect/error.h"
#include "learners/costing.h"
#include "learners/probing.h"
#include "learners/program/command.h"
#include "learners/program/program.h"

namespace ect::learners {
std::uint32_t inner_problems(std::uint64_t problems, std::uint32_t inner) {
  const std::uint64_t all = problems * std::max<std::uint32_t>(inner, 1);
  if (all > std::numeric_limits<std::uint32_t>::max()) {
    throw Error::bad_argument(
        "costing and probing need more than 2^32 binary problems for this many classes");
  }
  return static_cast<std::uint32_t>(all);
}

LearnerOptions completed(const LearnerKind& kind, LearnerOptions options) {
  // A program declares whether it takes weights; without training they do not matter.
  const bool honoured =
      options.program ? options.program->weights() || !options.program->learns() : kind.weights;
  if (kind.batch != nullptr && !honoured && options.costing == 0) {
    options.costing = kDefaultCosting;
  }
  return options;
}

std::unique_ptr<BatchLearner> make_batch(const LearnerKind& kind, ProblemSize size,
                                         const LearnerOptions& options) {
  if (options.l2 && !kind.l2) {
    throw Error::bad_argument(
        fmt::format("{} has no weights to regularize; --l2 does not apply", kind.name));
  }
  const std::uint32_t probed = inner_problems(size.problems, options.probing);
  size.problems = inner_problems(probed, options.costing);
  std::unique_ptr<BatchLearner> learner = kind.batch(size, options);
  if (options.costing > 0) {
    learner = make_costing(std::move(learner), probed, options.costing, options.seed);
  }
  if (options.probing > 0) learner = make_probing(std::move(learner), options.probing);
  return learner;
}

std::unique_ptr<TrainedClassifiers> load_trained(const LearnerKind& kind, StoredClassifiers stored,
                                                 std::uint32_t problems, Verify verify,
                                                 const LearnerOptions& options) {
  const std::uint32_t probed = inner_problems(problems, options.probing);
  const std::uint32_t costed = inner_problems(probed, options.costing);
  // Every learner stores at least a byte per problem; a larger number is damage, and is rejected
  // before memory is allocated for it.
  if (costed > stored.directory.size()) {
    throw Error(Error::Kind::kModelFormat,
                "the classifiers are damaged: there are fewer than costing and probing need");
  }
  const auto load = [&](StoredClassifiers inner, std::uint32_t count) {
    return kind.program ? load_command(std::move(inner), count, verify, options)
                        : kind.load(std::move(inner), count, verify);
  };
  std::unique_ptr<TrainedClassifiers> kept =
      options.costing > 0 ? load_costing(std::move(stored), probed, options.costing, load)
                          : load(std::move(stored), costed);
  return options.probing > 0 ? wrap_probing(std::move(kept), options.probing) : std::move(kept);
}

}  // namespace ect::learners
