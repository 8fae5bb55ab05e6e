#ifndef ECT_LEARNERS_QUADRATIC_H_
#define ECT_LEARNERS_QUADRATIC_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::learners {

// What a feature that is present adds to a margin. The layout of a model file: 32 bytes,
// little-endian.
struct QuadraticTerm {
  std::uint32_t feature = 0;
  std::uint32_t unused = 0;
  double constant = 0;
  double linear = 0;
  double square = 0;

  double at(double x) const { return constant + x * (linear + x * square); }
};

// Larger margins mean the same, and their sums must stay finite.
inline constexpr double kMaxMargin = 50;

// A classifier whose margin is a base and a quadratic function of each feature that is there:
//     base + sum over the features of x of (constant + linear x + square x^2).
// Its blob is the base, 8 bytes, and the terms by increasing feature.

// The margin of an example by a blob: nothing if the blob is damaged, 0 if it is empty. Never reads
// outside of the blob, whatever its bytes. Cost: O(non-zeros of x log terms).
std::optional<float> quadratic_margin(std::span<const std::byte> blob, Features x);
// Makes a blob; terms by increasing feature.
std::vector<std::byte> quadratic_blob(double base, std::span<const QuadraticTerm> terms);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_QUADRATIC_H_
