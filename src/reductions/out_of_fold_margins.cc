// Out-of-fold margins by row. A thread that fits a problem writes to that problem's list alone;
// then the lists are sorted by row. 8 bytes for each example of each problem, twice while they are
// sorted; after finish() once. Finding a margin takes a few comparisons where problems are asked in
// order, else a binary search. Tests:
// out_of_fold_margins_test.
#include "reductions/out_of_fold_margins.h"

#include <algorithm>
#include <numeric>

namespace ect::reductions {

OutOfFoldMargins::OutOfFoldMargins(std::size_t data_size, std::uint32_t problems,
                                   std::span<const std::uint32_t> rows)
    : data_size_(data_size), kept_(data_size), of_problem_(problems) {
  for (const std::uint32_t row : rows) kept_[row] = true;
}

void OutOfFoldMargins::record(std::uint32_t problem, std::span<const BinaryExample> examples,
                              std::span<const float> margins) {
  std::vector<OfProblem>& list = of_problem_[problem];
  list.clear();
  for (std::size_t i = 0; i < examples.size(); ++i) {
    const std::uint32_t row = examples[i].row;
    if (!kept_.empty() && !kept_[row]) continue;
    if (!list.empty() && list.back().row == row) {
      list.back().margin = margins[i];
    } else {
      list.push_back({row, margins[i]});
    }
  }
}

void OutOfFoldMargins::add_problems(std::uint32_t first, std::uint32_t more) {
  of_problem_.insert(of_problem_.begin() + first, more, {});
}

void OutOfFoldMargins::drop_problems(std::uint32_t first, std::uint32_t last) {
  of_problem_.erase(of_problem_.begin() + first, of_problem_.begin() + last);
}

void OutOfFoldMargins::sort(bool last) {
  starts_.assign(data_size_ + 1, 0);
  for (const std::vector<OfProblem>& list : of_problem_) {
    for (const OfProblem& item : list) ++starts_[item.row + 1];
  }
  std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  of_row_.resize(starts_.back());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint32_t problem = 0; problem < of_problem_.size(); ++problem) {
    for (const OfProblem& item : of_problem_[problem]) {
      of_row_[next[item.row]++] = {problem, item.margin};
    }
    if (last) std::vector<OfProblem>().swap(of_problem_[problem]);
  }
}

void OutOfFoldRow::look_for(std::uint32_t problem) const {
  const auto at = std::lower_bound(
      own_.begin(), own_.end(), problem,
      [](const OutOfFoldMargins::OfRow& item, std::uint32_t p) { return item.problem < p; });
  next_ = static_cast<std::size_t>(at - own_.begin());
}

}  // namespace ect::reductions
