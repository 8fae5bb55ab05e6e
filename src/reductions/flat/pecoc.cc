// Probabilistic error-correcting output codes (Langford, Beygelzimer 2005, "Sensitive error
// correcting output codes"). A column s of the Hadamard matrix of n = 2^ceil(log2 k) rows is a
// subset of the labels, and its regressor estimates p_s = P(label in s). The label y is in a subset
// together with another label as often as not, so over all columns, the empty one with p = 0 among
// them,
//     P(y) = 2 E_s[ y in s ? p_s : 1 - p_s ] - 1 = (1/n) sum over s of (1 - 2 p_s) (-1)^[y in s].
// Exact where the p_s are. The sum is a Walsh-Hadamard transform, which gives all labels at once.
// The largest is predicted, the lowest label of equal ones. With r the average regret of squared
// loss of the p_s the multiclass regret is at most 4 sqrt(r).
//
// Example, 2 labels: one column, {1}; P(1) = ((1) - (1 - 2 p)) / 2 = p.
//
// Costs: let an input's label be drawn with odds g_y = max c - c_y; then the likeliest label is the
// one of least expected cost. The chance to be in s is E[sum of g in s] / E[sum of g]: the example
// counts for the right side as much as the sum of g in s, for the left as much as the rest. With
// costs 1 - [label = y] that is the label itself.
//
// Probabilities: the estimates, at least 0, divided by their sum.
// Cost: n - 1 questions and updates, O(n log n) to decode (the paper has O(k^2)); with costs O(k)
// for each update. Paper: Section 1. Tests: pecoc_test.
#include "reductions/flat/pecoc.h"

#include <fmt/format.h>

#include <algorithm>

#include "ect/error.h"
#include "reductions/contested/label_probabilities.h"
#include "reductions/reductions.h"

namespace ect::reductions {
namespace {

constexpr std::uint32_t kMaxClasses = 1U << 26;

std::uint32_t checked(std::uint32_t classes) {
  if (classes <= kMaxClasses) return classes;
  throw Error::bad_argument(
      fmt::format("pecoc needs a classifier for each of {} labels (expected at most {}; ect "
                  "evaluates only a few)",
                  classes, kMaxClasses));
}

}  // namespace

void walsh_hadamard(std::span<double> values) {
  for (std::size_t half = 1; half < values.size(); half *= 2) {
    for (std::size_t first = 0; first < values.size(); first += 2 * half) {
      for (std::size_t i = first; i < first + half; ++i) {
        const double a = values[i];
        const double b = values[i + half];
        values[i] = a + b;
        values[i + half] = a - b;
      }
    }
  }
}

Pecoc::Pecoc(std::uint32_t classes)
    : classes_(checked(classes)), columns_(std::bit_ceil(classes_)) {}

std::string Pecoc::guarantee(bool costs) const {
  return costs ? "" : "regret <= 4 sqrt(r), r the average regret of squared loss";
}

void Pecoc::problems_of(std::uint32_t label, std::vector<Member>& members) const {
  members.clear();
  for (std::uint32_t s = 1; s < columns_; ++s) {
    members.push_back({s - 1, hadamard_bit(label, s) ? Side::kRight : Side::kLeft});
  }
}

void Pecoc::labels_of(std::uint32_t problem, std::vector<Member>& members) const {
  members.clear();
  for (std::uint32_t label = 0; label < classes_; ++label) {
    members.push_back({label, hadamard_bit(label, problem + 1) ? Side::kRight : Side::kLeft});
  }
}

SideWeights Pecoc::weigh(std::uint32_t problem, std::span<const float> costs) const {
  const float most = *std::max_element(costs.begin(), costs.end());
  SideWeights weights{0, 0};
  for (std::uint32_t label = 0; label < classes_; ++label) {
    (hadamard_bit(label, problem + 1) ? weights.right : weights.left) += most - costs[label];
  }
  return weights;
}

void Pecoc::estimates(const learners::Classifiers& classifiers, Features x,
                      std::vector<double>& result) const {
  result.resize(columns_);
  result[0] = 1;
  for (std::uint32_t s = 1; s < columns_; ++s) {
    result[s] = 1 - 2 * learners::probability_of(classifiers.margin(s - 1, x));
  }
  walsh_hadamard(result);
  for (double& estimate : result) estimate /= columns_;
}

std::uint32_t Pecoc::predict(const learners::Classifiers& classifiers, Features x,
                             std::uint64_t& questions) const {
  questions += problems();
  thread_local std::vector<double> result;
  estimates(classifiers, x, result);
  return static_cast<std::uint32_t>(std::max_element(result.begin(), result.begin() + classes_) -
                                    result.begin());
}

void Pecoc::probabilities(const learners::Classifiers& classifiers, Features x,
                          std::vector<double>& probabilities) const {
  estimates(classifiers, x, probabilities);
  probabilities.resize(classes_);
  for (double& probability : probabilities) probability = std::max(probability, 0.0);
  normalise(probabilities);
}

std::unique_ptr<Reduction> make_pecoc(const ReductionPlan& plan) {
  return std::make_unique<Pecoc>(plan.classes);
}

std::unique_ptr<Reduction> load_pecoc(std::span<const std::uint32_t> words, std::uint32_t classes) {
  if (!words.empty()) throw Error(Error::Kind::kModelFormat, "the reduction is damaged");
  return std::make_unique<Pecoc>(classes);
}

}  // namespace ect::reductions
