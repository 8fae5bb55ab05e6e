#ifndef ECT_REDUCTIONS_FINALS_H_
#define ECT_REDUCTIONS_FINALS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "ect/train_options.h"
#include "learners/learner.h"
#include "reductions/contested/contenders.h"
#include "reductions/contested/pair_table.h"
#include "reductions/flat/ballots.h"

namespace ect::reductions {

// `paths`, `wins`, `pairs`, `scorers` or `joint`.
std::string_view rule_name(FinalsRule rule);
std::optional<FinalsRule> rule_named(std::string_view name);

// The limits of a rule: the number of questions of pairs grows with the square of the contenders,
// so there must be few. `contenders`, if not 0, is the maximum number. `by_score`: half of them
// come by their scores, whatever their paths.
FinalsLimits finals_limits(FinalsRule rule, std::uint32_t contenders, bool by_score = false);

// With fewer labels a beam finds them all, and none are looked for by their scores.
inline constexpr std::uint32_t kMinFoundByScore = 16;

// The strength of a label by the margin of its scorer: jointly trained margins are compared as they
// are, others by the logarithms of their probabilities.
float strength_of_score(FinalsRule rule, float margin);

// The binary problems of contested finals, and the strengths of contenders by their answers.
struct Finals {
  FinalsRule rule = FinalsRule::kScorers;
  std::uint32_t first = 0;  // their first problem
  PairTable pairs;          // where pairs meet: a problem for each; scored: one for each label

  std::uint32_t problems(std::uint32_t classes) const {
    return is_scored() ? classes : pairs.size();
  }
  // Whether each label has a score.
  bool is_scored() const { return rule == FinalsRule::kScorers || rule == FinalsRule::kJoint; }
  bool has_pairs() const { return rule == FinalsRule::kWins || rule == FinalsRule::kPairs; }
  // The strength of each contender. Two that never met in training, and so have no match, are
  // compared by their paths. Adds to `questions` how many classifiers were asked.
  void strengths(const learners::Classifiers& classifiers, Features x,
                 std::span<const Contender> contenders, std::vector<Strength>& strengths,
                 std::uint64_t& questions) const;
  // The index of the winner among the contenders.
  std::size_t winner(std::span<const Strength> strengths, const Mixture& mixture) const;
};

// A mixture that orders contenders by their wins, and by their paths where these are equal.
inline constexpr Mixture kByWins = {1, 1e-6F};

}  // namespace ect::reductions

#endif  // ECT_REDUCTIONS_FINALS_H_
