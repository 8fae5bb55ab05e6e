#ifndef ECT_DATA_COUNTED_ROWS_H_
#define ECT_DATA_COUNTED_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::data {

// Examples of weight 0 are read and numbered like all others, but learning and scaling ignore them.
inline bool is_counted(const Dataset& data, std::size_t row) { return data.weight(row) > 0; }

// The rows of positive weight, in their order: of the whole data set, or of `rows`.
std::vector<std::uint32_t> counted_rows(const Dataset& data);
std::vector<std::uint32_t> counted_rows(const Dataset& data, std::span<const std::uint32_t> rows);

}  // namespace ect::data

#endif  // ECT_DATA_COUNTED_ROWS_H_
