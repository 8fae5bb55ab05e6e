#ifndef ECT_LEARNERS_C45_SPLIT_H_
#define ECT_LEARNERS_C45_SPLIT_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "data/formats/attributes.h"
#include "ect/dataset.h"

namespace ect::learners {

// Differences below it are rounding errors, and break no tie.
inline constexpr double kSmall = 1e-6;
// No branch is worth less than examples of that weight.
inline constexpr double kMinWeight = 2;

// Of the examples of the two sides: weights, or just how many.
template <class Number>
struct Sides {
  Number left = 0;
  Number right = 0;

  Number total() const { return left + right; }
  Number errors() const { return std::min(left, right); }  // of the better answer
  Sides& operator+=(const Sides& other) {
    left += other.left;
    right += other.right;
    return *this;
  }
  Sides operator-(const Sides& other) const { return {left - other.left, right - other.right}; }
};
using SideWeights = Sides<double>;
using SideCounts = Sides<std::uint32_t>;

// A value of an attribute that an example has: the number itself, or which of the nominal values.
struct Known {
  float value;
  std::uint32_t example;
};

// An attribute at a node: its known values, numeric ones in increasing order.
struct Column {
  std::uint32_t attribute;
  std::span<const Known> known;
};

// How good a split by an attribute would be, and where its cut is.
struct Candidate {
  bool possible = false;
  double gain = 0;
  double ratio = 0;
  float below = 0;  // the values on both sides of the cut of a numeric attribute
  float above = 0;
};

// The examples at a node: how many, their weights by example and the sum of these. Where all of
// them have weight 1, `rights` has a 1 for each that is of the right side; else it is empty.
struct Examples {
  std::size_t count;
  std::span<const SideWeights> weights;
  std::span<const std::uint8_t> rights;
  SideWeights all;
};

// The best cut of a numeric attribute.
Candidate numeric_candidate(const data::Attribute& attribute, std::span<const Known> known,
                            const Examples& examples);
// A branch for each value.
Candidate nominal_candidate(const data::Attribute& attribute, std::span<const Known> known,
                            const Examples& examples);

// The column to split by, of those that are candidates: which, or candidates.size() for none.
// `whole`: the weight of all examples of the problem.
std::size_t choose_split(std::span<const data::Attribute> attributes,
                         std::span<const Column> columns, std::span<const Candidate> candidates,
                         double whole);

}  // namespace ect::learners

#endif  // ECT_LEARNERS_C45_SPLIT_H_
