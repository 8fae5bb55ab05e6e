#ifndef ECT_DATA_MATRIX_ROWS_H_
#define ECT_DATA_MATRIX_ROWS_H_

#include <memory>
#include <vector>

#include "data/formats/table.h"
#include "data/load.h"
#include "ect/matrix.h"

namespace ect::data {

// The rows of a matrix as a data set. `columns` has the numeric or nominal table column of each
// matrix column; if it is empty, column i is feature i and no value may be missing. Throws
// ect::Error as make_dataset().
template <class T>
Dataset dense_rows(const DenseMatrix<T>& matrix, const Targets& targets,
                   const std::vector<const TableColumn*>& columns);
template <class T, class I>
Dataset sparse_rows(const SparseMatrix<T, I>& matrix, const Targets& targets);

// The numeric and nominal columns, in their order.
std::vector<const TableColumn*> feature_columns(const Layout& layout);

}  // namespace ect::data

#endif  // ECT_DATA_MATRIX_ROWS_H_
