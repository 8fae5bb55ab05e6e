// Assigns the examples of a binary problem to folds, label by label, for out-of-fold margins.
// Tests: hinge_test, logistic_batch_test, costing_test.
#include "learners/folds.h"

#include <algorithm>
#include <numeric>

#include "data/sparse.h"
#include "data/splits.h"

namespace ect::learners {

std::span<const std::uint32_t> LabelCounts::of(const Dataset& data) {
  std::call_once(counted_, [&] {
    counts_.resize(data.label_names().size());
    if (data.has_costs()) {
      std::fill(counts_.begin(), counts_.end(), static_cast<std::uint32_t>(data.size()));
      return;
    }
    for (std::size_t i = 0; i < data.size(); ++i) ++counts_[data.label(i)];
  });
  return counts_;
}

bool stands_on_both_sides(std::span<const BinaryExample> examples) {
  return std::adjacent_find(examples.begin(), examples.end(),
                            [](const BinaryExample& a, const BinaryExample& b) {
                              return a.row == b.row && a.side != b.side;
                            }) != examples.end();
}

Folds::Folds(const Dataset& data, std::span<const std::uint32_t> examples_of,
             std::span<const BinaryExample> examples, Random& random)
    : of_(examples.size(), kNever) {
  std::vector<std::uint32_t> order(examples.size());
  std::iota(order.begin(), order.end(), 0);
  const bool runs = data::is_sparse(data);
  if (!runs) random.shuffle(std::span(order));
  const auto label = [&](std::uint32_t i) { return data.label(examples[i].row); };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return label(a) < label(b); });
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last < order.size() && label(order[last]) == label(order[first])) ++last;
    const bool few = examples_of[label(order[first])] < kMinOutOfFoldExamples;
    for (std::size_t at = first; at < last && !few; ++at) {
      const std::size_t fold =
          runs ? data::fold_of_run(at - first, last - first, kFolds, label(order[at]))
               : at % kFolds;
      of_[order[at]] = static_cast<std::uint8_t>(fold);
    }
    first = last;
  }
  // Copies of a row are adjacent.
  for (std::size_t i = 1; i < examples.size(); ++i) {
    if (examples[i].row == examples[i - 1].row) of_[i] = of_[i - 1];
  }
}

std::vector<bool> Folds::left_out() const {
  std::vector<bool> result;
  for (const std::uint8_t fold : of_) result.push_back(fold != kNever);
  return result;
}

}  // namespace ect::learners
