// Online training in batches on several threads gives the bytes of one example after the other.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "data/features/rarity.h"
#include "ect/random.h"
#include "learners/learners.h"
#include "reductions/ensemble.h"
#include "tests/helpers/reduction_helpers.h"
#include "tests/helpers/sanitized.h"

namespace ect::reductions {
namespace {

// Examples with a word of their class and others, some with the wrong label or another weight.
struct Sample {
  std::vector<std::vector<std::uint32_t>> indices;
  std::vector<std::vector<float>> values;
  std::vector<std::vector<float>> rates;
  std::vector<LabelledExample> examples;
};

Sample sample_of(std::uint32_t classes, std::size_t size, Random& random) {
  Sample sample;
  data::Rarity rarity(classes);
  std::vector<std::uint32_t> labels;
  for (std::size_t i = 0; i < size; ++i) {
    const auto clean = static_cast<std::uint32_t>(random.below(classes));
    std::vector<std::uint32_t>& words = sample.indices.emplace_back();
    for (int word = 0; word < 5; ++word) {
      words.push_back(static_cast<std::uint32_t>(random.below(40)));
    }
    words.push_back(10000 + clean);
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    std::vector<float>& values = sample.values.emplace_back(words.size());
    for (float& value : values) value = static_cast<float>(2 * random.uniform() - 1);
    rarity.rate({words, values}, sample.rates.emplace_back());
    labels.push_back(random.chance(0.2) ? static_cast<std::uint32_t>(random.below(classes))
                                        : clean);
  }
  for (std::size_t i = 0; i < size; ++i) {
    sample.examples.push_back({{sample.indices[i], sample.values[i], sample.rates[i]},
                               labels[i],
                               static_cast<float>(0.5 + random.uniform())});
  }
  return sample;
}

std::unique_ptr<learners::OnlineLearner> learner_for(const Reduction& reduction) {
  const std::vector<float> shares = reduction.shares();
  return learners::make_logistic({reduction.problems(), 1U << 20, {}, shares}, {});
}

std::string bytes_of(const learners::OnlineLearner& learner) {
  const auto learnt = learner.trained();
  const learners::StoredClassifiers stored = learnt->stored();
  std::string bytes(stored.directory.size() + stored.body.size(), '\0');
  if (!stored.directory.empty()) {
    std::memcpy(bytes.data(), stored.directory.data(), stored.directory.size());
  }
  if (!stored.body.empty()) {
    std::memcpy(bytes.data() + stored.directory.size(), stored.body.data(), stored.body.size());
  }
  return bytes;
}

std::string one_by_one(const Reduction& reduction, const Sample& sample) {
  const auto learner = learner_for(reduction);
  for (const LabelledExample& example : sample.examples) {
    reduction.learn(*learner, example.x, example.label, example.weight);
  }
  return bytes_of(*learner);
}

std::string in_batches(const Reduction& reduction, const Sample& sample, std::size_t size,
                       unsigned threads) {
  const auto learner = learner_for(reduction);
  const std::span<const LabelledExample> all = sample.examples;
  for (std::size_t done = 0; done < all.size(); done += size) {
    reduction.learn_batch(*learner, all.subspan(done, std::min(size, all.size() - done)), threads);
  }
  return bytes_of(*learner);
}

std::unique_ptr<Reduction> tournament(std::string_view name, std::uint32_t classes,
                                      std::uint32_t eliminations, std::uint64_t seed) {
  ReductionPlan plan = plan_for(classes, seed);
  plan.eliminations = eliminations;
  return reduction_named(name).make(plan);
}

TEST(OnlineBatch, LearnsTheSameBytesAsOneAfterTheOther) {
  constexpr std::size_t kSize = all_or_enough(600, 200);
  Random random(3);
  for (const std::uint32_t eliminations : {1U, 2U, 3U, 5U}) {
    const Sample sample = sample_of(37, kSize, random);
    const auto reduction = tournament("ect", 37, eliminations, 8);
    const std::string expected = one_by_one(*reduction, sample);
    for (const std::size_t size : {std::size_t{1}, std::size_t{2}, std::size_t{50}, kSize}) {
      for (const unsigned threads : {1U, 2U, 3U}) {
        ASSERT_TRUE(in_batches(*reduction, sample, size, threads) == expected)
            << eliminations << " eliminations, batches of " << size << ", " << threads;
      }
    }
  }
}

TEST(OnlineBatch, EveryReductionDoes) {
  Random random(4);
  const Sample sample = sample_of(9, 200, random);
  for (const ReductionKind& kind : reduction_kinds()) {
    const auto reduction = made(kind.name, 9, 5);
    const std::string expected = one_by_one(*reduction, sample);
    EXPECT_TRUE(in_batches(*reduction, sample, 64, 2) == expected) << kind.name;
  }
  std::vector<std::unique_ptr<Reduction>> members;
  for (const std::uint64_t seed : {1U, 2U}) members.push_back(tournament("ect", 9, 2, seed));
  const EnsembleReduction ensemble(std::move(members));
  EXPECT_TRUE(in_batches(ensemble, sample, 64, 2) == one_by_one(ensemble, sample));
}

RC_GTEST_PROP(OnlineBatch, AnyTournamentLearnsTheSameBytes, ()) {
  Random random(*rc::gen::inRange<std::uint64_t>(0, 1000000));
  const auto classes = *rc::gen::inRange<std::uint32_t>(2, 40);
  const auto eliminations = *rc::gen::inRange<std::uint32_t>(1, 7);
  const auto size = *rc::gen::inRange<std::size_t>(1, 120);
  const Sample sample = sample_of(classes, 100, random);
  const auto reduction = tournament("ect", classes, eliminations, random.next());
  RC_ASSERT(in_batches(*reduction, sample, size, 2) == one_by_one(*reduction, sample));
}

// Counts who comes where, and lets one in ten lose.
class Counting final : public learners::OnlineLearner {
 public:
  explicit Counting(std::uint32_t problems) : came_(problems) {}
  float margin(std::uint32_t, Features) const override { return 0; }
  float learn(std::uint32_t problem, Features, Side side, float) override {
    const bool right = (side == Side::kRight) == (++came_[problem] % 10 != 0);
    return right ? 1.0F : -1.0F;
  }
  std::unique_ptr<learners::TrainedClassifiers> trained() const override { return nullptr; }
  const std::vector<std::uint32_t>& came() const { return came_; }

 private:
  std::vector<std::uint32_t> came_;
};

TEST(OnlineBatch, SharesAreThoseOfTheExamplesThatComeToAFilterTree) {
  const auto reduction = tournament("ect", 64, 1, 1);
  const std::vector<float> shares = reduction->shares();
  ASSERT_EQ(shares.size(), 63U);
  const Schedule& schedule = *reduction->schedule();
  for (std::uint32_t match = 0; match < 63; ++match) {
    EXPECT_EQ(shares[match], static_cast<float>(1U << schedule.match(match).round));
  }
}

TEST(OnlineBatch, EveryMatchThatSomebodyComesToHasAShare) {
  Random random(6);
  const Sample sample = sample_of(30, 3000, random);
  for (const std::uint32_t eliminations : {2U, 4U}) {
    const auto reduction = tournament("ect", 30, eliminations, 1);
    Counting counting(reduction->problems());
    reduction->learn_batch(counting, sample.examples, 1);
    const std::vector<float> shares = reduction->shares();
    for (std::uint32_t match = 0; match < shares.size(); ++match) {
      if (counting.came()[match] > 0) {
        EXPECT_GT(shares[match], 0);
      }
    }
  }
}

}  // namespace
}  // namespace ect::reductions
