// Probing (Langford, Zadrozny 2005): probabilities from classifiers that only say which side.
//
// Whether P(right | x) is above a threshold t is a question for a weighted classifier: with weight
// 1 - t for examples of the right side and t for those of the left, "right" is the better answer if
// and only if P (1 - t) > (1 - P) t, that is P > t. So a problem becomes T inner ones, with the
// thresholds t_j = (j + 1/2) / T, and P is estimated by the share of them that answer "right". (The
// answers of perfect classifiers fall from right to left as t grows; sorting others so, as the
// paper does, leaves their number as it is.)
//
// Example: T = 4, P = 0.7. Thresholds 1/8, 3/8 and 5/8 are below: three of four say "right", the
// estimate is 0.75. It is within 1 / (2 T) of P wherever the inner classifiers are right. All of
// them on one side tell that P is below 1 / (2 T), or above 1 minus that; the middle of that range
// is the answer, so margins stay finite: at most log(4 T - 1). An inner margin of 0 says neither
// and counts half, so a problem that nobody came to has margin 0, too. So has one with two halves,
// and 0 speaks for the left: an odd T has a threshold at 1/2 and does not tie so.
//
// Cost: T problems to fit and T questions for each. Tests: probing_test.
#include "learners/probing.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "learners/compose.h"
#include "util/bytes.h"

namespace ect::learners {
namespace {

// An answer as halves of a vote for the right side.
std::uint64_t halves_right(float margin) { return margin > 0 ? 2 : margin < 0 ? 0 : 1; }

// The log-odds of the fraction of votes, at least 1 / (4 T) away from 0 and 1.
float log_odds(std::uint64_t halves, std::uint32_t thresholds) {
  const std::uint64_t all = 4 * std::uint64_t{thresholds};
  const std::uint64_t quarters = std::clamp<std::uint64_t>(2 * halves, 1, all - 1);
  const std::uint64_t others = all - quarters;
  return static_cast<float>(std::log(static_cast<double>(quarters)) -
                            std::log(static_cast<double>(others)));
}

float probed_margin(const Classifiers& inner, std::uint32_t problem, std::uint32_t thresholds,
                    Features x) {
  std::uint64_t halves = 0;
  for (std::uint32_t j = 0; j < thresholds; ++j) {
    halves += halves_right(inner.margin(problem * thresholds + j, x));
  }
  return log_odds(halves, thresholds);
}

class ProbingClassifiers final : public TrainedClassifiers {
 public:
  ProbingClassifiers(std::unique_ptr<TrainedClassifiers> inner, std::uint32_t thresholds)
      : inner_(std::move(inner)), thresholds_(thresholds) {}

  float margin(std::uint32_t problem, Features x) const override {
    return probed_margin(*inner_, problem, thresholds_, x);
  }
  StoredClassifiers stored() const override { return inner_->stored(); }
  void verify() const override { inner_->verify(); }

 private:
  std::unique_ptr<TrainedClassifiers> inner_;
  std::uint32_t thresholds_;
};

class Probing final : public BatchLearner {
 public:
  Probing(std::unique_ptr<BatchLearner> inner, std::uint32_t thresholds)
      : inner_(std::move(inner)), thresholds_(thresholds) {}

  void fit(std::uint32_t problem, const Dataset& data, std::span<const BinaryExample> examples,
           std::span<float> margins) override {
    std::vector<BinaryExample> weighted(examples.begin(), examples.end());
    std::vector<float> out_of_fold(examples.size());
    std::vector<std::uint64_t> halves(examples.size());
    for (std::uint32_t j = 0; j < thresholds_; ++j) {
      const double t = threshold_of(j, thresholds_);
      for (std::size_t i = 0; i < examples.size(); ++i) {
        const double share = examples[i].side == Side::kRight ? 1 - t : t;
        weighted[i].weight = static_cast<float>(static_cast<double>(examples[i].weight) * share);
      }
      inner_->fit(problem * thresholds_ + j, data, weighted, out_of_fold);
      for (std::size_t i = 0; i < examples.size(); ++i) halves[i] += halves_right(out_of_fold[i]);
    }
    for (std::size_t i = 0; i < examples.size(); ++i) margins[i] = log_odds(halves[i], thresholds_);
  }

  float margin(std::uint32_t problem, Features x) const override {
    return probed_margin(*inner_, problem, thresholds_, x);
  }

  void add_problems(std::uint32_t first, std::uint32_t more) override {
    inner_problems(std::uint64_t{first} + more, thresholds_);  // throws where too many
    inner_->add_problems(first * thresholds_, more * thresholds_);
  }
  void drop_problems(std::uint32_t first, std::uint32_t last) override {
    inner_->drop_problems(first * thresholds_, last * thresholds_);
  }

  std::vector<std::byte> serialize(std::uint32_t problem) const override {
    util::ByteWriter bytes;
    for (std::uint32_t j = 0; j < thresholds_; ++j) {
      const std::vector<std::byte> inner = inner_->serialize(problem * thresholds_ + j);
      bytes.number<std::uint64_t>(inner.size());
      bytes.raw(inner);
    }
    return {bytes.bytes().begin(), bytes.bytes().end()};
  }
  void deserialize(std::uint32_t problem, std::span<const std::byte> bytes) override {
    util::ByteReader reader(bytes, "a classifier of the checkpoint");
    for (std::uint32_t j = 0; j < thresholds_; ++j) {
      inner_->deserialize(problem * thresholds_ + j, reader.take(reader.number<std::uint64_t>()));
    }
    reader.expect_end();
  }

  std::unique_ptr<TrainedClassifiers> trained() override {
    return wrap_probing(inner_->trained(), thresholds_);
  }

 private:
  std::unique_ptr<BatchLearner> inner_;
  std::uint32_t thresholds_;
};

}  // namespace

std::unique_ptr<BatchLearner> make_probing(std::unique_ptr<BatchLearner> inner,
                                           std::uint32_t thresholds) {
  return std::make_unique<Probing>(std::move(inner), thresholds);
}

std::unique_ptr<TrainedClassifiers> wrap_probing(std::unique_ptr<TrainedClassifiers> inner,
                                                 std::uint32_t thresholds) {
  return std::make_unique<ProbingClassifiers>(std::move(inner), thresholds);
}

}  // namespace ect::learners
