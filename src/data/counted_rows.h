#ifndef ECT_DATA_COUNTED_ROWS_H_
#define ECT_DATA_COUNTED_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::data {

// Examples of weight 0 are read and numbered as all others, but count for nothing: neither
// learning nor scaling looks at them.
inline bool is_counted(const Dataset& data, std::size_t row) { return data.weight(row) > 0; }

// The rows that count, in their order: of all, or of some.
std::vector<std::uint32_t> counted_rows(const Dataset& data);
std::vector<std::uint32_t> counted_rows(const Dataset& data, std::span<const std::uint32_t> rows);

}  // namespace ect::data

#endif  // ECT_DATA_COUNTED_ROWS_H_
