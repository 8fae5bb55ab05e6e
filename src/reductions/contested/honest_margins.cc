// Honest margins by row. A thread that fits a problem writes to that problem's list alone; settle()
// sorts them by row. 8 bytes for each example of each problem, twice while they are sorted.
// Tests: contenders_test.
#include "reductions/contested/honest_margins.h"

#include <algorithm>

namespace ect {

void HonestMargins::fit(std::uint32_t problem, const Dataset& data,
                        std::span<const BinaryExample> examples, std::span<float> margins) {
  learner_.fit(problem, data, examples, margins);
  std::vector<Margin>& list = of_problem_[problem];
  list.clear();
  for (std::size_t i = 0; i < examples.size(); ++i) list.push_back({examples[i].row, margins[i]});
}

void HonestMargins::add_problems(std::uint32_t first, std::uint32_t more) {
  learner_.add_problems(first, more);
  of_problem_.insert(of_problem_.begin() + first, more, {});
}

void HonestMargins::drop_problems(std::uint32_t first, std::uint32_t last) {
  learner_.drop_problems(first, last);
  of_problem_.erase(of_problem_.begin() + first, of_problem_.begin() + last);
}

void HonestMargins::settle() {
  starts_.assign(rows_ + 1, 0);
  for (const std::vector<Margin>& list : of_problem_) {
    for (const Margin& item : list) ++starts_[item.row + 1];
  }
  for (std::size_t row = 0; row < rows_; ++row) starts_[row + 1] += starts_[row];
  of_row_.resize(starts_.back());
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for (std::uint32_t problem = 0; problem < of_problem_.size(); ++problem) {
    for (const Margin& item : of_problem_[problem]) {
      of_row_[next[item.row]++] = {problem, item.margin};
    }
  }
}

std::optional<float> HonestMargins::margin_of(std::uint32_t row, std::uint32_t problem) const {
  const auto first = of_row_.begin() + static_cast<std::ptrdiff_t>(starts_[row]);
  const auto last = of_row_.begin() + static_cast<std::ptrdiff_t>(starts_[row + 1]);
  const auto at = std::lower_bound(
      first, last, problem, [](const OfRow& item, std::uint32_t p) { return item.problem < p; });
  if (at == last || at->problem != problem) return {};
  return at->margin;
}

}  // namespace ect
