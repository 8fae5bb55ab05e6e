// Quadratic expansion: the features themselves and the products of all pairs of them, including
// squares. A feature with only two values in the data, one of which may be 0, has no square: it
// would be a linear function of the feature. Products of two different features are multiplied by
// sqrt(2), so that the dot product x.y becomes x.y + (x.y)^2, and everything by one factor that
// makes the rows' mean squared length 1. Example: for x = (2, 3) the values are 2, 3, 4, 6 sqrt(2),
// 9, times that factor. The products of feature i are numbered from first_products_[i] on, by the
// other feature.
//
// Cost: O(d^2) for a row of d features. Tests: expansion_test.
#include "data/features/quadratic_features.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

#include "data/counted_rows.h"
#include "data/features/scaling.h"

namespace ect::data {
namespace {

// Counts the distinct values of a feature, up to three.
struct FewValues {
  std::size_t count = 0;
  std::size_t different = 0;  // up to 3
  float first = 0;
  float second = 0;

  void add(float value) {
    ++count;
    if (different == 0) {
      first = value;
      different = 1;
    } else if (different == 1 && value != first) {
      second = value;
      different = 2;
    } else if (different == 2 && value != first && value != second) {
      different = 3;
    }
  }
  // Whether the feature has more than two values over that many rows; it is 0 in rows without it.
  bool more_than_two(std::size_t rows) const {
    FewValues all = *this;
    if (count < rows) all.add(0);
    return all.different > 2;
  }
};

}  // namespace

QuadraticFeatures::QuadraticFeatures(const Dataset& data, std::uint32_t inputs) : squares_(inputs) {
  std::vector<FewValues> values(inputs);
  double length = 0;
  const std::vector<std::uint32_t> rows = counted_rows(data);
  for (const std::uint32_t i : rows) {
    const Features x = data.row(i);
    double square = 0;
    for (std::size_t j = 0; j < x.indices.size() && x.indices[j] < inputs; ++j) {
      values[x.indices[j]].add(x.values[j]);
      const auto value = static_cast<double>(clamp_scaled(x.values[j]));
      square += value * value;
    }
    length += square + square * square;
  }
  for (std::size_t i = 0; i < inputs; ++i) squares_[i] = values[i].more_than_two(rows.size());
  if (length > 0) {
    factor_ = static_cast<float>(1 / std::sqrt(length / static_cast<double>(rows.size())));
  }
  factor_ = std::clamp(factor_, 1 / kMaxFactor, kMaxFactor);
  number_products();
}

QuadraticFeatures::QuadraticFeatures(std::vector<bool> squares, float factor)
    : squares_(std::move(squares)), factor_(factor) {
  number_products();
}

void QuadraticFeatures::number_products() {
  first_products_.resize(inputs());
  outputs_ = inputs();
  for (std::uint32_t i = 0; i < inputs(); ++i) {
    first_products_[i] = outputs_;
    outputs_ += inputs() - i - (squares_[i] ? 0 : 1);
  }
}

void QuadraticFeatures::apply(const Features& x, Example& to) const {
  const auto known = static_cast<std::size_t>(
      std::lower_bound(x.indices.begin(), x.indices.end(), inputs()) - x.indices.begin());
  to.indices.assign(x.indices.begin(), x.indices.begin() + static_cast<std::ptrdiff_t>(known));
  to.values.clear();
  for (std::size_t i = 0; i < known; ++i) to.values.push_back(factor_ * clamp_scaled(x.values[i]));
  constexpr auto kRoot = std::numbers::sqrt2_v<float>;
  for (std::size_t i = 0; i < known; ++i) {
    const std::uint32_t feature = x.indices[i];
    const float value = to.values[i];
    // The number that the product with feature 0 would have.
    const std::uint32_t from = first_products_[feature] - feature - (squares_[feature] ? 0 : 1);
    if (squares_[feature]) {
      to.indices.push_back(from + feature);
      to.values.push_back(value * clamp_scaled(x.values[i]));
    }
    const float by = value * kRoot;
    for (std::size_t j = i + 1; j < known; ++j) {
      to.indices.push_back(from + x.indices[j]);
      to.values.push_back(by * clamp_scaled(x.values[j]));
    }
  }
}

}  // namespace ect::data
