#ifndef ECT_DATA_SPLITS_H_
#define ECT_DATA_SPLITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ect::data {

// Rows to learn from and rows to test by, each increasing; together all rows, each once.
struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};

// Plain random, as the paper has it: labels are not balanced between the parts. A split depends on
// these arguments alone. Splits of different numbers are independent of each other.

// A share of `train_fraction` to learn from, rounded, with at least one row in each part.
// Requires two rows and a fraction between 0 and 1.
Split random_split(std::size_t rows, double train_fraction, std::uint64_t seed,
                   std::uint32_t number);

// Fold `number`, from 0, of `folds` is the test: every row is in the test of exactly one of them,
// and their sizes differ by one at most. Requires 2 <= folds <= rows.
Split fold_split(std::size_t rows, std::uint32_t folds, std::uint64_t seed, std::uint32_t number);

}  // namespace ect::data

#endif  // ECT_DATA_SPLITS_H_
