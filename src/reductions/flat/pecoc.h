#ifndef ECT_REDUCTIONS_PECOC_H_
#define ECT_REDUCTIONS_PECOC_H_

#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "reductions/flat/flat.h"

namespace ect::reductions {

struct ReductionPlan;

// The bits of Sylvester's Hadamard matrix: two rows, and two columns, differ in half of all places.
inline bool hadamard_bit(std::uint32_t row, std::uint32_t column) {
  return std::popcount(row & column) % 2 == 1;
}

// The sums over j of (-1)^hadamard_bit(i, j) values[j] in place of values[i]; as many values as a
// power of two. O(n log n).
void walsh_hadamard(std::span<double> values);

// A problem for each column of the Hadamard matrix but the first: problem s - 1 asks for the
// probability that the label is among those with hadamard_bit(label, s), the right side.
class Pecoc final : public FlatReduction {
 public:
  // Throws for more than 2^26 classes, whose columns would not fit memory.
  explicit Pecoc(std::uint32_t classes);

  std::uint32_t classes() const override { return classes_; }
  std::uint32_t problems() const override { return columns_ - 1; }
  std::string guarantee(bool costs) const override;
  void problems_of(std::uint32_t label, std::vector<Member>& members) const override;
  void labels_of(std::uint32_t problem, std::vector<Member>& members) const override;
  SideWeights weigh(std::uint32_t problem, std::span<const float> costs) const override;
  std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                        std::uint64_t& questions) const override;
  void probabilities(const learners::Classifiers& classifiers, Features x,
                     std::vector<double>& probabilities) const override;

 private:
  // The estimate of each row of the matrix, which may be negative; the first `classes` are labels.
  void estimates(const learners::Classifiers& classifiers, Features x,
                 std::vector<double>& result) const;

  std::uint32_t classes_;
  std::uint32_t columns_;
};

std::unique_ptr<Reduction> make_pecoc(const ReductionPlan& plan);
std::unique_ptr<Reduction> load_pecoc(std::span<const std::uint32_t> words, std::uint32_t classes);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_PECOC_H_
