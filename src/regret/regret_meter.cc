// Regret measured at the binary problems (paper, Section 2 and equation 1). At a problem n an input
// x comes with weight L of examples that belong to the left side and R to the right one. The best
// answer is the heavier side; any other has the importance-weighted regret r_n(x) = |R - L|. As a
// probability the best answer is R / (L + R), and another, q, has the squared-loss regret
// (q - R / (L + R))^2 per weight. A learner that sees the whole distribution can add these up.
//
// Example: at a match between labels 0 and 1 of probabilities 0.5 and 0.3 at x, L = 0.5 and
// R = 0.3. The answer "left" costs nothing, "right" costs 0.2, and W_n(x) = 0.8.
//
// Cost: 32 bytes for each problem and input; a fit sorts its examples by input.
// Tests: regret_meter_test (equals regret_at for every pattern of answers).
#include "regret/regret_meter.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "ect/random.h"

namespace ect::regret {
namespace {

constexpr double kMinMargin = 1e-6;

std::optional<Side> side_where(const Question& question, std::uint32_t label) {
  for (const BinaryExample& example : question.examples) {
    if (question.data.label(example.row) == label) return example.side;
  }
  return std::nullopt;
}

// The best margin if it answers that side, else flipped.
double for_side(const Question& question, Side side) {
  const double best = question.best_margin();
  return (best > 0) == (side == Side::kRight) ? best : flipped_margin(best);
}

}  // namespace

double Question::best_margin() const {
  if (left == right) return 0;
  if (left == 0) return kMaxMargin;
  if (right == 0) return -kMaxMargin;
  return std::clamp(std::log(right / left), -kMaxMargin, kMaxMargin);
}

double flipped_margin(double margin) { return margin == 0 ? kMinMargin : -margin; }

Answers exact_answers() {
  return [](const Question& question) { return question.best_margin(); };
}

Answers planted_answers(double rate, std::uint64_t seed) {
  return [rate, seed](const Question& question) {
    Random random(seed, std::uint64_t{question.problem} << 32 | question.input);
    const double best = question.best_margin();
    return random.chance(rate) ? flipped_margin(best) : best;
  };
}

Answers favouring(std::uint32_t label) {
  return [label](const Question& question) {
    const auto side = side_where(question, label);
    return side ? for_side(question, *side) : question.best_margin();
  };
}

Answers opposing(std::uint32_t label) {
  return [label](const Question& question) {
    const auto side = side_where(question, label);
    return side ? for_side(question, other(*side)) : question.best_margin();
  };
}

Answers given_answers(const learners::Classifiers& classifiers, std::span<const Example> features) {
  return [&classifiers, features](const Question& question) {
    return static_cast<double>(
        classifiers.margin(question.problem, features[question.input].features()));
  };
}

RegretMeter::RegretMeter(std::uint32_t problems, const Enumerated& known, Answers answers)
    : known_(known),
      inputs_(known.inputs()),
      answers_(std::move(answers)),
      cells_(std::size_t{problems} * inputs_) {}

void RegretMeter::fit(std::uint32_t problem, const Dataset& data,
                      std::span<const BinaryExample> examples, std::span<float> margins) {
  const auto input_of = [&](const BinaryExample& example) {
    return Enumerated::input_of(data.row(example.row));
  };
  std::vector<BinaryExample> by_input(examples.begin(), examples.end());
  std::stable_sort(by_input.begin(), by_input.end(),
                   [&](const auto& a, const auto& b) { return input_of(a) < input_of(b); });
  for (std::size_t first = 0; first < by_input.size();) {
    const std::uint32_t input = input_of(by_input[first]);
    Cell& cell = cells_[std::size_t{problem} * inputs_ + input];
    cell = {};
    std::size_t last = first;
    for (; last < by_input.size() && input_of(by_input[last]) == input; ++last) {
      const auto weight = static_cast<double>(by_input[last].weight);
      (by_input[last].side == Side::kRight ? cell.right : cell.left) += weight;
    }
    const Question question{
        problem, input, cell.left, cell.right, std::span(by_input).subspan(first, last - first),
        data};
    cell.margin = static_cast<float>(answers_(question));
    cell.came = true;
    first = last;
  }
  for (std::size_t i = 0; i < examples.size(); ++i) {
    margins[i] = cell(problem, input_of(examples[i])).margin;
  }
}

float RegretMeter::margin(std::uint32_t problem, Features x) const {
  const std::uint32_t input = Enumerated::input_of(x);
  const Cell& at = cell(problem, input);
  if (at.came) return at.margin;
  return static_cast<float>(answers_({problem, input, 0, 0, {}, known_.data()}));
}

RegretMeter::Cost RegretMeter::cost(std::uint32_t problem, std::uint32_t input) const {
  const Cell& at = cell(problem, input);
  Cost cost;
  cost.weight = at.left + at.right;
  if (cost.weight == 0) return cost;
  const double lead =
      learners::side_of(at.margin) == Side::kRight ? at.left - at.right : at.right - at.left;
  cost.regret = std::max(0.0, lead);
  const double miss = learners::probability_of(at.margin) - at.right / cost.weight;
  cost.squared = cost.weight * miss * miss;
  return cost;
}

RegretMeter::Cost RegretMeter::cost(std::uint32_t problem) const {
  Cost sum;
  for (std::uint32_t input = 0; input < inputs_; ++input) {
    const Cost here = cost(problem, input);
    sum.weight += here.weight;
    sum.regret += here.regret;
    sum.squared += here.squared;
  }
  return sum;
}

}  // namespace ect::regret
