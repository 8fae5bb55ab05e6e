#ifndef ECT_LEARNERS_COMMAND_H_
#define ECT_LEARNERS_COMMAND_H_

#include <memory>

#include "learners/learners.h"

namespace ect::learners {

// What programs have learnt, from a model file. Without options.program it can be looked at and not
// asked: nothing is ever run that the file names.
std::unique_ptr<TrainedClassifiers> load_command(StoredClassifiers stored, std::uint32_t problems,
                                                 Verify verify, const LearnerOptions& options);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COMMAND_H_
