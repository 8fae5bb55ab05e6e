#ifndef ECT_MATRIX_H_
#define ECT_MATRIX_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ect/dataset.h"
#include "ect/export.h"

namespace ect {

// Data sets from arrays that a program has in memory.

// A view of a row-major matrix; T is float or double.
template <class T>
struct DenseMatrix {
  const T* values = nullptr;
  std::size_t rows = 0;
  std::uint32_t columns = 0;
  std::size_t stride = 0;  // from one row to the next, in values; 0: columns
};

// A view of a sparse matrix in compressed rows (CSR): row i has indices and values from starts[i]
// to before starts[i + 1], its indices strictly increasing. T is float or double, I std::int32_t or
// std::int64_t. What is not stored is 0.
template <class T, class I>
struct SparseMatrix {
  std::span<const I> starts;  // one more than rows
  std::span<const I> indices;
  std::span<const T> values;
};

// What a column of a dense matrix holds.
struct Column {
  std::string name;
  // Of a nominal column: the names of its values. A cell is then a number of one of them, from 0.
  // Empty: the column is numeric.
  std::vector<std::string> values;
};

// What is to be predicted of each row.
struct Targets {
  std::vector<std::string> classes;       // names, by number; each once
  std::span<const std::uint32_t> labels;  // a class for each row, or kNoLabel; empty: none is known
  std::span<const float> weights;         // of each row; empty: 1
  std::span<const float> costs;           // rows x classes, row by row; empty: there are none
};

// The classes of labels that are names, in the order in which they come first, and their numbers.
struct NumberedLabels {
  std::vector<std::string> classes;
  std::vector<std::uint32_t> labels;
};
ECT_EXPORT NumberedLabels number_labels(std::span<const std::string> labels);

// A table: NaN is a missing value. `columns` describes them, in order; empty: all are numeric,
// named 1, 2 and so on. A matrix of floats is not copied where no value is missing and no column is
// nominal: it must then outlive the data set and not change. (Training makes one scaled copy, as it
// does of any data.) Throws ect::Error for sizes that do not fit, for an infinite value, for a
// number of a nominal value or a class that there is not, and for names that come twice.
template <class T>
ECT_EXPORT Dataset make_dataset(const DenseMatrix<T>& matrix, const Targets& targets,
                                const std::vector<Column>& columns = {});
// Features by number. Copies; throws ect::Error as above, and for indices that do not increase or
// are below 0 or above 2^32 - 2.
template <class T, class I>
ECT_EXPORT Dataset make_dataset(const SparseMatrix<T, I>& matrix, const Targets& targets);

}  // namespace ect

#endif  // ECT_MATRIX_H_
