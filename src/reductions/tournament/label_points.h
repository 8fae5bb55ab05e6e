#ifndef ECT_REDUCTIONS_LABEL_POINTS_H_
#define ECT_REDUCTIONS_LABEL_POINTS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "ect/dataset.h"

namespace ect::reductions {

// A point for each label; similar labels are near each other.
struct LabelPoints {
  std::uint32_t labels = 0;
  std::size_t dimensions = 0;
  std::vector<float> values;  // label after label
  std::vector<bool> known;  // false for a label without examples, which gets the mean of the others

  std::span<const float> of(std::uint32_t label) const {
    return std::span(values).subspan(label * dimensions, dimensions);
  }
};

// How many numbers a point of sparse data has.
std::size_t point_dimensions(std::size_t labels, std::size_t features);

// Where the features of an example are added, of so many dimensions: at their own place, or at one
// that is drawn for them.
class PointPlaces {
 public:
  PointPlaces(std::size_t features, std::size_t dimensions)
      : exact_(dimensions >= features), last_(dimensions - 1) {}

  // Whether each feature has its own.
  bool exact() const { return exact_; }

  template <class Add>
  void visit(Features x, const Add& add) const {
    for (std::size_t j = 0; j < x.indices.size(); ++j) {
      const auto value = static_cast<double>(x.values[j]);
      if (exact_) {
        add(x.indices[j], value);
      } else {
        const std::uint64_t hash = mixed(x.indices[j]);
        add(hash & last_, (hash >> 63) != 0 ? -value : value);
      }
    }
  }

 private:
  // The finaliser of splitmix64, after one step.
  static std::uint64_t mixed(std::uint64_t z) {
    z += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  bool exact_;
  std::uint64_t last_;  // a power of two less one, where they are drawn
};

// The points of sparse data whose sums, label after label, somebody else has made.
LabelPoints directions(std::uint32_t labels, std::vector<float> sums);

// From the rows of the data, whose weights are above 0: where the data has costs by those, else by
// the labels. The same for the same data, to the bit.
LabelPoints label_points(const Dataset& data, std::span<const std::uint32_t> rows);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_LABEL_POINTS_H_
