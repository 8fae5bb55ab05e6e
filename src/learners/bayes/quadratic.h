#ifndef ECT_LEARNERS_QUADRATIC_H_
#define ECT_LEARNERS_QUADRATIC_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::learners {

// What a feature that is there adds to a margin. As it is in a model file: 32 bytes, little-endian.
struct QuadraticTerm {
  std::uint32_t feature = 0;
  std::uint32_t unused = 0;
  double constant = 0;
  double linear = 0;
  double square = 0;

  double at(double x) const { return constant + x * (linear + x * square); }
};

// Margins beyond say nothing more, and sums of them must stay numbers.
inline constexpr double kMaxMargin = 50;

// A classifier whose margin is a base and a quadratic function of each feature that is there:
//     base + sum over the features of x of (constant + linear x + square x^2).
// Its blob is the base, 8 bytes, and the terms by increasing feature.

// What a blob says of an example: nothing where it is damaged, 0 where it is empty. Whatever
// the bytes hold, reads only within them. Cost: O(non-zeros of x log terms).
std::optional<float> quadratic_margin(std::span<const std::byte> blob, Features x);
// A blob of it; terms by increasing feature.
std::vector<std::byte> quadratic_blob(double base, std::span<const QuadraticTerm> terms);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_QUADRATIC_H_
