// All pairs (Hastie, Tibshirani 1998). A classifier for each pair of labels learns the examples of
// these two; the label that wins most of its k - 1 pairs is predicted, of several such the one
// whose probabilities of winning have the largest sum, then the lowest.
//
// Regret: with most wins, an input's regret is at most the sum of the regrets of all pairs there.
// Let o be predicted and b be best. Either o beats b, a mistake that costs p_b - p_o; or o has a
// win that b has not: against some z, who beats b. If p_z < p_o, the mistake at (b, z) costs
// p_b - p_z > p_b - p_o; else both are mistakes and cost (p_b - p_z) + (p_z - p_o). As an example
// is learnt at k - 1 pairs, that is k - 1 times the average binary regret.
//
// Costs: pair (i, j) learns every example, for the cheaper label, with weight |c_i - c_j|. The same
// proof holds with -E[c] for p. With costs 1 - [label = y] these are the same examples.
//
// Probabilities: the pair (i, j) estimates r_ij = p_i / (p_i + p_j). As 1 / r_ij = 1 + p_j / p_i,
// p_i = 1 / (1 + sum over j of (1 / r_ij - 1)) (Price, Knerr, Personnaz, Dreyfus 1995): exact where
// the pairs are. Where they contradict each other the sum is not 1, and is divided by.
// Example: pairs that say 2 : 1, 2 : 1 and 1 : 1 give 1/2, 1/4, 1/4.
// Cost: k (k - 1) / 2 questions, k - 1 updates (with costs all). Paper: Section 4, "Experimental
// Results". Tests: all_pairs_test.
#include "reductions/flat/all_pairs.h"

#include <fmt/format.h>

#include <algorithm>

#include "ect/error.h"
#include "reductions/contested/label_probabilities.h"
#include "reductions/contested/pairs.h"
#include "reductions/reductions.h"

namespace ect::reductions {

std::uint32_t checked_pairs(std::string_view reduction, std::uint32_t labels) {
  const std::uint64_t pairs = pairs_among(labels);
  if (pairs <= kMaxPairs) return static_cast<std::uint32_t>(pairs);
  throw Error::bad_argument(
      fmt::format("{} needs a classifier for each of {} pairs of {} labels (expected at most {}; "
                  "ect needs a few per label)",
                  reduction, pairs, labels, kMaxPairs));
}

AllPairs::AllPairs(std::uint32_t classes)
    : classes_(classes), problems_(checked_pairs("all-pairs", classes)) {}

std::string AllPairs::guarantee(bool costs) const {
  if (costs) return "for each input, cost regret <= the sum of its pairs' regrets";
  return fmt::format("for each input, regret <= {} x the average of its pairs", classes_ - 1);
}

void AllPairs::problems_of(std::uint32_t label, std::vector<Member>& members) const {
  members.clear();
  for (std::uint32_t low = 0; low < label; ++low) {
    members.push_back({pair_number({low, label}), Side::kRight});
  }
  for (std::uint32_t high = label + 1; high < classes_; ++high) {
    members.push_back({pair_number({label, high}), Side::kLeft});
  }
}

void AllPairs::labels_of(std::uint32_t problem, std::vector<Member>& members) const {
  const Pair pair = pair_at(problem);
  members = {{pair.low, Side::kLeft}, {pair.high, Side::kRight}};
}

SideWeights AllPairs::weigh(std::uint32_t problem, std::span<const float> costs) const {
  const Pair pair = pair_at(problem);
  const float more = costs[pair.high] - costs[pair.low];
  return {std::max(more, 0.0F), std::max(-more, 0.0F)};
}

std::uint32_t AllPairs::predict(const learners::Classifiers& classifiers, Features x,
                                std::uint64_t& questions) const {
  questions += problems_;
  thread_local std::vector<float> margins;
  thread_local std::vector<std::uint32_t> wins;
  margins.clear();
  wins.assign(classes_, 0);
  for (std::uint32_t high = 1; high < classes_; ++high) {
    for (std::uint32_t low = 0; low < high; ++low) {
      margins.push_back(classifiers.margin(static_cast<std::uint32_t>(margins.size()), x));
      ++wins[learners::side_of(margins.back()) == Side::kRight ? high : low];
    }
  }
  const auto sum_of = [&](std::uint32_t label) {
    double sum = 0;
    for (std::uint32_t other = 0; other < classes_; ++other) {
      if (other < label) sum += learners::probability_of(margins[pair_number({other, label})]);
      if (other > label) sum += 1 - learners::probability_of(margins[pair_number({label, other})]);
    }
    return sum;
  };
  const std::uint32_t most = *std::max_element(wins.begin(), wins.end());
  std::uint32_t best = 0;
  double best_sum = -1;
  const bool alone = std::count(wins.begin(), wins.end(), most) == 1;
  for (std::uint32_t label = 0; label < classes_; ++label) {
    if (wins[label] != most) continue;
    const double sum = alone ? 0 : sum_of(label);
    if (sum > best_sum) {
      best = label;
      best_sum = sum;
    }
  }
  return best;
}

void AllPairs::probabilities(const learners::Classifiers& classifiers, Features x,
                             std::vector<double>& probabilities) const {
  constexpr double kMin = 1e-12;  // lower bound of a pair's probability
  // First the sums of 1 / r - 1, that is of p_j / p_i.
  probabilities.assign(classes_, 0);
  std::uint32_t pair = 0;
  for (std::uint32_t high = 1; high < classes_; ++high) {
    for (std::uint32_t low = 0; low < high; ++low) {
      const double right =
          std::clamp(learners::probability_of(classifiers.margin(pair++, x)), kMin, 1 - kMin);
      probabilities[high] += (1 - right) / right;
      probabilities[low] += right / (1 - right);
    }
  }
  for (double& probability : probabilities) probability = 1 / (1 + probability);
  normalise(probabilities);
}

std::unique_ptr<Reduction> make_all_pairs(const ReductionPlan& plan) {
  return std::make_unique<AllPairs>(plan.classes);
}

std::unique_ptr<Reduction> load_all_pairs(std::span<const std::uint32_t> words,
                                          std::uint32_t classes) {
  if (!words.empty()) throw Error(Error::Kind::kModelFormat, "the reduction is damaged");
  return std::make_unique<AllPairs>(classes);
}

}  // namespace ect::reductions
