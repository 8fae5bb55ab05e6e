#ifndef ECT_LEARNERS_GREATEST_MARGINS_H_
#define ECT_LEARNERS_GREATEST_MARGINS_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "learners/learner.h"

namespace ect::learners {

// Collects the few problems with the greatest margins, the greatest first; of equal ones the lowest
// problem. At most `most`, which is not 0.
class GreatestMargins {
 public:
  // They are collected in `found`, which must outlive this.
  GreatestMargins(std::size_t most, std::vector<ProblemMargin>& found)
      : most_(most), found_(found) {
    found_.clear();
  }

  void add(std::uint32_t problem, float margin) {
    const ProblemMargin item{problem, margin};
    if (is_among(item)) insert(item);
  }
  // The same for a problem that may have been added before, with the same margin.
  void add_once(std::uint32_t problem, float margin) {
    const ProblemMargin item{problem, margin};
    if (!is_among(item)) return;
    const auto known = std::any_of(found_.begin(), found_.end(), [&](const ProblemMargin& other) {
      return other.problem == problem;
    });
    if (!known) insert(item);
  }

 private:
  static bool greater(const ProblemMargin& a, const ProblemMargin& b) {
    return a.margin != b.margin ? a.margin > b.margin : a.problem < b.problem;
  }
  bool is_among(const ProblemMargin& item) const {
    return found_.size() < most_ || greater(item, found_.back());
  }
  void insert(const ProblemMargin& item) {
    if (found_.size() == most_) found_.pop_back();
    found_.insert(std::upper_bound(found_.begin(), found_.end(), item, greater), item);
  }

  std::size_t most_;
  std::vector<ProblemMargin>& found_;
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_GREATEST_MARGINS_H_
