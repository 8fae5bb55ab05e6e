#ifndef ECT_LEARNERS_FOLDS_H_
#define ECT_LEARNERS_FOLDS_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "ect/random.h"
#include "learners/learner.h"

namespace ect::learners {

// The number of examples of each label in all the data; counted once, shared by threads. With costs
// every example counts for every label.
class LabelCounts {
 public:
  std::span<const std::uint32_t> of(const Dataset& data);

 private:
  std::once_flag counted_;
  std::vector<std::uint32_t> counts_;
};

// Whether rows are on both sides, with a weight for each, as in the estimation of costs. Copies of
// a row are adjacent.
bool stands_on_both_sides(std::span<const BinaryExample> examples);

// The folds of a problem's examples, for out-of-fold margins, a label's only
// example is in none. Both copies of a row that is on both sides are in the same fold.
//
// A fold has a random part of each label's examples; of sparse data, such as text, a run of them as
// they come (data/splits.cc).
class Folds {
 public:
  static constexpr std::uint8_t kNever = 255;

  // `examples_of`: the number of examples of each label in all the data.
  Folds(const Dataset& data, std::span<const std::uint32_t> examples_of,
        std::span<const BinaryExample> examples, Random& random);

  std::uint8_t of(std::size_t example) const { return of_[example]; }
  // Whether each example is in a fold, so that its margin is out-of-fold.
  std::vector<bool> left_out() const;

 private:
  std::vector<std::uint8_t> of_;
};

// Fills `margins` with out-of-fold margins. `margin_of(i)` is the margin of example i by the
// current fit, at first that of all examples; examples in no fold keep this one.
// `fit_without(fold)` fits all examples but those of the fold, and returns false if that changes
// nothing.
template <class MarginOf, class FitWithout>
void out_of_fold_margins(const Folds& folds, const MarginOf& margin_of,
                         const FitWithout& fit_without, std::span<float> margins) {
  for (std::size_t i = 0; i < margins.size(); ++i) margins[i] = margin_of(i);
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    if (!fit_without(fold)) continue;
    for (std::size_t i = 0; i < margins.size(); ++i) {
      if (folds.of(i) == fold) margins[i] = margin_of(i);
    }
  }
}

}  // namespace ect::learners

#endif  // ECT_LEARNERS_FOLDS_H_
