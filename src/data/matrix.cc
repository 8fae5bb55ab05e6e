// Data sets from arrays. A dense matrix is a table: a numeric column is one feature, a nominal one
// a feature for each of its values, and a missing value (NaN) no feature at all. A matrix of floats
// that holds nothing but finite numbers is not copied: the data set refers to it.
#include "ect/matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <type_traits>
#include <unordered_map>

#include "data/matrix_rows.h"
#include "ect/error.h"
#include "util/text.h"

namespace ect {
namespace data {
namespace {

Error at(std::size_t row, std::size_t column, const std::string& what) {
  return Error::bad_argument(fmt::format("row {}, column {}: {}", row, column, what));
}

void check_count(std::string_view what, std::size_t given, std::size_t expected) {
  if (given == 0 || given == expected) return;
  throw Error::bad_argument(fmt::format("{} {} (expected {})", given, what, expected));
}

// The targets (labels, weights, costs) of a matrix's rows, checked by the constructor.
class RowTargets {
 public:
  RowTargets(const Targets& targets, std::size_t rows) : targets_(targets), rows_(rows) {
    std::set<std::string_view> names;
    for (const std::string& name : targets.classes) {
      if (names.insert(name).second) continue;
      throw Error::bad_argument(fmt::format("the class {} is listed twice", util::quoted(name)));
    }
    check_count("labels", targets.labels.size(), rows);
    check_count("weights", targets.weights.size(), rows);
    check_count("costs", targets.costs.size(), rows * targets.classes.size());
    for (std::size_t row = 0; row < rows; ++row) {
      if (label(row) != Dataset::kNoLabel && label(row) >= targets.classes.size()) {
        throw Error::bad_argument(fmt::format("row {}: no class {} (there are {} classes)", row,
                                              label(row), targets.classes.size()));
      }
      if (!std::isfinite(weight(row)) || weight(row) < 0) {
        throw Error::bad_argument(fmt::format(
            "row {}: weight {} (expected a finite number, 0 or more)", row, weight(row)));
      }
    }
    for (const float cost : targets.costs) {
      if (!std::isfinite(cost)) throw Error::bad_argument("a cost is not a finite number");
    }
  }

  void add_classes(Dataset& data) const {
    for (const std::string& name : targets_.classes) data.add_label(name);
  }
  // The label of a row; if only costs are given, the cheapest class.
  std::uint32_t label(std::size_t row) const {
    if (!targets_.labels.empty()) return targets_.labels[row];
    if (targets_.costs.empty()) return Dataset::kNoLabel;
    const std::span<const float> of_row = costs(row);
    return static_cast<std::uint32_t>(std::min_element(of_row.begin(), of_row.end()) -
                                      of_row.begin());
  }
  float weight(std::size_t row) const {
    return targets_.weights.empty() ? 1 : targets_.weights[row];
  }
  std::span<const float> costs(std::size_t row) const {
    const std::size_t classes = targets_.costs.empty() ? 0 : targets_.classes.size();
    return targets_.costs.subspan(row * classes, classes);
  }
  void fill(std::size_t row, Example& example) const {
    example.label.reset();
    if (label(row) != Dataset::kNoLabel) example.label = targets_.classes[label(row)];
    example.weight = weight(row);
    example.costs.assign(costs(row).begin(), costs(row).end());
  }
  // Adds all rows as a view: `values` is not copied.
  void add_view(Dataset& data, std::span<const float> values, std::uint32_t width) const {
    std::vector<std::uint32_t> labels(rows_);
    std::vector<float> weights(rows_);
    for (std::size_t row = 0; row < rows_; ++row) {
      labels[row] = label(row);
      weights[row] = weight(row);
    }
    data.add_view(values, width, labels, weights, targets_.costs);
  }

 private:
  const Targets& targets_;
  std::size_t rows_;
};

template <class T>
float feature_value(T value, std::size_t row, std::size_t column) {
  const auto rounded = static_cast<float>(value);
  if (!std::isfinite(rounded)) {
    throw at(row, column, fmt::format("{} (expected a finite float)", value));
  }
  return rounded;
}

template <class T>
void add_cell(T value, const TableColumn& column, std::size_t row, std::size_t number,
              Example& example) {
  if (std::isnan(value)) return;  // missing
  if (column.role == TableColumn::Role::kNumeric) {
    example.indices.push_back(column.first_feature);
    example.values.push_back(feature_value(value, row, number));
    return;
  }
  if (!(value >= 0 && value < static_cast<T>(column.values.size()) && value == std::floor(value))) {
    throw at(row, number,
             fmt::format("{} is not a value of {} (expected a whole number below {})", value,
                         util::quoted(column.name), column.values.size()));
  }
  example.indices.push_back(column.first_feature + static_cast<std::uint32_t>(value));
  example.values.push_back(1);
}

}  // namespace

std::vector<const TableColumn*> feature_columns(const Layout& layout) {
  std::vector<const TableColumn*> columns;
  for (const TableColumn& column : layout.columns) {
    const bool feature =
        column.role == TableColumn::Role::kNumeric || column.role == TableColumn::Role::kNominal;
    if (feature) columns.push_back(&column);
  }
  return columns;
}

template <class T>
Dataset dense_rows(const DenseMatrix<T>& matrix, const Targets& targets,
                   const std::vector<const TableColumn*>& columns) {
  const std::size_t stride = matrix.stride == 0 ? matrix.columns : matrix.stride;
  if (stride < matrix.columns) {
    throw Error::bad_argument(
        fmt::format("stride {} (expected at least the {} columns)", stride, matrix.columns));
  }
  const RowTargets of(targets, matrix.rows);
  Dataset data;
  of.add_classes(data);
  const auto row_of = [&](std::size_t row) {
    return std::span(matrix.values + row * stride, matrix.columns);
  };
  bool plain = true;
  for (const TableColumn* column : columns) {
    plain = plain && column->role == TableColumn::Role::kNumeric;
  }
  for (std::size_t row = 0; row < matrix.rows && plain; ++row) {
    for (const T value : row_of(row)) plain = plain && std::isfinite(value);
  }
  if constexpr (std::is_same_v<T, float>) {
    if (plain && stride == matrix.columns) {
      of.add_view(data, {matrix.values, matrix.rows * stride}, matrix.columns);
      return data;
    }
  }
  Example example;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    of.fill(row, example);
    example.indices.clear();
    example.values.clear();
    const std::span<const T> values = row_of(row);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (!columns.empty()) {
        add_cell(values[i], *columns[i], row, i, example);
      } else {
        example.indices.push_back(static_cast<std::uint32_t>(i));
        example.values.push_back(feature_value(values[i], row, i));
      }
    }
    data.add(example);
  }
  return data;
}

template <class T, class I>
Dataset sparse_rows(const SparseMatrix<T, I>& matrix, const Targets& targets) {
  const std::span<const I> starts = matrix.starts;
  if (starts.empty() || matrix.indices.size() != matrix.values.size()) {
    throw Error::bad_argument(
        "a sparse matrix needs rows + 1 starts, and as many values as indices");
  }
  if (starts.front() != 0 || static_cast<std::size_t>(starts.back()) != matrix.values.size() ||
      !std::is_sorted(starts.begin(), starts.end())) {
    throw Error::bad_argument(
        fmt::format("the starts of a sparse matrix must not decrease and must go from 0 to {}, its "
                    "number of values",
                    matrix.values.size()));
  }
  constexpr std::int64_t kMaxIndex = 0xfffffffe;
  const RowTargets of(targets, starts.size() - 1);
  Dataset data;
  of.add_classes(data);
  Example example;
  for (std::size_t row = 0; row + 1 < starts.size(); ++row) {
    of.fill(row, example);
    example.indices.clear();
    example.values.clear();
    for (auto i = static_cast<std::size_t>(starts[row]);
         i < static_cast<std::size_t>(starts[row + 1]); ++i) {
      const std::int64_t index = matrix.indices[i];
      const bool increases = example.indices.empty() || index > example.indices.back();
      if (index < 0 || index > kMaxIndex || !increases) {
        throw Error::bad_argument(
            fmt::format("row {}: index {} (expected strictly increasing indices from 0 to {})", row,
                        index, kMaxIndex));
      }
      example.indices.push_back(static_cast<std::uint32_t>(index));
      example.values.push_back(
          feature_value(matrix.values[i], row, static_cast<std::size_t>(index)));
    }
    data.add(example);
  }
  return data;
}

template Dataset dense_rows(const DenseMatrix<float>&, const Targets&,
                            const std::vector<const TableColumn*>&);
template Dataset dense_rows(const DenseMatrix<double>&, const Targets&,
                            const std::vector<const TableColumn*>&);
template Dataset sparse_rows(const SparseMatrix<float, std::int32_t>&, const Targets&);
template Dataset sparse_rows(const SparseMatrix<float, std::int64_t>&, const Targets&);
template Dataset sparse_rows(const SparseMatrix<double, std::int32_t>&, const Targets&);
template Dataset sparse_rows(const SparseMatrix<double, std::int64_t>&, const Targets&);

namespace {

// The layout of a csv file with these columns, followed by the label.
std::shared_ptr<const Layout> table_layout(std::uint32_t count,
                                           const std::vector<Column>& columns) {
  check_count("descriptions of columns", columns.size(), count);
  auto layout = std::make_shared<Layout>();
  layout->format = FileFormat::kCsv;
  std::set<std::string> names;
  for (std::uint32_t i = 0; i < count; ++i) {
    TableColumn column;
    column.name = columns.empty() ? std::to_string(i + 1) : columns[i].name;
    column.role = TableColumn::Role::kNumeric;
    if (!columns.empty() && !columns[i].values.empty()) {
      column.role = TableColumn::Role::kNominal;
      column.values = columns[i].values;
      const std::set<std::string> values(column.values.begin(), column.values.end());
      if (values.size() < column.values.size()) {
        throw Error::bad_argument(
            fmt::format("the column {} lists a value twice", util::quoted(column.name)));
      }
    }
    if (!names.insert(column.name).second) {
      throw Error::bad_argument(
          fmt::format("the column {} is listed twice", util::quoted(column.name)));
    }
    layout->columns.push_back(std::move(column));
  }
  TableColumn label;
  label.name = "class";
  while (names.contains(label.name)) label.name += '_';
  label.role = TableColumn::Role::kLabel;
  layout->columns.push_back(std::move(label));
  number_features(layout->columns);
  return layout;
}

}  // namespace
}  // namespace data

NumberedLabels number_labels(std::span<const std::string> labels) {
  NumberedLabels numbered;
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  for (const std::string& label : labels) {
    const auto [found, is_new] = numbers.emplace(label, static_cast<std::uint32_t>(numbers.size()));
    if (is_new) numbered.classes.push_back(label);
    numbered.labels.push_back(found->second);
  }
  return numbered;
}

template <class T>
Dataset make_dataset(const DenseMatrix<T>& matrix, const Targets& targets,
                     const std::vector<Column>& columns) {
  std::shared_ptr<const data::Layout> layout = data::table_layout(matrix.columns, columns);
  Dataset data = data::dense_rows(matrix, targets, data::feature_columns(*layout));
  data.set_origin(std::move(layout), "", {});
  return data;
}

template <class T, class I>
Dataset make_dataset(const SparseMatrix<T, I>& matrix, const Targets& targets) {
  return data::sparse_rows(matrix, targets);
}

template Dataset make_dataset(const DenseMatrix<float>&, const Targets&,
                              const std::vector<Column>&);
template Dataset make_dataset(const DenseMatrix<double>&, const Targets&,
                              const std::vector<Column>&);
template Dataset make_dataset(const SparseMatrix<float, std::int32_t>&, const Targets&);
template Dataset make_dataset(const SparseMatrix<float, std::int64_t>&, const Targets&);
template Dataset make_dataset(const SparseMatrix<double, std::int32_t>&, const Targets&);
template Dataset make_dataset(const SparseMatrix<double, std::int64_t>&, const Targets&);

}  // namespace ect
