#ifndef ECT_REDUCTIONS_ONE_VS_ALL_H_
#define ECT_REDUCTIONS_ONE_VS_ALL_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reductions/flat/flat.h"
#include "reductions/flat/flat_requests.h"

namespace ect::reductions {

struct ReductionPlan;

// A problem for each label: "is it this one?", yes being the right side.
class OneVsAll final : public FlatReduction {
 public:
  using Decode = OneVsAllDecode;

  // The seed is for choices by votes.
  OneVsAll(std::uint32_t classes, Decode decode, std::uint64_t seed)
      : classes_(classes), decode_(decode), seed_(seed) {}

  std::uint32_t classes() const override { return classes_; }
  std::uint32_t problems() const override { return classes_; }
  std::vector<std::uint32_t> stored() const override;
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
  Decode decode_;
  std::uint64_t seed_;
};

std::unique_ptr<Reduction> make_one_vs_all(const ReductionPlan& plan);
std::unique_ptr<Reduction> load_one_vs_all(std::span<const std::uint32_t> words,
                                           std::uint32_t classes);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_ONE_VS_ALL_H_
