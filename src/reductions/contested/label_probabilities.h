#ifndef ECT_REDUCTIONS_LABEL_PROBABILITIES_H_
#define ECT_REDUCTIONS_LABEL_PROBABILITIES_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reductions/reduction.h"

namespace ect::reductions {

// Divides by the sum; if that is 0, makes all equal.
void normalise(std::span<double> probabilities);

// At most `most` labels: the predicted one first, the others by probability, then number.
void rank_labels(std::span<const double> probabilities, std::uint32_t predicted, std::size_t most,
                 std::vector<Scored>& scored);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_LABEL_PROBABILITIES_H_
