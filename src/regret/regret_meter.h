#ifndef ECT_REGRET_REGRET_METER_H_
#define ECT_REGRET_REGRET_METER_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "learners/learner.h"
#include "regret/known.h"

namespace ect::regret {

// One input at one binary problem, with its examples there.
struct Question {
  std::uint32_t problem;
  std::uint32_t input;
  double left;   // weight of the examples that belong to the left side
  double right;  // and to the right side
  std::span<const BinaryExample> examples;
  const Dataset& data;

  // Log-odds of the right side, as the best classifier would answer; within +-kMaxMargin.
  double best_margin() const;
};

inline constexpr double kMaxMargin = 40;
// The margin of the other side, with the same confidence. A margin of 0 answers left.
double flipped_margin(double margin);

// How a question is answered. Called by several threads; the same question has the same answer.
using Answers = std::function<double(const Question&)>;

// The answers of the best classifier: no binary regret anywhere.
Answers exact_answers();
// The best answers, each flipped with probability `rate`, independently by the seed.
Answers planted_answers(double rate, std::uint64_t seed);
// Answers for `label` at problems where it has examples, else the best answer. Not for costs.
Answers favouring(std::uint32_t label);
// Answers against `label` at problems where it has examples, else the best answer.
Answers opposing(std::uint32_t label);
// The answers of trained classifiers to features[input]. Both must outlive the answers.
Answers given_answers(const learners::Classifiers& classifiers, std::span<const Example> features);

// A learner that measures regret: given to any reduction's fit() with an Enumerated data set, it
// answers by `answers` and adds up the regret of every answer. So each reduction is measured by the
// same code that trains it. If an input has no examples at a problem, every answer is right, and
// `answers` is called without examples. Threads may fit different problems together. `known` must
// outlive it.
class RegretMeter final : public learners::BatchLearner {
 public:
  RegretMeter(std::uint32_t problems, const Enumerated& known, Answers answers);

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override;
  float margin(std::uint32_t problem, Features x) const override;
  // Null: there is nothing to store. The meter itself continues to answer.
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return nullptr; }

  // Weight and regret of a problem, at one input or in total.
  struct Cost {
    double weight = 0;   // W_n: of the examples
    double regret = 0;   // r_n: |right - left| where the answer was not the best
    double squared = 0;  // weight * (probability answered - true probability)^2
  };
  std::uint32_t problems() const { return static_cast<std::uint32_t>(cells_.size() / inputs_); }
  std::uint32_t inputs() const { return inputs_; }
  Cost cost(std::uint32_t problem, std::uint32_t input) const;
  Cost cost(std::uint32_t problem) const;

 private:
  struct Cell {
    double left = 0;
    double right = 0;
    float margin = 0;
    bool came = false;  // whether there were examples
  };
  const Cell& cell(std::uint32_t problem, std::uint32_t input) const {
    return cells_[std::size_t{problem} * inputs_ + input];
  }

  const Enumerated& known_;
  std::uint32_t inputs_;
  Answers answers_;
  std::vector<Cell> cells_;  // by problem, then input
};

}  // namespace ect::regret

#endif  // ECT_REGRET_REGRET_METER_H_
