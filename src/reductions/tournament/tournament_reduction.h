#ifndef ECT_REDUCTIONS_TOURNAMENT_REDUCTION_H_
#define ECT_REDUCTIONS_TOURNAMENT_REDUCTION_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "ect/schedule.h"
#include "reductions/reduction.h"
#include "reductions/tournament/asked_together.h"

namespace ect::reductions {

// Which matches an example is trained on.
enum class Routing : std::uint8_t {
  kAlways,    // all that its label can reach by winning: the Tree reduction (Section 3)
  kFiltered,  // those that its label reaches: the Filter Tree (Algorithm 1), ect (Section 6)
};

// The reductions that are a tournament between labels; every match is a binary problem. One bracket
// makes the Tree reduction or the Filter Tree, several the error-correcting tournament.
class TournamentReduction final : public Reduction {
 public:
  TournamentReduction(Schedule schedule, Routing routing)
      : schedule_(std::move(schedule)), routing_(routing) {}

  std::uint32_t classes() const override { return schedule_.players(); }
  std::uint32_t problems() const override { return schedule_.matches(); }
  const Schedule* schedule() const override { return &schedule_; }
  std::string guarantee(bool costs) const override;
  std::vector<std::uint32_t> labels_at(std::uint32_t problem, Side side) const override;
  std::vector<std::vector<std::uint32_t>> asked_together() const override {
    return matches_together(schedule_);
  }
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
  std::uint32_t predict(const learners::Classifiers& classifiers, Features x,
                        std::uint64_t& questions) const override;
  double probability(const learners::Classifiers& classifiers, Features x,
                     std::uint32_t label) const override;
  void top_labels(const learners::Classifiers& classifiers, Features x, std::size_t most,
                  std::vector<Scored>& scored) const override;
  // By a beam (contenders.cc): the predicted label and those beside its way.
  void shortlist(const learners::Classifiers& classifiers, Features x,
                 std::vector<Scored>& scored) const override;
  std::uint32_t max_shortlist_questions() const override;

 private:
  Schedule schedule_;
  Routing routing_;
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_TOURNAMENT_REDUCTION_H_
