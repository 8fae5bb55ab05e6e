#ifndef ECT_UTIL_WAVES_H_
#define ECT_UTIL_WAVES_H_

#include <cstddef>

namespace ect::util {

// What random Fourier features are made of, by the widest vectors that the machine has. What comes
// out is the same, bit by bit, on every machine: see waves.cc.

// Sizes below are multiples of that.
inline constexpr std::size_t kWaveLanes = 16;

// Multiplies by the matrix of Hadamard (entries 1 and -1, not normalised), in place. `size` is a
// power of two.
void hadamard(float* values, std::size_t size);

// values[i] *= factors[i].
void multiply(const float* factors, float* values, std::size_t size);

// cosines[i] = height * cos(2 pi turns[i]), and the sine likewise. Turns are finite.
void waves(const float* turns, float height, float* cosines, float* sines, std::size_t size);

}  // namespace ect::util

#endif  // ECT_UTIL_WAVES_H_
