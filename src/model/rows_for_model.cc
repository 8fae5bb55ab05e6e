// Rows as a model needs them, from arrays and from files. Tests: predict_api_test.
#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <utility>

#include "data/load.h"
#include "data/matrix_rows.h"
#include "ect/error.h"
#include "ect/predict.h"
#include "model/parts.h"

namespace ect {
namespace {

void require_numbered_features(const data::Layout& layout) {
  if (layout.format == FileFormat::kSvmlight) return;
  throw Error::bad_argument(
      fmt::format("the model was trained on {}; rows of numbered features do not fit",
                  is_table(layout)                     ? "a table"
                  : layout.format == FileFormat::kText ? "text"
                                                       : "hashed features"));
}

// Labels stay as they are named, or missing: what the model does not know is evaluate()'s to say.
Dataset read_rows(const data::DataFile& file, const data::Layout& layout) {
  const std::unique_ptr<data::Reader> reader = data::open_reader(file, layout);
  Dataset data;
  Example example;
  while (reader->next(example)) {
    if (data.size() == 0) {
      for (const std::string& name : reader->cost_labels()) data.add_label(name);
    }
    data.add(example);
  }
  data.set_origin(std::make_shared<const data::Layout>(layout), file.name(), reader->warnings());
  return data;
}

}  // namespace

template <class T>
Dataset make_dataset(const Model& model, const DenseMatrix<T>& matrix, const Targets& targets) {
  const data::Layout& layout = model.parts().layout;
  if (!is_table(layout)) {
    require_numbered_features(layout);
    return data::dense_rows(matrix, targets, {});
  }
  const auto columns = data::feature_columns(layout);
  if (columns.size() != matrix.columns) {
    throw Error::bad_argument(
        fmt::format("{} columns (expected {}, as in the data that the model was trained on)",
                    matrix.columns, columns.size()));
  }
  return data::dense_rows(matrix, targets, columns);
}

template <class T, class I>
Dataset make_dataset(const Model& model, const SparseMatrix<T, I>& matrix, const Targets& targets) {
  require_numbered_features(model.parts().layout);
  return data::sparse_rows(matrix, targets);
}

template Dataset make_dataset(const Model&, const DenseMatrix<float>&, const Targets&);
template Dataset make_dataset(const Model&, const DenseMatrix<double>&, const Targets&);
template Dataset make_dataset(const Model&, const SparseMatrix<float, std::int32_t>&,
                              const Targets&);
template Dataset make_dataset(const Model&, const SparseMatrix<float, std::int64_t>&,
                              const Targets&);
template Dataset make_dataset(const Model&, const SparseMatrix<double, std::int32_t>&,
                              const Targets&);
template Dataset make_dataset(const Model&, const SparseMatrix<double, std::int64_t>&,
                              const Targets&);

Dataset read_dataset(const Model& model, const std::string& path) {
  return read_rows(data::DataFile(path, std::cin), model.parts().layout);
}

Dataset parse_dataset(const Model& model, std::string text, const std::string& name) {
  return read_rows(data::DataFile(name, std::make_shared<const std::string>(std::move(text))),
                   model.parts().layout);
}

}  // namespace ect
