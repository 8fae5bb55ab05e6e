// Where labels lie: at the mean of their examples. With costs an example counts for every label
// that is cheaper than the mean of its costs, by how much it is.
//
// Dense data: each feature is divided by its deviation within the labels, so that a feature counts
// by how well it tells labels apart and not by its unit. Sparse data, such as text: the means are
// scaled to length 1. Where there are more features than there is room for, each is added to a
// place that is drawn for it, with a sign that is drawn too (a count sketch, which keeps distances
// nearly): 1024 places for up to 8192 labels, fewer for more, never below 64.
//
// Cost: linear in the examples' features, times the labels with costs; 4 bytes a label and place,
// 32 MiB or 256 bytes a label. Tests: similar_seeding_test.
#include "reductions/tournament/label_points.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace ect::reductions {
namespace {

constexpr std::size_t kMaxValues = std::size_t{1} << 23;
constexpr std::size_t kMaxDimensions = 1024;
constexpr std::size_t kMinDimensions = 64;
// Of a feature's variance, counted as within the labels: there may be few examples of each.
constexpr double kAlwaysWithin = 0.1;
constexpr double kDense = 0.25;  // of the values are there

bool to_length_1(std::span<float> point) {
  double squares = 0;
  for (const float value : point)
    squares += static_cast<double>(value) * static_cast<double>(value);
  if (!(squares > 0) || !std::isfinite(squares)) return false;
  const double length = std::sqrt(squares);
  for (float& value : point) value = static_cast<float>(static_cast<double>(value) / length);
  return true;
}

// Labels that are not known get the mean of the others.
void fill_unknown(LabelPoints& points) {
  std::vector<double> middle(points.dimensions);
  double known = 0;
  const auto of = [&](std::uint32_t label) {
    return std::span(points.values).subspan(label * points.dimensions, points.dimensions);
  };
  for (std::uint32_t label = 0; label < points.labels; ++label) {
    if (!points.known[label]) continue;
    const std::span<const float> point = of(label);
    known += 1;
    for (std::size_t j = 0; j < point.size(); ++j) middle[j] += static_cast<double>(point[j]);
  }
  for (std::uint32_t label = 0; label < points.labels; ++label) {
    if (points.known[label]) continue;
    const std::span<float> point = of(label);
    for (std::size_t j = 0; j < point.size(); ++j) {
      point[j] = known > 0 ? static_cast<float>(middle[j] / known) : 0;
    }
  }
}

// Sums up, and then makes points of the sums.
class Means {
 public:
  explicit Means(const Dataset& data)
      : dense_(static_cast<double>(data.nonzeros()) >=
               kDense * static_cast<double>(data.size()) * static_cast<double>(data.features())) {
    points_.labels = data.label_names().size();
    points_.dimensions = point_dimensions(points_.labels, data.features());
    points_.values.resize(points_.labels * points_.dimensions);
    points_.known.resize(points_.labels);
    weights_.resize(points_.labels);
    squares_.resize(points_.dimensions);
    places_ = PointPlaces(data.features(), points_.dimensions);
  }

  void add(Features x, std::uint32_t label, double weight) {
    const std::span<float> sums = of(label);
    weights_[label] += weight;
    places_.visit(x, [&](std::size_t place, double value) {
      sums[place] += static_cast<float>(weight * value);
      squares_[place] += weight * value * value;
    });
  }

  LabelPoints finish() && {
    const bool by_deviation = dense_ && places_.exact();
    const std::vector<double> factors = by_deviation ? deviation_factors() : std::vector<double>();
    for (std::uint32_t label = 0; label < points_.labels; ++label) {
      const std::span<float> point = of(label);
      points_.known[label] = weights_[label] > 0 &&
                             (by_deviation ? divide(point, label, factors) : to_length_1(point));
    }
    fill_unknown(points_);
    return std::move(points_);
  }

 private:
  std::span<float> of(std::uint32_t label) {
    return std::span(points_.values).subspan(label * points_.dimensions, points_.dimensions);
  }

  // 1 over the deviation of each feature within the labels.
  std::vector<double> deviation_factors() {
    std::vector<double> sums(points_.dimensions);
    std::vector<double> between(points_.dimensions);  // squares that the means account for
    double weight = 0;
    for (std::uint32_t label = 0; label < points_.labels; ++label) {
      if (!(weights_[label] > 0)) continue;
      weight += weights_[label];
      const std::span<const float> point = of(label);
      for (std::size_t j = 0; j < point.size(); ++j) {
        const auto sum = static_cast<double>(point[j]);
        sums[j] += sum;
        between[j] += sum * sum / weights_[label];
      }
    }
    std::vector<double> factors(points_.dimensions);
    for (std::size_t j = 0; j < factors.size(); ++j) {
      const double mean = weight > 0 ? sums[j] / weight : 0;
      const double square = weight > 0 ? squares_[j] / weight : 0;
      const double variance = square - mean * mean;
      const double within = square - (weight > 0 ? between[j] / weight : 0);
      const double counted = std::max(within, 0.0) + kAlwaysWithin * variance;
      // Below that it is a rounding error of a constant.
      factors[j] = counted > 1e-6 * square ? 1 / std::sqrt(counted) : 0;
    }
    return factors;
  }

  // Whether the point has come out as one.
  bool divide(std::span<float> point, std::uint32_t label, const std::vector<double>& factors) {
    bool finite = true;
    for (std::size_t j = 0; j < point.size(); ++j) {
      point[j] = static_cast<float>(static_cast<double>(point[j]) / weights_[label] * factors[j]);
      finite = finite && std::isfinite(point[j]);
    }
    return finite;
  }

  bool dense_;
  LabelPoints points_;
  PointPlaces places_{0, 1};
  std::vector<double> weights_;  // of each label's examples
  std::vector<double> squares_;  // of the values at each place, weighted
};

void add_by_costs(Features x, std::span<const float> costs, double weight, Means& means) {
  double mean = 0;
  for (const float cost : costs) mean += static_cast<double>(cost);
  mean /= static_cast<double>(costs.size());
  for (std::uint32_t label = 0; label < costs.size(); ++label) {
    const double saved = mean - static_cast<double>(costs[label]);
    if (saved > 0) means.add(x, label, weight * saved);
  }
}

}  // namespace

std::size_t point_dimensions(std::size_t labels, std::size_t features) {
  const std::size_t room =
      std::clamp(std::bit_floor(kMaxValues / labels), kMinDimensions, kMaxDimensions);
  return std::clamp(features, std::size_t{1}, room);
}

LabelPoints directions(std::uint32_t labels, std::vector<float> sums) {
  LabelPoints points;
  points.labels = labels;
  points.dimensions = sums.size() / labels;
  points.values = std::move(sums);
  points.known.resize(labels);
  for (std::uint32_t label = 0; label < labels; ++label) {
    points.known[label] =
        to_length_1(std::span(points.values).subspan(label * points.dimensions, points.dimensions));
  }
  fill_unknown(points);
  return points;
}

LabelPoints label_points(const Dataset& data, std::span<const std::uint32_t> rows) {
  Means means(data);
  for (const std::uint32_t row : rows) {
    const auto weight = static_cast<double>(data.weight(row));
    if (data.has_costs()) {
      add_by_costs(data.row(row), data.costs(row), weight, means);
    } else {
      means.add(data.row(row), data.label(row), weight);
    }
  }
  return std::move(means).finish();
}

}  // namespace ect::reductions
