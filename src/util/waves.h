#ifndef ECT_UTIL_WAVES_H_
#define ECT_UTIL_WAVES_H_

#include <cstddef>

namespace ect::util {

// The parts of random Fourier features, with the widest vectors that the machine supports. Results
// are the same, bit for bit, on every machine: see waves.cc.

// All sizes below must be multiples of this.
inline constexpr std::size_t kWaveLanes = 16;

// Multiplies by the Hadamard matrix (entries 1 and -1, not normalised), in place. Requires that
// `size` is a power of two.
void hadamard(float* values, std::size_t size);

// values[i] *= factors[i].
void multiply(const float* factors, float* values, std::size_t size);

// cosines[i] = height * cos(2 pi turns[i]), and the sines likewise. Requires finite turns.
void waves(const float* turns, float height, float* cosines, float* sines, std::size_t size);

}  // namespace ect::util

#endif  // ECT_UTIL_WAVES_H_
