#ifndef ECT_LEARNERS_ONE_SIDED_H_
#define ECT_LEARNERS_ONE_SIDED_H_

#include <cstddef>
#include <optional>
#include <span>

#include "learners/learner.h"

namespace ect::learners {

// The margin of a problem that only examples of one side came to, so many of the right and of the
// left: log-odds as if there had been one of the other.
float constant_margin(std::size_t right, std::size_t left);

// The same of these examples; nothing where both sides are there and something is to be learnt.
std::optional<float> one_sided_margin(std::span<const BinaryExample> examples);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_ONE_SIDED_H_
