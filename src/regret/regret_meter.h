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

// One input at one binary problem, and all that came there of it.
struct Question {
  std::uint32_t problem;
  std::uint32_t input;
  double left;   // weight of the examples that belong to the left side
  double right;  // and to the right one
  std::span<const learners::BinaryExample> examples;
  const Dataset& data;

  // Log-odds of the right side, as the best classifier would answer; within +-kMaxMargin.
  double best_margin() const;
};

inline constexpr double kMaxMargin = 40;
// The margin that answers the other side, as surely. A margin of 0 is the left side's.
double flipped_margin(double margin);

// How a question is answered. Called by several threads; the same question has the same answer.
using Answers = std::function<double(const Question&)>;

// As the best classifier would: no binary regret anywhere.
Answers exact_answers();
// As the best classifier would, turned with that probability, independently by the seed.
Answers planted_answers(double rate, std::uint64_t seed);
// Always for `label` where it came, else as the best classifier would. Labels' examples only.
Answers favouring(std::uint32_t label);
// Against it.
Answers opposing(std::uint32_t label);
// Those of real classifiers, asked with features[input]. Both must outlive the answers.
Answers given_answers(const learners::Classifiers& classifiers, std::span<const Example> features);

// A learner that measures: given to any reduction's fit() with an Enumerated data set, it answers
// by `answers` and knows what every answer costs. So each reduction is measured by the very code
// that trains it. Where nobody of an input came to a problem, every answer is right, and `answers`
// are asked with no examples. Threads may fit different problems together. `known` must outlive it.
class RegretMeter final : public learners::BatchLearner {
 public:
  RegretMeter(std::uint32_t problems, const Enumerated& known, Answers answers);

  void fit(std::uint32_t problem, const Dataset& data,
           std::span<const learners::BinaryExample> examples, std::span<float> margins) override;
  float margin(std::uint32_t problem, Features x) const override;
  // Null: nothing is to be kept. The meter itself goes on answering.
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return nullptr; }

  // What a problem cost, at one input or in all.
  struct Cost {
    double weight = 0;   // W_n: of the examples that came
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
    bool came = false;  // anybody
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
