#ifndef ECT_DATA_SPLITS_H_
#define ECT_DATA_SPLITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ect::data {

// Training rows and test rows, each in increasing order; together all rows, each once.
struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};

// Splits are purely random, as in the paper: not stratified by label. A split depends on the
// arguments alone. Splits with different numbers are independent of each other.

// `train_fraction` of the rows, rounded, are for training, with at least one row in each part.
// Requires at least two rows and a fraction between 0 and 1.
Split random_split(std::size_t rows, double train_fraction, std::uint64_t seed,
                   std::uint32_t number);

// Fold `number`, from 0, of `folds` is the test part. Every row is in exactly one fold, and the
// sizes of folds differ by at most one. Requires 2 <= folds <= rows.
Split fold_split(std::size_t rows, std::uint32_t folds, std::uint64_t seed, std::uint32_t number);

}  // namespace ect::data

#endif  // ECT_DATA_SPLITS_H_
