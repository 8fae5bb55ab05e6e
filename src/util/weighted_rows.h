#ifndef ECT_UTIL_WEIGHTED_ROWS_H_
#define ECT_UTIL_WEIGHTED_ROWS_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace ect::util {

// Sums of short rows, with the widest vectors that the machine supports. Results are the same, bit
// for bit, on every machine: see weighted_rows.cc.

// bfloat16: the upper half of a float's bits, with the same range and 8 bits of precision.
struct HalfFloat {
  std::uint16_t bits = 0;

  // The nearest value; ties go to the even one.
  static HalfFloat of(float value) {
    const auto all = std::bit_cast<std::uint32_t>(value);
    return {static_cast<std::uint16_t>((all + 0x7fff + (all >> 16 & 1)) >> 16)};
  }
  explicit operator float() const { return std::bit_cast<float>(std::uint32_t{bits} << 16); }
};

// Rows have 1, 4, 8 or this many numbers.
inline constexpr std::size_t kLongestRow = 16;

// A row of a table and its weight.
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
