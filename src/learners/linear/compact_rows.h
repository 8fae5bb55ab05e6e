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

// The rows of one binary problem, one after the other, with or without zeros. Features are numbered
// anew as they come: frequent ones, which come early, then lie together, and memory goes with the
// features that the problem has, however many the data has. The memory is used again by the next
// problem. For one thread.
class CompactRows {
 public:
  enum class Zeros : std::uint8_t { kLeftOut, kKept };

  // finish() must have followed the start before.
  void start(const Dataset& data, std::span<const BinaryExample> examples,
             Zeros zeros = Zeros::kLeftOut);

  std::size_t size() const { return starts_.size() - 1; }
  std::size_t features() const { return names_.size(); }
  // A row's part of indices() and values().
  std::size_t first(std::size_t row) const { return starts_[row]; }
  std::size_t last(std::size_t row) const { return starts_[row + 1]; }
  std::span<const std::uint32_t> indices() const { return indices_; }
  std::span<const float> values() const { return values_; }
  // By the new numbers, which do not increase.
  Features row(std::size_t row) const {
    return {indices().subspan(first(row), last(row) - first(row)),
            values().subspan(first(row), last(row) - first(row))};
  }
  // What a feature is called in the data.
  std::uint32_t name(std::size_t feature) const { return names_[feature]; }

  // A weight for each feature, by what features are called in the data, increasing, times `factor`.
  std::vector<Weight> named(std::span<const double> weights, double factor) const;
  void finish();

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t& number_of(std::uint32_t name);

  std::vector<std::size_t> starts_ = {0};
  std::vector<std::uint32_t> indices_;
  std::vector<float> values_;
  std::vector<std::uint32_t> names_;      // of the features
  std::vector<std::uint32_t> number_of_;  // by what it is called; kNone between problems
  std::unordered_map<std::uint32_t, std::uint32_t> far_number_of_;  // the same, of vast numbers
  bool in_table_ = true;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_COMPACT_ROWS_H_
