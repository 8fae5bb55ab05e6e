#ifndef ECT_TESTS_LEARNER_MOCKS_H_
#define ECT_TESTS_LEARNER_MOCKS_H_

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "learners/learner.h"

// Learners whose answers a test decides.
namespace ect {

// A margin for each problem, whatever the example.
class FixedClassifiers : public learners::TrainedClassifiers {
 public:
  explicit FixedClassifiers(std::vector<float> margins) : margins_(std::move(margins)) {}
  float margin(std::uint32_t problem, Features) const override { return margins_[problem]; }
  learners::StoredClassifiers stored() const override { return {}; }
  void verify() const override {}

 private:
  std::vector<float> margins_;
};

// What a learner was given at a problem: the example's first feature, its side and its weight.
using Given = std::tuple<std::uint32_t, Side, float>;
using GivenAt = std::map<std::uint32_t, std::vector<Given>>;

// Answers as it is told and writes down what it is given.
class RecordingOnline : public learners::OnlineLearner {
 public:
  explicit RecordingOnline(std::vector<float> margins) : fixed_(std::move(margins)) {}
  float margin(std::uint32_t problem, Features x) const override {
    return fixed_.margin(problem, x);
  }
  float learn(std::uint32_t problem, Features x, Side side, float weight) override {
    given[problem].emplace_back(x.indices.front(), side, weight);
    return fixed_.margin(problem, x);
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() const override { return nullptr; }

  GivenAt given;

 private:
  FixedClassifiers fixed_;
};

class RecordingBatch : public learners::BatchLearner {
 public:
  explicit RecordingBatch(std::vector<float> margins) : margins_(std::move(margins)) {}
  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const BinaryExample& example : examples) {
      given[problem].emplace_back(data.row(example.row).indices.front(), example.side,
                                  example.weight);
    }
    std::fill(margins.begin(), margins.end(), margins_[problem]);
  }
  float margin(std::uint32_t problem, Features) const override { return margins_[problem]; }
  std::unique_ptr<learners::TrainedClassifiers> trained() override { return nullptr; }

  GivenAt given;

 private:
  std::vector<float> margins_;
  std::mutex mutex_;
};

// The best classifier of each problem where all examples look alike: the side with more weight.
class MajorityLearner : public learners::BatchLearner {
 public:
  explicit MajorityLearner(std::uint32_t problems) : margins_(problems) {}
  void fit(std::uint32_t problem, const Dataset&, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    double sum = 0;
    for (const BinaryExample& example : examples) {
      const auto weight = static_cast<double>(example.weight);
      sum += example.side == Side::kRight ? weight : -weight;
    }
    margins_[problem] = static_cast<float>(sum);
    std::fill(margins.begin(), margins.end(), margins_[problem]);
  }
  float margin(std::uint32_t problem, Features) const override { return margins_[problem]; }
  std::unique_ptr<learners::TrainedClassifiers> trained() override {
    return std::make_unique<FixedClassifiers>(margins_);
  }

 private:
  std::vector<float> margins_;
};

// The best probability of each problem where all examples look alike.
class LogOddsLearner : public learners::BatchLearner {
 public:
  explicit LogOddsLearner(std::uint32_t problems) : margins_(problems) {}
  void fit(std::uint32_t problem, const Dataset&, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    double weights[2] = {0, 0};
    for (const BinaryExample& example : examples) {
      weights[static_cast<std::size_t>(example.side)] += static_cast<double>(example.weight);
    }
    margins_[problem] = static_cast<float>(std::log(weights[1] / weights[0]));
    std::fill(margins.begin(), margins.end(), margins_[problem]);
  }
  float margin(std::uint32_t problem, Features) const override { return margins_[problem]; }
  std::unique_ptr<learners::TrainedClassifiers> trained() override {
    return std::make_unique<FixedClassifiers>(margins_);
  }

 private:
  std::vector<float> margins_;
};

// One example a label, told apart by its only feature, or all alike.
inline Dataset one_example_a_label(const std::vector<float>& weights, bool alike = false) {
  Dataset data;
  for (std::uint32_t label = 0; label < weights.size(); ++label) {
    Example example;
    example.label = std::to_string(label);
    example.weight = weights[label];
    example.indices = {alike ? 0 : label};
    example.values = {1};
    data.add(example);
  }
  return data;
}

inline std::vector<std::uint32_t> all_rows(const Dataset& data) {
  std::vector<std::uint32_t> rows(data.size());
  for (std::uint32_t i = 0; i < rows.size(); ++i) rows[i] = i;
  return rows;
}

}  // namespace ect

#endif  // ECT_TESTS_LEARNER_MOCKS_H_
