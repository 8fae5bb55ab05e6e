#ifndef ECT_REDUCTIONS_ALL_PAIRS_H_
#define ECT_REDUCTIONS_ALL_PAIRS_H_

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "reductions/flat/flat.h"

namespace ect::reductions {

struct ReductionPlan;

// A problem for each pair of labels (see pairs.h), the lower one on the left.
class AllPairs final : public FlatReduction {
 public:
  // Throws for so many labels that there are too many pairs.
  explicit AllPairs(std::uint32_t classes);

  std::uint32_t classes() const override { return classes_; }
  std::uint32_t problems() const override { return problems_; }
  std::string guarantee(bool costs) const override;
  void problems_of(std::uint32_t label, std::vector<Member>& members) const override;
  void labels_of(std::uint32_t problem, std::vector<Member>& members) const override;
  SideWeights weigh(std::uint32_t problem, std::span<const float> costs) const override;
  std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                        std::uint64_t& questions) const override;
  void probabilities(const learners::Classifiers& classifiers, Features x,
                     std::vector<double>& probabilities) const override;

 private:
  std::uint32_t classes_;
  std::uint32_t problems_;
};

std::unique_ptr<Reduction> make_all_pairs(const ReductionPlan& plan);
std::unique_ptr<Reduction> load_all_pairs(std::span<const std::uint32_t> words,
                                          std::uint32_t classes);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_ALL_PAIRS_H_
