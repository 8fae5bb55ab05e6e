#ifndef ECT_DATA_SPLITS_H_
#define ECT_DATA_SPLITS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ect::data {

// Training rows and test rows, each in increasing order; together all rows, each once.
struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};

// A split depends on the arguments alone. Splits of the first two kinds are purely random, as in
// the paper: not stratified by label. Those with different numbers are independent of each other.

// `train_fraction` of the rows, rounded, are for training, with at least one row in each part.
// Requires at least two rows and a fraction between 0 and 1.
Split random_split(std::size_t rows, double train_fraction, std::uint64_t seed,
                   std::uint32_t number);

// Fold `number`, from 0, of `folds` is the test part. Every row is in exactly one fold, and the
// sizes of folds differ by at most one. Requires 2 <= folds <= rows.
Split fold_split(std::size_t rows, std::uint32_t folds, std::uint64_t seed, std::uint32_t number);

// The fold of the example at place `at` of a label's `size`, if folds are runs of a label's rows as
// they come. Labels with few examples start at different folds.
std::size_t fold_of_run(std::size_t at, std::size_t size, std::size_t folds, std::uint32_t label);

// As fold_split(), of rows with these labels, by fold_of_run(); both parts have a row where there
// are at least two rows. Nothing is random.
Split run_split(std::span<const std::uint32_t> labels, std::uint32_t folds, std::uint32_t number);

}  // namespace ect::data

#endif  // ECT_DATA_SPLITS_H_
