#ifndef ECT_LEARNERS_ONE_SIDED_H_
#define ECT_LEARNERS_ONE_SIDED_H_

#include <cstddef>
#include <optional>
#include <span>

#include "learners/learner.h"

namespace ect::learners {

// The margin of a problem with `right` and `left` examples, one of them 0: log-odds with one more
// example on each side.
float constant_margin(std::size_t right, std::size_t left);

// The same for these examples; nothing if there are examples of both sides.
std::optional<float> one_sided_margin(std::span<const BinaryExample> examples);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_ONE_SIDED_H_
