#ifndef ECT_LEARNERS_PACKED_FORMAT_H_
#define ECT_LEARNERS_PACKED_FORMAT_H_

#include <cstdint>

#include "util/ranked_set.h"

namespace ect::learners {

// The format of linear classifiers packed for fast evaluation: problems that are evaluated together
// have their weights of a feature side by side, see packed_classifiers.cc. These structs are the
// layout of a model file, little-endian.

// The head of the directory; the problems and the groups follow.
struct PackedHead {
  std::uint32_t problems = 0;
  std::uint32_t groups = 0;
};

// An entry for each problem.
struct PackedProblem {
  std::uint32_t group = 0;
  std::uint32_t column = 0;  // in the group's rows
  float bias = 0;
  float scale = 0;  // factor of the numbers in the rows
};

// Where the rows of a group of problems lie, and how they are found.
struct PackedGroup {
  enum Kind : std::uint8_t {
    kDense,   // a row for each feature below `reach`
    kRanked,  // a RankedWord for each 64 features below `reach`, then the rows by rank
    kHashed,  // `places` HashedPlaces, then the rows
  };

  std::uint64_t offset = 0;  // in bytes, a multiple of align()
  std::uint32_t rows = 0;
  std::uint32_t reach = 0;   // of dense and ranked ones, else 0
  std::uint32_t places = 0;  // of hashed ones, else 0
  std::uint8_t kind = kDense;
  std::uint8_t width = 1;  // numbers in a row: 1, 4, 8 or 16
  std::uint8_t bits = 32;  // of a number: 32, 16 (a HalfFloat) or 8 (a whole one)
  std::uint8_t zero = 0;
  std::uint32_t checksum = 0;  // CRC-32 of the bytes up to end()
  std::uint32_t zero_too = 0;

  // Rows of several numbers begin at cache lines.
  std::uint64_t align() const { return width == 1 ? 8 : 64; }
  std::uint64_t aligned(std::uint64_t bytes) const {
    return (bytes + align() - 1) / align() * align();
  }
  std::uint64_t index_bytes() const {
    if (kind == kRanked) return (std::uint64_t{reach} + 63) / 64 * sizeof(util::RankedWord);
    return std::uint64_t{places} * 8;
  }
  std::uint64_t row_bytes() const { return std::uint64_t{width} * bits / 8; }
  std::uint64_t rows_offset() const { return offset + aligned(index_bytes()); }
  std::uint64_t end() const { return rows_offset() + aligned(rows * row_bytes()); }
};
static_assert(sizeof(PackedGroup) == 32);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_PACKED_FORMAT_H_
