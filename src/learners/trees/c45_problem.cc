// The examples of a binary problem turned on their side: for each attribute the values that are
// known, numeric ones sorted. Zeros that need not be there are left out, and attributes that no
// example has take no place.
//
// Example: rows {0: 3, 2: 1} and {0: 2}, three numeric attributes whose absence is missing: column
// 0 has (2, example 1), (3, example 0), column 2 has (1, example 0).
//
// Cost: O(values). Tests: c45_test.
#include "learners/trees/c45_problem.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

namespace ect::learners {
namespace {

// A weight of 2 is two equal examples. But weights that are differences of costs are all below 1,
// and as counts of examples they would leave little to learn a tree from; so where the weights sum
// to less than there are rows they are raised until they do. Vast ones, whose sums a float could
// not hold, are brought down. Copies of a row, on both sides, stand
// next to each other.
double weight_factor(std::span<const BinaryExample> examples) {
  double weight = 0;
  double rows = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    weight += static_cast<double>(examples[i].weight);
    const bool copy = i > 0 && examples[i].row == examples[i - 1].row;
    rows += examples[i].weight > 0 && !copy ? 1 : 0;
  }
  constexpr double kVast = 1e30;
  const bool in_range = weight >= rows && weight <= kVast;
  return weight > 0 && !in_range ? rows / weight : 1;
}

// Numbers in the order of the floats, which are finite.
std::uint32_t ordered_bits(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value == 0 ? 0.0F : value);
  return (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
}

// Radix sort by bytes: there is a sort for each attribute of each problem.
void sort_by_value(std::span<Known> known, std::vector<Known>& spare) {
  constexpr int kBytes = 4;
  std::array<std::array<std::uint32_t, 256>, kBytes> ends{};
  for (const Known& one : known) {
    const std::uint32_t bits = ordered_bits(one.value);
    for (int byte = 0; byte < kBytes; ++byte) ++ends[byte][bits >> (8 * byte) & 255];
  }
  spare.resize(known.size());
  std::span<Known> from = known;
  std::span<Known> to = spare;
  for (int byte = 0; byte < kBytes; ++byte) {
    std::array<std::uint32_t, 256>& end = ends[byte];
    if (std::find(end.begin(), end.end(), known.size()) != end.end()) continue;  // all are equal
    std::exclusive_scan(end.begin(), end.end(), end.begin(), 0U);
    for (const Known& one : from) {
      to[end[ordered_bits(one.value) >> (8 * byte) & 255]++] = one;
    }
    std::swap(from, to);
  }
  if (from.data() != known.data()) std::copy(from.begin(), from.end(), known.begin());
}

}  // namespace

AttributeMap::AttributeMap(std::span<const data::Attribute> attributes) : attributes_(attributes) {
  for (std::uint32_t i = 0; i < attributes.size(); ++i) {
    const std::size_t end = std::size_t{attributes[i].first_feature} + attributes[i].values;
    if (of_feature_.size() < end) of_feature_.resize(end, kNone);
    std::fill(of_feature_.begin() + attributes[i].first_feature,
              of_feature_.begin() + static_cast<std::ptrdiff_t>(end), i);
  }
}

TreeProblem::TreeProblem(const AttributeMap& map, const Dataset& data,
                         std::span<const BinaryExample> examples)
    : map_(map), data_(data), examples_(examples) {
  gather();
  sort();
}

void TreeProblem::gather() {
  const std::span<const data::Attribute> attributes = map_.attributes();
  const auto each_known = [&](const auto& take) {
    for (const Instance& instance : all_.instances) {
      const Features x = row(instance.example);
      for (std::size_t i = 0; i < x.indices.size(); ++i) {
        const std::uint32_t number = map_.of(x.indices[i]);
        if (number == AttributeMap::kNone) continue;
        const data::Attribute& attribute = attributes[number];
        const bool numeric = attribute.kind == data::Attribute::Kind::kNumeric;
        if (attribute.absent_is_zero && x.values[i] == 0) continue;
        take(number, Known{numeric ? x.values[i]
                                   : static_cast<float>(x.indices[i] - attribute.first_feature),
                           instance.example});
      }
    }
  };
  const double factor = weight_factor(examples_);
  for (std::uint32_t i = 0; i < examples_.size(); ++i) {
    if (examples_[i].weight > 0) {
      all_.instances.push_back({i, factor * static_cast<double>(examples_[i].weight)});
    }
  }
  std::vector<std::size_t> ends(attributes.size());
  each_known([&](std::uint32_t number, const Known&) { ++ends[number]; });
  std::size_t begin = 0;
  for (std::uint32_t number = 0; number < attributes.size(); ++number) {
    const std::size_t count = ends[number];
    if (count > 0) all_.starts.push_back({number, begin});
    ends[number] = begin;
    begin += count;
  }
  all_.known.resize(begin);
  each_known([&](std::uint32_t number, const Known& one) { all_.known[ends[number]++] = one; });
}

void TreeProblem::sort() {
  std::vector<Known> spare;
  for (std::size_t i = 0; i < all_.columns(); ++i) {
    const Column column = all_.column(i);
    if (map_.attributes()[column.attribute].kind != data::Attribute::Kind::kNumeric) continue;
    sort_by_value(std::span(all_.known).subspan(all_.starts[i].begin, column.known.size()), spare);
  }
}

SideWeights TreeProblem::weights(std::span<const Instance> instances) const {
  SideWeights sum;
  for (const Instance& instance : instances) {
    (side(instance.example) == Side::kLeft ? sum.left : sum.right) += instance.weight;
  }
  return sum;
}

}  // namespace ect::learners
