// Judging finals by what they answer out-of-fold: how they are mixed with the path, how often they
// are wrong, and how far their weights can be pruned.
//
// The path is trusted less than out-of-fold answers show. The matches' answers have not seen the
// example, but who meets whom has: the draw is by the mean examples of the labels, and of c
// examples each is a part of 1/c. So the path's weight is multiplied by c / (c + kSeenExamples).
//
// Weights are pruned as far as out-of-fold error and loss hardly grow, and what is left is what is
// judged, since that is what will predict. Example: the error is 5.00 % with all weights, 5.02 %
// without those below 0.02 of their label's greatest, 5.10 % below 0.04: the first pruning is
// taken. Tests: judged_finals_test.
#include "reductions/contested/judged_finals.h"

#include <algorithm>

#include "reductions/tournament/finals.h"

namespace ect::reductions {
namespace {

// 0.33 of the path is left with 2 examples a label, 0.96 with 100. Chosen on the last tenth of the
// training files of clinc150 and banking77, of which 2, 4 and 8 examples a label were kept.
constexpr double kSeenExamples = 4;
// By how much the error may grow by pruning, and to which part of itself the mean log loss, of
// which a few thousand examples tell more.
constexpr double kPruningError = 0.0005;
constexpr double kPruningLoss = 1.005;

Mixture mixture_of(const Ballots& ballots, float unseen) {
  Mixture mixture = ballots.learn();
  mixture.path *= unseen;
  return mixture;
}

}  // namespace

// By wins, the mixture does not tell who wins.
JudgedFinals judge_finals(const Ballots& whole, std::span<const Ballots> pruned, FinalsRule rule,
                          float unseen) {
  JudgedFinals judged;
  judged.mixture = mixture_of(whole, unseen);
  if (rule == FinalsRule::kJoint) judged.mixture.deciding = whole.best_deciding(judged.mixture);
  judged.error = whole.error(rule == FinalsRule::kWins ? kByWins : judged.mixture);
  // Laplace smoothing: never 0, never 1.
  const auto size = static_cast<double>(whole.size());
  judged.missed = (whole.missed() * size + 1) / (size + 2);
  const double max_error = judged.error + kPruningError;
  const double max_loss = whole.loss(judged.mixture) * kPruningLoss;
  for (std::size_t i = 0; i < pruned.size(); ++i) {
    Mixture mixture = mixture_of(pruned[i], unseen);
    mixture.deciding = judged.mixture.deciding;
    const double error = pruned[i].error(mixture);
    if (error > max_error || pruned[i].loss(mixture) > max_loss) break;
    judged.mixture = mixture;
    judged.error = error;
    judged.pruning = i;
  }
  return judged;
}

float unseen_share(std::span<const std::uint32_t> examples_of_label) {
  double sum = 0;
  for (const std::uint32_t examples : examples_of_label)
    sum += examples / (examples + kSeenExamples);
  return static_cast<float>(
      sum / static_cast<double>(std::max<std::size_t>(examples_of_label.size(), 1)));
}

}  // namespace ect::reductions
