// Scaling of features. Example: a csv column with the values 2, 4 and a missing one has mean 3 and
// standard deviation 1; the rows get -1, 1 and no value, which counts as the mean. Two passes over
// the data.
// Tests: scaling_test.
#include "data/features/scaling.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "data/counted_rows.h"
#include "util/parallel.h"

namespace ect::data {
namespace {

// Data with more features, as hashing makes them, gets one common factor: a factor for each would
// take too much memory.
constexpr std::uint32_t kMaxColumns = 1U << 20;
constexpr double kMaxFactor = 1e37;  // of a feature, which is a float

double squared_length_of_row(Features x) {
  double sum = 0;
  for (const float value : x.values) sum += static_cast<double>(value) * static_cast<double>(value);
  return sum;
}

// The mean and standard deviation of the added values.
struct Moments {
  double count = 0;
  double sum = 0;
  double squares = 0;
  double greatest = 0;

  void add(double value) {
    count += 1;
    sum += value;
    squares += value * value;
    greatest = std::max(greatest, std::abs(value));
  }
  // Over `n` values; those not added are 0.
  double mean(double n) const { return n > 0 ? sum / n : 0; }
  double deviation(double n) const {
    return n > 0 ? std::sqrt(std::max(0.0, squares / n - mean(n) * mean(n))) : 0;
  }
};

double inverse(double size) { return size > 0 ? std::min(1 / size, kMaxFactor) : 0; }

// Whether the deviation is only a rounding error.
bool is_constant(const Moments& column, double n) {
  return column.deviation(n) <= 1e-7 * column.greatest;
}

double number_counted(const Dataset& data) {
  return static_cast<double>(counted_rows(data).size());
}

std::vector<Moments> column_moments(const Dataset& data) {
  std::vector<Moments> columns(data.features());
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (!is_counted(data, i)) continue;
    const Features x = data.row(i);
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      columns[x.indices[j]].add(static_cast<double>(x.values[j]));
    }
  }
  return columns;
}

// Whether the columns seem to be in one unit: all are numeric, and at least half of them reach half
// of the greatest absolute value of all.
bool have_one_unit(const std::vector<Moments>& columns, const Layout& layout) {
  if (std::any_of(layout.columns.begin(), layout.columns.end(), [](const TableColumn& column) {
        return column.role == TableColumn::Role::kNominal;
      })) {
    return false;
  }
  std::vector<double> sizes;
  for (const Moments& column : columns) {
    if (column.greatest > 0) sizes.push_back(column.greatest);
  }
  if (sizes.empty()) return false;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  return *middle >= *std::max_element(sizes.begin(), sizes.end()) / 2;
}

void scale_table(const std::vector<Moments>& columns, const Layout& layout, bool one_unit,
                 Scaling& scaling) {
  for (const TableColumn& column : layout.columns) {
    if (column.role != TableColumn::Role::kNumeric || column.first_feature >= columns.size()) {
      continue;
    }
    const Moments& moments = columns[column.first_feature];
    scaling.offsets[column.first_feature] = static_cast<float>(moments.mean(moments.count));
    scaling.factors[column.first_feature] =
        is_constant(moments, moments.count) ? 0
        : one_unit                          ? 1
                   : static_cast<float>(inverse(moments.deviation(moments.count)));
  }
}

void scale_sparse(const std::vector<Moments>& columns, double rows, Scaling& scaling) {
  for (std::uint32_t feature = 0; feature < columns.size(); ++feature) {
    const Moments& moments = columns[feature];
    if (moments.count > rows / 2 && !is_constant(moments, rows)) {
      scaling.offsets[feature] = static_cast<float>(moments.mean(rows));
      scaling.factors[feature] = static_cast<float>(inverse(moments.deviation(rows)));
      scaling.always.push_back(feature);
    } else {
      scaling.factors[feature] = static_cast<float>(inverse(moments.greatest));
    }
  }
}

// The factor that gives rows, scaled as so far, a mean squared length of 1.
double to_unit_length(const Dataset& data, const Scaling& scaling, unsigned threads) {
  constexpr std::size_t kTogether = 1024;  // rows that one thread sums up
  std::vector<double> sums((data.size() + kTogether - 1) / kTogether);
  util::parallel_for(sums.size(), threads, [&](std::uint64_t part) {
    Example example;
    const std::size_t last = std::min<std::size_t>(data.size(), (part + 1) * kTogether);
    for (std::size_t i = part * kTogether; i < last; ++i) {
      if (!is_counted(data, i)) continue;
      const Features x = data.row(i);
      example.indices.assign(x.indices.begin(), x.indices.end());
      example.values.assign(x.values.begin(), x.values.end());
      scaling.apply(example);
      sums[part] += squared_length_of_row(example.features());
    }
  });
  const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
  return sum > 0 ? std::sqrt(number_counted(data) / sum) : 1;
}

bool rows_have_one_length(const Dataset& data) {
  Moments lengths;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (is_counted(data, i)) lengths.add(std::sqrt(squared_length_of_row(data.row(i))));
  }
  return lengths.deviation(lengths.count) <= 0.01 * lengths.mean(lengths.count);
}

// Whether somebody has normalised the rows: they are sparse and all have the same length. In a
// dense table one large column, such as a year, also makes all rows about equally long.
bool are_normalised(const Dataset& data, const std::vector<Moments>& columns, double rows) {
  const bool dense = std::any_of(columns.begin(), columns.end(),
                                 [&](const Moments& column) { return column.count > rows / 2; });
  return !dense && rows_have_one_length(data);
}

}  // namespace

void Scaling::apply(Example& example) const {
  switch (kind) {
    case Kind::kRows: {
      const auto by =
          static_cast<float>(inverse(std::sqrt(squared_length_of_row(example.features()))));
      for (float& value : example.values) value *= by;
      break;
    }
    case Kind::kFactor:
      for (float& value : example.values) value *= factor;
      break;
    case Kind::kColumns:
      apply_columns(example);
      if (!always.empty()) add_always(example);
      break;
    case Kind::kText:
      text.apply(example);
      break;
  }
}

void Scaling::apply_columns(Example& example) const {
  const auto known = static_cast<std::size_t>(
      std::lower_bound(example.indices.begin(), example.indices.end(), factors.size()) -
      example.indices.begin());
  example.indices.resize(known);
  example.values.resize(known);
  for (std::size_t i = 0; i < known; ++i) {
    const std::uint32_t feature = example.indices[i];
    const double centred =
        static_cast<double>(example.values[i]) - static_cast<double>(offsets[feature]);
    example.values[i] = static_cast<float>(std::clamp(
        centred * static_cast<double>(factors[feature]), -kMaxScaledValue, kMaxScaledValue));
  }
}

// Merges from the end, within the example's own memory.
void Scaling::add_always(Example& example) const {
  std::size_t missing = always.size();
  for (std::size_t i = 0, j = 0; i < example.indices.size() && j < always.size();) {
    if (example.indices[i] == always[j]) --missing;
    const bool step = example.indices[i] <= always[j];
    j += example.indices[i] >= always[j] ? 1 : 0;
    i += step ? 1 : 0;
  }
  std::size_t from = example.indices.size();
  std::size_t to = from + missing;
  std::size_t next = always.size();
  example.indices.resize(to);
  example.values.resize(to);
  while (to > from) {
    const std::uint32_t feature = always[next - 1];
    if (from > 0 && example.indices[from - 1] >= feature) {
      if (example.indices[from - 1] == feature) --next;
      --from;
      --to;
      example.indices[to] = example.indices[from];
      example.values[to] = example.values[from];
    } else {
      --next;
      --to;
      example.indices[to] = feature;
      example.values[to] = -offsets[feature] * factors[feature];
    }
  }
}

Scaling learn_scaling(const Dataset& data, const Layout& layout, Units units, unsigned threads) {
  Scaling scaling;
  if (layout.format == FileFormat::kText) {
    scaling.kind = Scaling::Kind::kText;
    scaling.text = learn_text_weights(data, first_character_place(layout.text), threads);
    return scaling;
  }
  const bool table = layout.format == FileFormat::kCsv || layout.format == FileFormat::kArff;
  std::vector<Moments> columns;
  if (table || data.features() <= kMaxColumns) columns = column_moments(data);
  const double rows = number_counted(data);
  const bool one_unit = units == Units::kCommon && have_one_unit(columns, layout);
  if (table || (!columns.empty() && !one_unit && !are_normalised(data, columns, rows))) {
    scaling.kind = Scaling::Kind::kColumns;
    scaling.offsets.assign(data.features(), 0);
    scaling.factors.assign(data.features(), 1);
    if (table) {
      scale_table(columns, layout, one_unit, scaling);
    } else {
      scale_sparse(columns, rows, scaling);
    }
  }
  const auto unit = static_cast<float>(to_unit_length(data, scaling, threads));
  scaling.factor *= unit;
  for (float& factor : scaling.factors) factor *= unit;
  return scaling;
}

}  // namespace ect::data
