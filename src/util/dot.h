#ifndef ECT_UTIL_DOT_H_
#define ECT_UTIL_DOT_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "util/weighted_rows.h"

namespace ect::util {

// Arithmetic on dense rows of floats, with the widest vectors that the machine supports. Results
// are the same, bit for bit, on every machine: see dot.cc.

// Sum of a[i] * b[i].
float dot(const float* a, const float* b, std::size_t size);
double dot(const double* a, const float* b, std::size_t size);
float dot(const HalfFloat* a, const float* b, std::size_t size);
float dot(const std::int8_t* a, const float* b, std::size_t size);

// to[i] += factor * row[i].
void add_scaled(float factor, const float* row, float* to, std::size_t size);
void add_scaled(float factor, const HalfFloat* row, float* to, std::size_t size);
void add_scaled(float factor, const std::int8_t* row, float* to, std::size_t size);
void add_scaled(double factor, const float* row, double* to, std::size_t size);

// Rows of a table that are a multiple of this many numbers wide; see weighted_rows.h for short
// ones.
inline constexpr std::size_t kWideRow = 16;
// sums[j] = sum over `which` of weight * table[row * width + j], for j below width = sums.size().
void sum_wide_rows(const float* table, std::span<const WeightedRow> which, std::span<float> sums);
// table[row * width + j] += weight * steps[j], for all of `which` and j below width = steps.size().
void add_to_wide_rows(std::span<const float> steps, std::span<const WeightedRow> which,
                      float* table);

}  // namespace ect::util

#endif  // ECT_UTIL_DOT_H_
