#ifndef ECT_TESTS_HELPERS_CONTEST_H_
#define ECT_TESTS_HELPERS_CONTEST_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ect/random.h"
#include "reductions/contested/contested.h"
#include "tests/helpers/learner_mocks.h"
#include "tests/helpers/reduction_helpers.h"

namespace ect {

inline constexpr FinalsRule kFinalsRules[] = {FinalsRule::kPaths, FinalsRule::kWins,
                                              FinalsRule::kPairs, FinalsRule::kScorers};

// A margin for each problem and input, drawn by their numbers; inputs are their only feature. A
// problem keeps its number wherever it is moved to.
class DrawnAnswers : public learners::TrainedClassifiers {
 public:
  DrawnAnswers(std::uint32_t problems, double size, std::uint64_t seed) : size_(size), seed_(seed) {
    for (std::uint32_t i = 0; i < problems; ++i) names_.push_back(next_++);
  }
  float of(std::uint32_t name, std::uint32_t input, bool out_of_fold = false) const {
    Random random(seed_ + (out_of_fold ? 1 : 0), (std::uint64_t{name} << 32) + input);
    return static_cast<float>(size_ * (2 * random.uniform() - 1));
  }
  float margin(std::uint32_t problem, Features x) const override {
    return of(names_.at(problem), x.indices.front());
  }
  learners::StoredClassifiers stored() const override { return {}; }
  void verify() const override {}

  void add(std::uint32_t first, std::uint32_t more) {
    for (std::uint32_t i = 0; i < more; ++i) names_.insert(names_.begin() + first + i, next_++);
  }
  void drop(std::uint32_t first, std::uint32_t last) {
    names_.erase(names_.begin() + first, names_.begin() + last);
  }
  const std::vector<std::uint32_t>& names() const { return names_; }

 private:
  double size_;
  std::uint64_t seed_;
  std::vector<std::uint32_t> names_;
  std::uint32_t next_ = 0;
};

// Gives these answers, out-of-fold ones of their own where it is told to, and writes down what it
// is given.
class AnsweringLearner : public learners::BatchLearner {
 public:
  AnsweringLearner(std::uint32_t problems, double size, std::uint64_t seed,
                   bool out_of_fold = false)
      : answers(problems, size, seed), out_of_fold_(out_of_fold) {}
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    const std::uint32_t name = answers.names().at(problem);
    const std::lock_guard<std::mutex> lock(mutex_);
    for (std::size_t i = 0; i < examples.size(); ++i) {
      const std::uint32_t input = data.row(examples[i].row).indices.front();
      given[name].emplace_back(input, examples[i].side, examples[i].weight);
      margins[i] = answers.of(name, input, out_of_fold_);
    }
  }
  float margin(std::uint32_t problem, Features x) const override {
    return answers.margin(problem, x);
  }
  void add_problems(std::uint32_t first, std::uint32_t more) override { answers.add(first, more); }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    answers.drop(first, last);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() override {
    return std::make_unique<DrawnAnswers>(answers);
  }

  DrawnAnswers answers;
  GivenAt given;  // by name

 private:
  bool out_of_fold_;
  std::mutex mutex_;
};

// Rows told apart by their only feature, of labels in turn.
inline Dataset rows_in_turn(std::uint32_t labels, std::uint32_t rows) {
  Dataset data;
  for (std::uint32_t row = 0; row < rows; ++row) {
    Example example;
    example.label = std::to_string(row % labels);
    example.weight = 1 + 0.5F * static_cast<float>(row % 3);
    example.indices = {row};
    example.values = {1};
    data.add(example);
  }
  return data;
}

// A contested reduction, and the learner that it was fitted by.
struct FittedContest {
  FittedContest(Random& random, std::optional<FinalsRule> rule, double size,
                bool out_of_fold = false, std::uint32_t most_labels = 12, unsigned threads = 1)
      : labels(static_cast<std::uint32_t>(2 + random.below(most_labels - 1))),
        contenders(static_cast<std::uint32_t>(2 + random.below(4))),
        schedule(error_correcting(Seeding::random(labels, random.next()),
                                  static_cast<std::uint32_t>(1 + random.below(3)))),
        data(rows_in_turn(labels, static_cast<std::uint32_t>(labels * (1 + random.below(4))))),
        learner(schedule.matches(), size, random.next(), out_of_fold) {
    const reductions::ContestedReduction unsettled(
        reductions::TournamentReduction(schedule, reductions::Routing::kFiltered), contenders,
        rule);
    fitted = unsettled.fit_and_settle(learner, data, all_rows(data), false, threads, nullptr);
    settled = fitted.settled.get();
  }
  const reductions::Reduction& reduction() const { return *settled; }
  // An input that is in no row.
  Features unseen(std::uint32_t number) {
    input = {1000000 + number};
    return {input, value};
  }

  std::uint32_t labels;
  std::uint32_t contenders;
  Schedule schedule;
  Dataset data;
  AnsweringLearner learner;
  reductions::Fitted fitted{};
  const reductions::Reduction* settled;
  std::vector<std::uint32_t> input;
  std::vector<float> value = {1};
};

}  // namespace ect

#endif  // ECT_TESTS_HELPERS_CONTEST_H_
