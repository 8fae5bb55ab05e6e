#ifndef ECT_REDUCTIONS_ENSEMBLE_H_
#define ECT_REDUCTIONS_ENSEMBLE_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reductions/reduction.h"

namespace ect::reductions {

// An ensemble of reductions of the same labels, such as differently seeded tournaments: predicts
// the label whose mean probability is largest. See ensemble.cc. Immutable.
class EnsembleReduction final : public Reduction {
 public:
  static constexpr std::uint32_t kMaxMembers = 1000;

  // At least one member; all have the same labels.
  explicit EnsembleReduction(std::vector<std::unique_ptr<Reduction>> members);

  std::uint32_t classes() const override { return members_.front()->classes(); }
  std::uint32_t problems() const override { return firsts_.back(); }
  // The schedule of the first member.
  const Schedule* schedule() const override { return members_.front()->schedule(); }
  std::uint32_t most_questions() const override;
  std::string guarantee(bool /*costs*/) const override { return {}; }
  std::string finals() const override { return members_.front()->finals(); }
  std::vector<std::uint32_t> labels_at(std::uint32_t problem, Side side) const override;
  std::vector<std::vector<std::uint32_t>> asked_together() const override;
  std::vector<std::uint32_t> stored() const override;
  void learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
             float weight) const override;
  void learn_batch(learners::OnlineLearner& learner, std::span<const LabelledExample> examples,
                   unsigned threads) const override;
  std::vector<float> shares() const override;
  double fit(learners::BatchLearner& learner, const Dataset& data,
             std::span<const std::uint32_t> rows, unsigned threads,
             const OnProgress& progress) const override;
  void learn_costs(learners::OnlineLearner& learner, Features x, std::span<const float> costs,
                   float weight) const override;
  double fit_costs(learners::BatchLearner& learner, const Dataset& data,
                   std::span<const std::uint32_t> rows, unsigned threads,
                   const OnProgress& progress) const override;
  Fitted fit_and_settle(learners::BatchLearner& learner, const Dataset& data,
                        std::span<const std::uint32_t> rows, bool costs, unsigned threads,
                        const OnProgress& progress) const override;
  std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                        std::uint64_t& questions) const override;
  double probability(const learners::Classifiers& classifiers, Features x,
                     std::uint32_t label) const override;
  void top_labels(const learners::Classifiers& classifiers, Features x, std::size_t most,
                  std::vector<Scored>& scored) const override;

  // From what was stored(); `load` reads a member. Throws ect::Error for invalid words.
  using Load = std::unique_ptr<Reduction> (*)(std::span<const std::uint32_t> words,
                                              std::uint32_t classes);
  static std::unique_ptr<EnsembleReduction> load(std::span<const std::uint32_t> words, Load load,
                                                 std::uint32_t classes);

 private:
  template <class Part, class Learner, class Work>
  void each(Learner& learner, const Work& work) const;
  void poll(const learners::Classifiers& classifiers, Features x, std::optional<std::size_t> most,
            std::vector<Scored>& scored, std::uint64_t& questions) const;

  std::vector<std::unique_ptr<Reduction>> members_;
  std::vector<std::uint32_t> firsts_;  // problem of each member, and their number
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_ENSEMBLE_H_
