// One against all. Problem i asks whether the label is i; every example is learnt by every problem.
//
// By scores (the default) the label with the largest margin is predicted, as margins are log-odds:
// the one that its own classifier thinks likeliest. With r the average regret of squared loss of
// these probabilities the multiclass regret is at most sqrt(2 k r). By votes, as in the paper's
// introduction, only yes and no count: a random one of the labels that say yes is predicted, or of
// all if none does. That is not consistent: where no label has probability 1/2 the best classifiers
// all say no. Example: probabilities 0.4, 0.3, 0.3; the scores' order is right, the votes are three
// times no, and the prediction is wrong 2 times in 3 where 0.6 is the least.
//
// A choice by votes must be the same whenever the same input is asked, so it is drawn from the seed
// and the bits of the features.
//
// Costs: a learner here is binary, and a proper loss makes it a regressor of what lies between. An
// example of cost c (in [0, 1]) of label i is learnt by problem i as a yes of weight 1 - c and a no
// of weight c; the probability of yes that fits best is then 1 - E[c]. So the largest margin is the
// least expected cost, and 1 - probability_of(margin) estimates it. By scores only.
//
// Probabilities: those of the classifiers, divided by their sum; by votes, what the random choice
// gives. Cost: k questions, k updates. Paper: Section 1. Tests: one_vs_all_test.
#include "reductions/flat/one_vs_all.h"

#include <bit>
#include <cmath>
#include <utility>

#include "ect/error.h"
#include "ect/random.h"
#include "reductions/contested/label_probabilities.h"
#include "reductions/reductions.h"

namespace ect::reductions {
namespace {

std::uint64_t hash_of(std::uint64_t seed, Features x) {
  std::uint64_t hash = seed;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  };
  for (std::size_t i = 0; i < x.indices.size(); ++i) {
    mix(std::uint64_t{x.indices[i]} << 32 | std::bit_cast<std::uint32_t>(x.values[i]));
  }
  return hash;
}

}  // namespace

std::vector<std::uint32_t> OneVsAll::stored() const {
  return {static_cast<std::uint32_t>(decode_), static_cast<std::uint32_t>(seed_),
          static_cast<std::uint32_t>(seed_ >> 32)};
}

std::string OneVsAll::guarantee(bool /*costs*/) const {
  if (decode_ == Decode::kVotes) return "";
  return "regret <= sqrt(2 k r), r the average regret of squared loss";
}

void OneVsAll::problems_of(std::uint32_t label, std::vector<Member>& members) const {
  members.clear();
  for (std::uint32_t i = 0; i < classes_; ++i) {
    members.push_back({i, i == label ? Side::kRight : Side::kLeft});
  }
}

void OneVsAll::labels_of(std::uint32_t problem, std::vector<Member>& members) const {
  problems_of(problem, members);  // problem i belongs to label i, so both lists are the same
}

SideWeights OneVsAll::weigh(std::uint32_t problem, std::span<const float> costs) const {
  if (decode_ == Decode::kVotes)
    throw Error::bad_argument("one-vs-all cannot be trained on costs with votes (expected scores)");
  return {costs[problem], 1 - costs[problem]};
}

std::uint32_t OneVsAll::predict(const learners::Classifiers& classifiers, Features x,
                                std::uint64_t& questions) const {
  questions += classes_;
  if (decode_ == Decode::kScores) {
    std::uint32_t best = 0;
    float most = -INFINITY;
    for (std::uint32_t i = 0; i < classes_; ++i) {
      const float margin = classifiers.margin(i, x);
      if (margin > most) {
        most = margin;
        best = i;
      }
    }
    return best;
  }
  thread_local std::vector<std::uint32_t> chosen;
  chosen.clear();
  for (std::uint32_t i = 0; i < classes_; ++i) {
    if (learners::side_of(classifiers.margin(i, x)) == Side::kRight) chosen.push_back(i);
  }
  Random random(seed_, hash_of(seed_, x));
  return chosen.empty() ? static_cast<std::uint32_t>(random.below(classes_))
                        : chosen[random.below(chosen.size())];
}

void OneVsAll::probabilities(const learners::Classifiers& classifiers, Features x,
                             std::vector<double>& probabilities) const {
  probabilities.clear();
  for (std::uint32_t i = 0; i < classes_; ++i) {
    const float margin = classifiers.margin(i, x);
    const double vote = learners::side_of(margin) == Side::kRight ? 1 : 0;
    probabilities.push_back(decode_ == Decode::kScores ? learners::probability_of(margin) : vote);
  }
  normalise(probabilities);
}

std::optional<OneVsAllDecode> parse_decode(std::string_view decode) {
  if (decode.empty()) return std::nullopt;
  if (decode == "scores") return OneVsAll::Decode::kScores;
  if (decode == "votes") return OneVsAll::Decode::kVotes;
  throw Error::bad_argument("unknown decoding of one-vs-all (expected scores or votes)");
}

std::string_view decode_name(std::optional<OneVsAllDecode> decode) {
  if (!decode) return "";
  return *decode == OneVsAll::Decode::kVotes ? "votes" : "scores";
}

std::unique_ptr<Reduction> make_one_vs_all(const ReductionPlan& plan) {
  return std::make_unique<OneVsAll>(plan.classes, plan.decode.value_or(OneVsAll::Decode::kScores),
                                    plan.seed);
}

std::unique_ptr<Reduction> load_one_vs_all(std::span<const std::uint32_t> words,
                                           std::uint32_t classes) {
  if (words.size() != 3 || words[0] > static_cast<std::uint32_t>(OneVsAll::Decode::kVotes)) {
    throw Error(Error::Kind::kModelFormat, "the reduction is damaged");
  }
  return std::make_unique<OneVsAll>(classes, static_cast<OneVsAll::Decode>(words[0]),
                                    std::uint64_t{words[2]} << 32 | words[1]);
}

}  // namespace ect::reductions
