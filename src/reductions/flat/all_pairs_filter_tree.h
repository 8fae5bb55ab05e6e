#ifndef ECT_REDUCTIONS_ALL_PAIRS_FILTER_TREE_H_
#define ECT_REDUCTIONS_ALL_PAIRS_FILTER_TREE_H_

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "ect/schedule.h"
#include "reductions/contested/pairs.h"
#include "reductions/reduction.h"

namespace ect::reductions {

struct ReductionPlan;

// A single elimination between labels with a classifier for each pair that can meet (see pairs.h),
// the lower label on the left.
class AllPairsFilterTree final : public Reduction {
 public:
  // Requires one elimination. Throws for so many labels that there are too many pairs.
  explicit AllPairsFilterTree(Schedule schedule);

  std::uint32_t classes() const override { return schedule_.players(); }
  std::uint32_t problems() const override { return problems_; }
  std::uint32_t most_questions() const override { return schedule_.matches(); }
  const Schedule* schedule() const override { return &schedule_; }
  std::string guarantee(bool costs) const override;
  std::vector<std::uint32_t> labels_at(std::uint32_t problem, Side side) const override;
  std::vector<std::uint32_t> stored() const override;
  void learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
             float weight) const override;
  double fit(learners::BatchLearner& learner, const Dataset& data,
             std::span<const std::uint32_t> rows, unsigned threads,
             const OnProgress& progress) const override;
  void learn_costs(learners::OnlineLearner& learner, Features x, std::span<const float> costs,
                   float weight) const override;
  double fit_costs(learners::BatchLearner& learner, const Dataset& data,
                   std::span<const std::uint32_t> rows, unsigned threads,
                   const OnProgress& progress) const override;
  std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                        std::uint64_t& questions) const override;
  double probability(const learners::Classifiers& classifiers, Features x,
                     std::uint32_t label) const override;
  void top_labels(const learners::Classifiers& classifiers, Features x, std::size_t most,
                  std::vector<Scored>& scored) const override;

 private:
  void probabilities(const learners::Classifiers& classifiers, Features x,
                     std::vector<double>& all) const;

  Schedule schedule_;
  std::uint32_t problems_;
};

// Two labels that meet: in which problem, and who of them wins by its answer.
struct Meeting {
  std::uint32_t problem;
  Pair pair;

  static Meeting of(std::uint32_t a, std::uint32_t b) {
    const Pair pair = pair_of(a, b);
    return {pair_number(pair), pair};
  }
  std::uint32_t winner(float margin) const {
    return learners::side_of(margin) == Side::kRight ? pair.high : pair.low;
  }
  Side side(std::uint32_t label) const { return side_in(pair, label); }
};

std::unique_ptr<Reduction> make_all_pairs_filter_tree(const ReductionPlan& plan);
std::unique_ptr<Reduction> load_all_pairs_filter_tree(std::span<const std::uint32_t> words,
                                                      std::uint32_t classes);

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_ALL_PAIRS_FILTER_TREE_H_
