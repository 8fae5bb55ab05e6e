#ifndef ECT_LEARNERS_PACKED_H_
#define ECT_LEARNERS_PACKED_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/learner.h"
#include "learners/linear/linear.h"
#include "util/hashed_set.h"
#include "util/ranked_set.h"
#include "util/weighted_rows.h"

namespace ect {

// Linear classifiers packed to be asked fast: problems that are asked together have their weights
// of a feature side by side, see packed.cc. All of this is as it is in a model file, little-endian.

// What is the problem's own.
struct PackedProblem {
  std::uint32_t group = 0;
  std::uint32_t column = 0;  // of the group's rows
  float bias = 0;
  float scale = 0;  // that a row's number is to be multiplied by
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
    if (kind == kRanked) return (std::uint64_t{reach} + 63) / 64 * sizeof(RankedWord);
    return std::uint64_t{places} * 8;
  }
  std::uint64_t row_bytes() const { return std::uint64_t{width} * bits / 8; }
  std::uint64_t rows_offset() const { return offset + aligned(index_bytes()); }
  std::uint64_t end() const { return rows_offset() + aligned(rows * row_bytes()); }
};
static_assert(sizeof(PackedGroup) == 32);

class PackedClassifiers final : public KeptClassifiers {
 public:
  // Throws ect::Error unless there are `problems` that are in groups which fill the body.
  PackedClassifiers(StoredClassifiers stored, std::uint32_t problems, Verify verify);

  float margin(std::uint32_t problem, Features x) const override;
  StoredClassifiers stored() const override { return stored_; }
  void verify() const override;
  std::unique_ptr<Asker> asker() const override;

  std::span<const PackedProblem> problems() const { return problems_; }
  std::span<const PackedGroup> groups() const { return groups_; }

  // Rows of a group that an example has; their memory is used again.
  using Scratch = std::vector<WeightedRow>;
  // The sums of all columns, kLongestRow at most, before they are scaled.
  void sums_of(std::uint32_t group, Features x, Scratch& scratch, float* sums) const;
  // The rows that these are sums of; and their sums.
  std::span<const WeightedRow> rows_of(std::uint32_t group, Features x, Scratch& scratch) const;
  void add_up(std::uint32_t group, std::span<const WeightedRow> rows, float* sums) const;
  float margin_of(const PackedProblem& problem, const float* sums) const {
    return problem.bias + problem.scale * sums[problem.column];
  }

 private:
  void verify_group(std::uint32_t group) const;
  Error damaged(const std::string& what) const;

  StoredClassifiers stored_;
  std::span<const PackedProblem> problems_;
  std::span<const PackedGroup> groups_;
  // By group, where they are verified when asked: threads may both do it, to the same end.
  mutable std::vector<std::atomic<bool>> verified_;
};

// Packs linear classifiers. Of the blocks only bias and count matter; `weights_of` gives the
// weights of a problem that has any, in any order.
using WeightsOf = std::function<std::vector<Weight>(std::uint32_t problem)>;
std::unique_ptr<PackedClassifiers> pack(std::span<const WeightBlock> blocks,
                                        const WeightsOf& weights_of, const Packing& packing);

}  // namespace ect

#endif  // ECT_LEARNERS_PACKED_H_
