#ifndef ECT_UTIL_DOT_H_
#define ECT_UTIL_DOT_H_

#include <cstddef>
#include <cstdint>

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
void add_scaled(double factor, const float* row, double* to, std::size_t size);

}  // namespace ect::util

#endif  // ECT_UTIL_DOT_H_
