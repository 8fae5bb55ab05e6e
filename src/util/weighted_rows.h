#ifndef ECT_UTIL_WEIGHTED_ROWS_H_
#define ECT_UTIL_WEIGHTED_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace ect {

// Sums of short rows, by the widest vectors that the machine has. What comes out is the same, bit
// by bit, on every machine: see weighted_rows.cc.

// Rows are so long, or 4 or 8 numbers.
inline constexpr std::size_t kLongestRow = 16;

// A row of a table and what it counts.
struct WeightedRow {
  std::uint32_t row;
  float weight;
};

// sums[j] = sum over `which` of weight * table[row * width + j], for j below width: 1, 4, 8 or 16.
void sum_rows(const float* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums);
void sum_rows(const std::int16_t* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums);
void sum_rows(const std::int8_t* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums);

}  // namespace ect

#endif  // ECT_UTIL_WEIGHTED_ROWS_H_
