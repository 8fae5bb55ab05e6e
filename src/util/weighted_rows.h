#ifndef ECT_UTIL_WEIGHTED_ROWS_H_
#define ECT_UTIL_WEIGHTED_ROWS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ect::util {

// Sums of short rows, by the widest vectors that the machine has. What comes out is the same, bit
// by bit, on every machine: see weighted_rows.cc.

// The upper half of a float's bits: as wide a range, 8 bits of precision (bfloat16).
struct HalfFloat {
  std::uint16_t bits = 0;

  // The nearest one; of two the even one.
  static HalfFloat of(float value) {
    const auto all = std::bit_cast<std::uint32_t>(value);
    return {static_cast<std::uint16_t>((all + 0x7fff + (all >> 16 & 1)) >> 16)};
  }
  explicit operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

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
void sum_rows(const HalfFloat* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums);
void sum_rows(const std::int8_t* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums);

}  // namespace ect::util

#endif  // ECT_UTIL_WEIGHTED_ROWS_H_
