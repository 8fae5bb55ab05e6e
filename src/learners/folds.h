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

// How many examples each label has in all the data; counted once, threads may ask together. Where
// there are costs every example speaks for every label.
class LabelCounts {
 public:
  std::span<const std::uint32_t> of(const Dataset& data);

 private:
  std::once_flag counted_;
  std::vector<std::uint32_t> counts_;
};

// Whether rows are there on both sides, a weight each, as where costs are estimated. Copies of a
// row stand next to each other.
bool stands_on_both_sides(std::span<const BinaryExample> examples);

// Which examples of a problem are left out together, to get out-of-fold margins. Those of a label
// are spread over the folds; of a label with few examples they are never left out: it would lose
// all its matches for want of them, and the matches above would learn from nobody (34.6
// against 47.4 % error with 10 examples a label). Both copies of a row that is there on both sides
// are left out together.
class Folds {
 public:
  static constexpr std::size_t kFolds = 3;
  static constexpr std::uint8_t kNever = 255;

  // `examples_of`: of each label, in all the data.
  Folds(const Dataset& data, std::span<const std::uint32_t> examples_of,
        std::span<const BinaryExample> examples, Random& random);

  std::uint8_t of(std::size_t example) const { return of_[example]; }
  // Whether each example is left out once, so that its margin is out-of-fold.
  std::vector<bool> left_out() const;

 private:
  std::vector<std::uint8_t> of_;
};

// Fills `margins` with those of all examples by classifiers that were fitted without them.
// `margin_of(i)` is example i's by the fit at hand, which begins as the one of all; examples in no
// fold keep that. `fit_without(fold)` fits the others than a fold's, and returns false where that
// changes nothing.
template <class MarginOf, class FitWithout>
void out_of_fold_margins(const Folds& folds, const MarginOf& margin_of,
                         const FitWithout& fit_without, std::span<float> margins) {
  for (std::size_t i = 0; i < margins.size(); ++i) margins[i] = margin_of(i);
  for (std::size_t fold = 0; fold < Folds::kFolds; ++fold) {
    if (!fit_without(fold)) continue;
    for (std::size_t i = 0; i < margins.size(); ++i) {
      if (folds.of(i) == fold) margins[i] = margin_of(i);
    }
  }
}

}  // namespace ect::learners

#endif  // ECT_LEARNERS_FOLDS_H_
