// The multiclass hinge of Crammer and Singer (2001), in which an example competes with its few
// candidates alone:
//     minimise  1/2 sum of |w_l|^2 + sum of C_i max over l of (w_l.x_i - w_y.x_i + [l is not y])
// over the weights w of all labels at once; l goes through the candidates of example i, y is its
// own label, C_i its cost. In the dual an example has a variable a_l for each candidate, w_l being
// the sum of a_l x over the examples: they add up to 0, that of y is at most C_i and the others at
// most 0. All those of one example are set to their optimum given the others at once (Keerthi,
// Sundararajan, Chang, Hsieh, Lin 2008): with s_l = w_l.x + [l is not y] - A a_l, A = x.x, they are
// a_l = min(the most it may be, (b - s_l) / A), and b is such that they add up to 0, found by a
// sort.
//
// Why candidates alone: a label that is never near to winning violates no margin, and has a dual
// variable of 0 anyway. So the result is that of all labels where the candidates hold the rivals,
// at a cost that does not grow with the number of labels. What it has over a scorer a label, each
// learnt by itself: a rare label need not tell its few examples from all the others, only beat
// those that would win there.
//
// Full rows get a bias, a feature of 1. Sparse rows get none: their features that say nothing are
// not there, so that a bias only tells labels by their number of examples, at the cost of the rare
// (held-out error of debian-maintainer's words: 20.1 % with, 17.9 % without).
//
// Example: one example x = (1, 1), own label 0, candidate 1, C = 1. Both start with s = (0, 1);
// A = 2. b = 1/2 gives a = (1/4, -1/4): scores 1/2 and -1/2, a margin of just 1.
// Candidates at 0 that do not come near, and examples without any other, are left out of passes
// until the rest is nearly optimal; then all are looked at again.
// Cost: O(non-zeros x candidates) an example and pass. Tests: joint_test (the optimum's conditions;
// another optimiser).
#include "learners/linear/joint_descent.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "learners/greatest_margins.h"

namespace ect::learners {
namespace {

constexpr std::size_t kJointAhead = 2;  // examples that are fetched from memory before their turn
// Violations of a margin of 1 at which passes stop, and at which all examples are looked at again
// at first; both as LIBLINEAR has them.
constexpr double kViolation = 0.1;
constexpr double kFirstViolation = 1;
constexpr double kNoViolation = 1e-6;
constexpr float kFar = 1e30F;
constexpr double kMinSquare = 1e-9;  // of an empty row

// The places of all candidates.
constexpr std::array<std::uint8_t, 256> kAllPlaces = [] {
  std::array<std::uint8_t, 256> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::uint8_t>(i);
  return all;
}();

}  // namespace

JointDescent::JointDescent(const Dataset& data, const JointProblem& problem, double cost)
    : problem_(problem),
      cost_(cost),
      bias_(data.full() ? 1.0F : 0.0F),
      weights_(make_joint_weights(data, problem)),
      biases_(problem.labels),
      duals_(problem.candidates.size()),
      order_(problem.candidates.size()),
      live_(problem.size()) {
  std::size_t most = 0;
  squares_.reserve(problem.size());
  for (std::size_t i = 0; i < problem.size(); ++i) {
    double square = static_cast<double>(bias_);
    for (const float value : data.row(problem.rows[i]).values) {
      square += static_cast<double>(value) * static_cast<double>(value);
    }
    squares_.push_back(static_cast<float>(std::max(square, kMinSquare)));
    revive(i);
    most = std::max(most, problem.candidates_of(i).size());
  }
  scores_.resize(most);
  slopes_.resize(most);
  sorted_.resize(most);
  steps_.resize(most);
}

// All candidates are looked at again.
void JointDescent::revive(std::size_t example) {
  const std::size_t size = problem_.candidates_of(example).size();
  live_[example] = static_cast<std::uint8_t>(size);
  std::uint8_t* const order = order_.data() + problem_.starts[example];
  std::iota(order, order + size, std::uint8_t{0});
}

void JointDescent::scores(std::size_t example, std::span<float> scores) const {
  const std::span<const std::uint32_t> labels = problem_.candidates_of(example);
  weights_->scores(example, std::span(kAllPlaces).first(labels.size()), scores);
  for (std::size_t c = 0; c < labels.size(); ++c) scores[c] += biases_[labels[c]];
}

void JointDescent::scores_of(std::size_t example, std::uint32_t label, std::span<const float> least,
                             std::span<float> scores) const {
  std::fill(scores.begin(), scores.end(), biases_[label]);
  weights_->add_score(example, label, least, scores);
}

std::span<const ProblemMargin> JointDescent::highest(std::size_t example, std::size_t most,
                                                     SearchMemory& memory) const {
  return find(example, most, false, memory);
}

std::span<const ProblemMargin> JointDescent::rivals(std::size_t example, std::size_t most,
                                                    SearchMemory& memory) const {
  return find(example, most, true, memory);
}

std::span<const ProblemMargin> JointDescent::find(std::size_t example, std::size_t most,
                                                  bool rivals, SearchMemory& memory) const {
  memory.found.clear();
  JointWeights::LabelSums& all = memory.scores;
  all.sums.resize(std::max<std::size_t>(all.sums.size(), problem_.labels));
  if (!weights_->add_up(example, all)) return memory.found;
  const std::span<const std::uint32_t> labels = problem_.candidates_of(example);
  float least = -kFar;
  if (rivals) {
    least = all.sums[labels[0]] + biases_[labels[0]] - 1;
    for (const std::uint32_t label : labels) all.sums[label] = -2 * kFar;
  }
  GreatestMargins greatest(most, memory.found);
  if (all.all) {
    for (std::uint32_t label = 0; label < problem_.labels; ++label) {
      const float score = all.sums[label] + biases_[label];
      if (score > least) greatest.add(label, score);
    }
    std::fill(all.sums.begin(), all.sums.end(), 0.0F);
    return memory.found;
  }
  for (const std::uint32_t label : all.touched) {
    const float score = all.sums[label] + biases_[label];
    if (score > least) greatest.add_once(label, score);
  }
  for (const std::uint32_t label : all.touched) all.sums[label] = 0;
  for (const std::uint32_t label : labels) all.sums[label] = 0;
  return memory.found;
}

void JointDescent::set_duals(std::size_t example, std::span<const float> duals) {
  revive(example);
  const std::span<const std::uint32_t> labels = problem_.candidates_of(example);
  float* const own = duals_.data() + problem_.starts[example];
  bool any = false;
  for (std::size_t c = 0; c < labels.size(); ++c) {
    steps_[c] = duals[c] - own[c];
    any = any || steps_[c] != 0;
    own[c] = duals[c];
    biases_[labels[c]] += bias_ * steps_[c];
  }
  if (any) weights_->add(example, live(example), std::span(steps_).first(labels.size()));
}

// From slopes_ less A a of the live candidates, the own label first, the level b.
double JointDescent::level(std::size_t size, double diagonal, double cost) {
  for (std::size_t i = 0; i < size; ++i) sorted_[i] = slopes_[i];
  sorted_[0] += diagonal * cost;
  std::sort(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(size), std::greater<>());
  double sum = sorted_[0] - diagonal * cost;
  std::size_t taken = 1;
  while (taken < size && sum < static_cast<double>(taken) * sorted_[taken]) sum += sorted_[taken++];
  return sum / static_cast<double>(taken);
}

// Looks no more at candidates that are at 0 and lower than any whose dual variable could grow.
void JointDescent::shrink(std::size_t example, double least) {
  std::uint8_t* const order = order_.data() + problem_.starts[example];
  const float* const duals = duals_.data() + problem_.starts[example];
  std::size_t size = live_[example];
  for (std::size_t i = 1; i < size;) {
    if (duals[order[i]] == 0 && slopes_[i] < least) {
      --size;
      std::swap(order[i], order[size]);
      std::swap(slopes_[i], slopes_[size]);
    } else {
      ++i;
    }
  }
  live_[example] = static_cast<std::uint8_t>(size);
}

// Sets the dual variables of an example to their optimum, and returns by how much a margin was
// violated before.
double JointDescent::improve(std::size_t example) {
  JointWeights::Places of = live(example);
  weights_->scores(example, of, std::span(scores_).first(of.size()));
  const std::span<const std::uint32_t> labels = problem_.candidates_of(example);
  float* const duals = duals_.data() + problem_.starts[example];
  const double cost = cost_ * static_cast<double>(problem_.weights[example]);
  double greatest = -std::numeric_limits<double>::infinity();
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < of.size(); ++i) {
    const bool own = of[i] == 0;
    slopes_[i] = static_cast<double>(scores_[i] + biases_[labels[of[i]]]) + (own ? 0 : 1);
    greatest = std::max(greatest, slopes_[i]);
    if (static_cast<double>(duals[of[i]]) < (own ? cost : 0)) least = std::min(least, slopes_[i]);
  }
  const double violation = greatest - least;
  shrink(example, least);
  of = live(example);
  if (violation <= kNoViolation || of.size() < 2) return std::max(violation, 0.0);
  const auto diagonal = static_cast<double>(squares_[example]);
  for (std::size_t i = 0; i < of.size(); ++i) {
    slopes_[i] -= diagonal * static_cast<double>(duals[of[i]]);
  }
  const double level = this->level(of.size(), diagonal, cost);
  for (std::size_t i = 0; i < of.size(); ++i) {
    const double most = of[i] == 0 ? cost : 0;
    const auto next = static_cast<float>(std::min(most, (level - slopes_[i]) / diagonal));
    steps_[i] = next - duals[of[i]];
    duals[of[i]] = next;
    biases_[labels[of[i]]] += bias_ * steps_[i];
  }
  weights_->add(example, of, std::span(steps_).first(of.size()));
  return violation;
}

void JointDescent::descend(std::span<const std::uint32_t> examples, int most, Random& random) {
  const auto activate = [&] {
    active_.assign(examples.begin(), examples.end());
    for (const std::uint32_t i : examples) revive(i);
  };
  activate();
  bool all = true;
  double at_rest = kFirstViolation;
  for (std::size_t visits = 0; visits < static_cast<std::size_t>(most) * examples.size();) {
    random.shuffle(std::span(active_));
    visits += std::max<std::size_t>(active_.size(), 1);
    double violated = 0;
    std::size_t kept = 0;
    for (std::size_t turn = 0; turn < active_.size(); ++turn) {
      if (turn + kJointAhead < active_.size()) weights_->expect(active_[turn + kJointAhead]);
      const std::uint32_t i = active_[turn];
      violated = std::max(violated, improve(i));
      if (live_[i] > 1) active_[kept++] = i;
    }
    active_.resize(kept);
    if (violated > at_rest) {
      all = false;
      continue;
    }
    if (all && violated <= kViolation) return;
    activate();  // check all examples again
    all = true;
    at_rest = std::max(at_rest / 2, kViolation);
  }
}

}  // namespace ect::learners
