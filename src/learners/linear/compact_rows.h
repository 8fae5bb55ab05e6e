#ifndef ECT_LEARNERS_COMPACT_ROWS_H_
#define ECT_LEARNERS_COMPACT_ROWS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "learners/learner.h"
#include "learners/linear/linear.h"

namespace ect::learners {

// The rows of one binary problem, contiguous, with or without zeros. Features are renumbered in the
// order of their first use: frequent ones, which come early, lie together, and memory depends on
// the number of features in the problem, not in the data. The memory is reused by the next problem.
// Threads must not share one.
class CompactRows {
 public:
  enum class Zeros : std::uint8_t { kLeftOut, kKept };

  // After an earlier start(), finish() must have been called.
  void start(const Dataset& data, std::span<const BinaryExample> examples,
             Zeros zeros = Zeros::kLeftOut);

  std::size_t size() const { return starts_.size() - 1; }
  std::size_t features() const { return names_.size(); }
  // A row's part of indices() and values().
  std::size_t first(std::size_t row) const { return starts_[row]; }
  std::size_t last(std::size_t row) const { return starts_[row + 1]; }
  std::span<const std::uint32_t> indices() const { return indices_; }
  std::span<const float> values() const { return values_; }
  // With the new numbers, which are in no order.
  Features row(std::size_t row) const {
    return {indices().subspan(first(row), last(row) - first(row)),
            values().subspan(first(row), last(row) - first(row))};
  }
  // The number of a feature in the data.
  std::uint32_t name(std::size_t feature) const { return names_[feature]; }

  // The weights times `factor`, by increasing feature of the data.
  std::vector<Weight> named(std::span<const double> weights, double factor) const;
  void finish();

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t& number_of(std::uint32_t name);

  std::vector<std::size_t> starts_ = {0};
  std::vector<std::uint32_t> indices_;
  std::vector<float> values_;
  std::vector<std::uint32_t> names_;      // of the features in the data
  std::vector<std::uint32_t> number_of_;  // by feature of the data; kNone between problems
  // The same, if the data has too many features for a table.
  std::unordered_map<std::uint32_t, std::uint32_t> far_number_of_;
  bool in_table_ = true;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COMPACT_ROWS_H_
