#ifndef ECT_REDUCTIONS_ECOC_H_
#define ECT_REDUCTIONS_ECOC_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reductions/flat/code_matrix.h"
#include "reductions/flat/flat.h"
#include "reductions/flat/flat_requests.h"

namespace ect::reductions {

struct ReductionPlan;

// A problem for each column of an output code: does the label stand where the bit is 1 (right)?
class Ecoc final : public FlatReduction {
 public:
  explicit Ecoc(CodeMatrix code) : code_(std::move(code)) {}

  std::uint32_t classes() const override { return code_.labels(); }
  std::uint32_t problems() const override { return code_.columns(); }
  std::vector<std::uint32_t> stored() const override { return code_.pack(); }
  std::string guarantee(bool costs) const override;
  void problems_of(std::uint32_t label, std::vector<Member>& members) const override;
  void labels_of(std::uint32_t problem, std::vector<Member>& members) const override;
  std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                        std::uint64_t& questions) const override;
  void probabilities(const learners::Classifiers& classifiers, Features x,
                     std::vector<double>& probabilities) const override;

  const CodeMatrix& code() const { return code_; }

 private:
  CodeMatrix code_;
};

std::unique_ptr<Reduction> make_ecoc(const ReductionPlan& plan);
std::unique_ptr<Reduction> load_ecoc(std::span<const std::uint32_t> words, std::uint32_t classes);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_ECOC_H_
