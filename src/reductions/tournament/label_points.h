#ifndef ECT_REDUCTIONS_LABEL_POINTS_H_
#define ECT_REDUCTIONS_LABEL_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::reductions {

// A point for each label; similar labels are near each other.
struct LabelPoints {
  std::uint32_t labels = 0;
  std::size_t dimensions = 0;
  std::vector<float> values;  // label after label
  std::vector<bool> known;  // false for a label without examples, which gets the mean of the others

  std::span<const float> of(std::uint32_t label) const {
    return std::span(values).subspan(label * dimensions, dimensions);
  }
};

// From the rows of the data, whose weights are above 0: where the data has costs by those, else by
// the labels. The same for the same data, to the bit.
LabelPoints label_points(const Dataset& data, std::span<const std::uint32_t> rows);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_LABEL_POINTS_H_
