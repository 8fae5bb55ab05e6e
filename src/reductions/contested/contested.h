#ifndef ECT_REDUCTIONS_CONTESTED_H_
#define ECT_REDUCTIONS_CONTESTED_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "reductions/contested/missed_share.h"
#include "reductions/reduction.h"
#include "reductions/tournament/finals.h"
#include "reductions/tournament/tournament_reduction.h"

namespace ect::reductions {

// A tournament with contested finals: the likeliest few labels meet once more, each pair in a match
// of its own or all by a score; see contested.cc. The finals are determined in training
// (contested_fit.cc); before that it is the plain tournament.
class ContestedReduction final : public Reduction {
 public:
  static constexpr std::uint32_t kMaxContenders = 64;
  // Up to so many labels a beam finds them all, and none needs to be found by its score.
  static constexpr std::uint32_t kMinFoundByScore = 16;

  // `contenders` is their maximum number; 0: the rule's default. Without a rule, the one with the
  // lowest held-out error is chosen.
  ContestedReduction(TournamentReduction tournament, std::uint32_t contenders,
                     std::optional<FinalsRule> rule);

  // Joint finals that are trained online, with the tournament.
  static std::unique_ptr<ContestedReduction> online(TournamentReduction tournament,
                                                    std::uint32_t contenders);

  std::uint32_t classes() const override { return tournament_->classes(); }
  std::uint32_t problems() const override {
    return tournament_->problems() + (finals_ ? finals_->problems(classes()) : 0);
  }
  const Schedule* schedule() const override { return tournament_->schedule(); }
  std::uint32_t most_questions() const override;
  std::string guarantee(bool costs) const override;
  std::string finals() const override;
  std::vector<std::uint32_t> labels_at(std::uint32_t problem, Side side) const override;
  std::vector<std::vector<std::uint32_t>> asked_together() const override;
  std::vector<std::uint32_t> stored() const override;
  // Trains the tournament, and joint finals if they were made to be trained online.
  void learn(learners::OnlineLearner& learner, Features x, std::uint32_t label,
             float weight) const override;
  void learn_batch(learners::OnlineLearner& learner, std::span<const LabelledExample> examples,
                   unsigned threads) const override;
  std::uint32_t online_scores() const override {
    return finals_ ? finals_->problems(classes()) : 0;
  }
  std::shared_ptr<ProgressiveFinals> progressive_finals() const override;
  std::vector<float> shares() const override { return tournament_->shares(); }
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
  bool considers(const learners::Classifiers& classifiers, Features x,
                 std::uint32_t label) const override;
  void top_labels(const learners::Classifiers& classifiers, Features x, std::size_t most,
                  std::vector<Scored>& scored) const override;
  void shortlist(const learners::Classifiers& classifiers, Features x,
                 std::vector<Scored>& scored) const override;
  std::uint32_t max_shortlist_questions() const override { return most_questions(); }

  // The same with joint finals that somebody else has trained, whose problems follow those of the
  // tournament.
  std::unique_ptr<ContestedReduction> with_joint_finals(bool by_score, const Mixture& mixture,
                                                        double missed,
                                                        const MissedShare& missed_share) const;

  // From what was stored(): the tournament's words follow those of the finals. Throws ect::Error
  // for invalid words.
  using LoadTournament = TournamentReduction (*)(std::span<const std::uint32_t> words,
                                                 std::uint32_t classes);
  static std::unique_ptr<ContestedReduction> load(std::span<const std::uint32_t> words,
                                                  LoadTournament load_tournament,
                                                  std::uint32_t classes);

 private:
  friend class FinalsFit;
  friend class ProgressiveFinals;

  // The finals of an example; overwritten by the thread's next ones.
  struct Contest {
    std::span<const Contender> contenders;
    std::span<const Strength> strengths;
    std::size_t by_path;  // so many of these, the first, were found by the tournament
    double outside;       // probability, by the tournament, that the beam did not find the label
  };
  Contest contest_of(const learners::Classifiers& classifiers, Features x) const;
  FinalsLimits limits() const { return finals_limits(finals_->rule, contenders_, by_score_); }
  void contest(const learners::Classifiers& classifiers, Features x,
               std::uint64_t& questions) const;
  double outside(const learners::Classifiers& classifiers, Features x) const;
  double missed_share() const;
  double share(double probability, double outside, double missed) const;
  void rank(double missed, std::vector<Scored>& scored) const;

  std::shared_ptr<const TournamentReduction> tournament_;
  std::uint32_t contenders_;
  std::optional<FinalsRule> wanted_;
  // Set by fit_and_settle(); online from the beginning, and the mixture by ProgressiveFinals.
  std::optional<Finals> finals_;
  bool by_score_ = false;  // contenders come by their scores, too, not by their paths alone
  Mixture mixture_;
  float missed_ = 0;          // fraction of examples whose label is not a contender
  MissedShare missed_share_;  // of an example, by the joint rule
};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_CONTESTED_H_
