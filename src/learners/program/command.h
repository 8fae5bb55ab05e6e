#ifndef ECT_LEARNERS_COMMAND_H_
#define ECT_LEARNERS_COMMAND_H_

#include <memory>

#include "learners/learners.h"

namespace ect::learners {

// Loads the models of a program from a model file. Without options.program they can be inspected
// but not evaluated: a program named in the file is never run.
std::unique_ptr<TrainedClassifiers> load_command(StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify, const LearnerOptions& options);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COMMAND_H_
