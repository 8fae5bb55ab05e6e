// Linear classifiers stored by feature: the same answers as unpacked ones, the greatest margins
// found without asking for all, and damaged bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "learners/linear/by_feature_classifiers.h"
#include "learners/linear/linear.h"

namespace ect::learners {
namespace {

// Classifiers whose features are rare, or common, or have a weight for every problem.
std::unique_ptr<LinearClassifiers> some_classifiers(std::uint32_t problems, std::uint32_t features,
                                                    Random& random) {
  LinearBuilder builder(problems);
  std::vector<double> chances;
  for (std::uint32_t feature = 0; feature < features; ++feature) {
    chances.push_back(std::vector<double>{0, 0.01, 0.1, 0.9, 1}[random.below(5)]);
  }
  for (std::uint32_t problem = 0; problem < problems; ++problem) {
    std::vector<Weight> weights;
    const bool none = random.chance(0.1);
    for (std::uint32_t feature = 0; feature < features; ++feature) {
      if (!none && random.chance(chances[feature])) {
        weights.push_back({feature, static_cast<float>(random.uniform() - 0.5)});
      }
    }
    builder.set(problem, static_cast<float>(random.uniform() - 0.5), weights);
  }
  return builder.finish();
}

std::unique_ptr<TrainedClassifiers> by_feature(const LinearClassifiers& linear, std::uint32_t bits,
                                               float least = 0, unsigned threads = 1) {
  Packing packing;
  packing.bits = bits;
  packing.threads = threads;
  packing.by_feature = true;
  packing.least = least;
  return linear.packed(packing);
}

Example some_example(std::uint32_t features, double chance, Random& random) {
  Example example;
  for (std::uint32_t feature = 0; feature < features; ++feature) {
    if (!random.chance(chance)) continue;
    example.indices.push_back(feature);
    example.values.push_back(static_cast<float>(random.uniform() - 0.5));
  }
  return example;
}

// The most that rounding weights to so many bits can change in a margin.
double tolerance(std::uint32_t bits, const Example& x) {
  double sum = 0;
  for (const float value : x.values) sum += std::abs(static_cast<double>(value));
  const double step = bits == 32 ? 0 : bits == 16 ? 0.5 / 256 : 0.5 / 127;
  return 1e-5 + sum * (step * 0.51 + 1e-6);
}

TEST(ByFeature, AnswersAsItDidBefore) {
  Random random(11);
  for (int time = 0; time < 24; ++time) {
    // From 1,024 weights on a row is long.
    const auto problems = static_cast<std::uint32_t>(
        1 + random.below(time % 4 == 0 ? 2 * ByFeatureClassifiers::kMaxSwept : 90));
    const auto features = static_cast<std::uint32_t>(1 + random.below(300));
    const auto linear = some_classifiers(problems, features, random);
    for (const std::uint32_t bits : {32U, 16U, 8U}) {
      const auto packed = by_feature(*linear, bits);
      const std::unique_ptr<Evaluator> evaluator = packed->evaluator();
      // The first one again: what was added up for the others is no longer there.
      for (const double chance : {0.02, 0.0, 0.6, 1.0, 0.02}) {
        // Features that nobody knows as well.
        const Example x = some_example(features + 70, chance, random);
        evaluator->set_example(x.features());
        for (int i = 0; i < 40; ++i) {
          const auto problem = static_cast<std::uint32_t>(random.below(problems));
          const float margin = packed->margin(problem, x.features());
          ASSERT_NEAR(margin, linear->margin(problem, x.features()), tolerance(bits, x));
          ASSERT_NEAR(evaluator->margin(problem, x.features()), margin, 1e-5);
        }
      }
    }
  }
}

TEST(ByFeature, MoreProblemsThanShortNumbersHave) {
  constexpr std::uint32_t kProblems = kMaxShortProblems + 10;
  LinearBuilder builder(kProblems);
  for (std::uint32_t problem = 0; problem < kProblems; problem += 3) {
    builder.set(problem, 0, std::vector<Weight>{{problem % 7, static_cast<float>(problem)}});
  }
  const auto linear = builder.finish();
  const auto packed = by_feature(*linear, 32);
  const ByFeatureClassifiers again(packed->stored(), kProblems, Verify::kNow);
  EXPECT_EQ(again.head().id_bytes, 4U);
  const Example x{.label = "", .indices = {3}, .values = {2}, .costs = {}};
  const auto evaluator = again.evaluator();
  evaluator->set_example(x.features());
  for (std::uint32_t problem = 0; problem < kProblems; ++problem) {
    ASSERT_EQ(evaluator->margin(problem, x.features()), linear->margin(problem, x.features()));
  }
}

TEST(ByFeature, FindsTheGreatestMarginsOfAllThatShareAFeature) {
  Random random(5);
  for (int time = 0; time < 60; ++time) {
    const auto problems = static_cast<std::uint32_t>(1 + random.below(200));
    const auto linear = some_classifiers(problems, 60, random);
    const auto packed = by_feature(*linear, time % 2 == 0 ? 8 : 32);
    const auto evaluator = packed->evaluator();
    const Example x = some_example(80, time % 3 == 0 ? 0.02 : 0.3, random);
    evaluator->set_example(x.features());
    const auto first = static_cast<std::uint32_t>(random.below(problems));
    const auto count = static_cast<std::uint32_t>(1 + random.below(problems - first));
    const std::size_t most = 1 + random.below(12);
    std::vector<ProblemMargin> found;
    ASSERT_TRUE(evaluator->find_greatest(first, count, most, found));
    EXPECT_LE(found.size(), most);
    EXPECT_TRUE(std::ranges::is_sorted(found, [](const auto& a, const auto& b) {
      return std::tie(b.margin, a.problem) < std::tie(a.margin, b.problem);
    }));
    for (const ProblemMargin& item : found) {
      ASSERT_GE(item.problem, first);
      ASSERT_LT(item.problem, first + count);
      EXPECT_EQ(item.margin, evaluator->margin(item.problem, x.features()));
    }
    // Nobody who has a weight for one of the features is greater than the last that was found.
    const auto& stored = dynamic_cast<const ByFeatureClassifiers&>(*packed);
    std::size_t sharing = 0;
    for (std::uint32_t problem = first; problem < first + count; ++problem) {
      const bool shares = std::ranges::any_of(x.indices, [&](std::uint32_t feature) {
        return feature < stored.head().features &&
               stored.number_at(stored.row(feature), problem) != 0;
      });
      if (!shares) continue;
      ++sharing;
      const float margin = evaluator->margin(problem, x.features());
      const bool known = std::ranges::any_of(
          found, [&](const ProblemMargin& item) { return item.problem == problem; });
      if (!known) {
        EXPECT_LE(margin, found.back().margin);
      }
    }
    EXPECT_GE(found.size(), std::min(most, sharing));
  }
}

TEST(ByFeature, AFrequentFeatureIsLeftOutOfTheSearchAlone) {
  constexpr std::uint32_t kProblems = ByFeatureClassifiers::kMaxSwept + 100;
  LinearBuilder builder(kProblems);
  for (std::uint32_t problem = 0; problem < kProblems; ++problem) {
    std::vector<Weight> weights = {{0, problem == 17 ? 8.0F : 1.0F}};
    if (problem % 100 == 5) weights.push_back({1, static_cast<float>(problem)});
    builder.set(problem, 0, weights);
  }
  const auto linear = builder.finish();
  const auto packed = by_feature(*linear, 32);
  const auto evaluator = packed->evaluator();
  const Example x{.label = "", .indices = {0, 1}, .values = {1000, 1}, .costs = {}};
  evaluator->set_example(x.features());
  EXPECT_EQ(evaluator->margin(17, x.features()), 8000);
  EXPECT_EQ(evaluator->margin(5, x.features()), 1005);
  std::vector<ProblemMargin> found;
  ASSERT_TRUE(evaluator->find_greatest(0, kProblems, 2, found));
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].problem, 1105U);
  EXPECT_EQ(found[1].problem, 1005U);
}

TEST(ByFeature, WeightsBelowTheLeastShareAreNone) {
  LinearBuilder builder(2);
  builder.set(0, 0, std::vector<Weight>{{0, 100}, {1, 9}, {2, -11}});
  builder.set(1, 0, std::vector<Weight>{{0, 1}, {1, -0.5F}, {3, 0.05F}});
  const auto linear = builder.finish();
  const auto packed = by_feature(*linear, 32, 0.1F);
  const auto margin = [&](std::uint32_t problem, std::uint32_t feature) {
    const Example x{.label = "", .indices = {feature}, .values = {1}, .costs = {}};
    return packed->margin(problem, x.features());
  };
  EXPECT_EQ(margin(0, 0), 100);
  EXPECT_EQ(margin(0, 1), 0);
  EXPECT_EQ(margin(0, 2), -11);
  EXPECT_EQ(margin(1, 0), 1);
  EXPECT_EQ(margin(1, 1), -0.5F);
  EXPECT_EQ(margin(1, 3), 0);
}

TEST(ByFeature, RareFeaturesTakeThreeBytesAWeight) {
  constexpr std::uint32_t kProblems = 1000;
  LinearBuilder builder(kProblems);
  for (std::uint32_t problem = 0; problem < kProblems; ++problem) {
    std::vector<Weight> weights;
    for (std::uint32_t i = 0; i < 20; ++i) weights.push_back({problem / 10 * 20 + i, 1});
    builder.set(problem, 0, weights);
  }
  const auto packed = by_feature(*builder.finish(), 8);
  // 2,000 features with 10 weights each, a number and an aligned end.
  EXPECT_LE(packed->stored().body.size(), 2000 * (10 * 3 + 2 + 1));
}

TEST(ByFeature, HasTheSameBytesWhateverTheThreads) {
  Random random(2);
  const auto linear = some_classifiers(600, 100, random);
  const auto one = by_feature(*linear, 8, 0.05F, 1);
  const auto three = by_feature(*linear, 8, 0.05F, 3);
  EXPECT_TRUE(std::ranges::equal(one->stored().body, three->stored().body));
  EXPECT_TRUE(std::ranges::equal(one->stored().directory, three->stored().directory));
}

TEST(ByFeature, ComesBackFromItsBytes) {
  Random random(4);
  const auto linear = some_classifiers(40, 700, random);
  const auto packed = by_feature(*linear, 16);
  const ByFeatureClassifiers again(packed->stored(), 40, Verify::kNow);
  const Example x = some_example(700, 0.3, random);
  for (std::uint32_t problem = 0; problem < 40; ++problem) {
    EXPECT_EQ(again.margin(problem, x.features()), packed->margin(problem, x.features()));
  }
  EXPECT_THROW(ByFeatureClassifiers(packed->stored(), 41, Verify::kNow), Error);
}

// A copy of the bytes with one of them changed; `words` keeps it.
std::span<const std::byte> with_change(std::span<const std::byte> good, std::size_t at,
                                       std::byte change, std::vector<std::uint64_t>& words) {
  words.assign((good.size() + 7) / 8, 0);
  std::memcpy(words.data(), good.data(), good.size());
  const auto bytes = std::as_writable_bytes(std::span(words)).first(good.size());
  bytes[at] ^= change;
  return bytes;
}

void ask_all(const ByFeatureClassifiers& classifiers, Features x) {
  const auto evaluator = classifiers.evaluator();
  evaluator->set_example(x);
  std::vector<ProblemMargin> found;
  evaluator->find_greatest(0, classifiers.head().problems, 5, found);
  for (std::uint32_t problem = 0; problem < classifiers.head().problems; ++problem) {
    classifiers.margin(problem, x);
    evaluator->margin(problem, x);
  }
}

// Whatever the directory says, it is refused or answers within its bytes (with the sanitizers on,
// reading elsewhere is an error).
TEST(ByFeature, DamagedDirectoriesAreRefusedOrHarmless) {
  Random random(9);
  const auto linear = some_classifiers(20, 60, random);
  const auto packed = by_feature(*linear, 8);
  const Example x = some_example(80, 0.5, random);
  int refused = 0;
  int taken = 0;
  std::vector<std::uint64_t> words;
  for (std::size_t at = 0; at < packed->stored().directory.size(); ++at) {
    for (const int change : {0x01, 0x40, 0xff}) {
      StoredClassifiers bad = packed->stored();
      bad.directory = with_change(bad.directory, at, static_cast<std::byte>(change), words);
      try {
        ask_all(ByFeatureClassifiers(bad, 20, Verify::kNever), x.features());
        ++taken;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), Error::Kind::kModelFormat);
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(taken, 100);  // biases and scales may be anything
}

// Also where nobody looks at the checksums: a row may then have any numbers of problems.
TEST(ByFeature, DamagedBodiesAreNoticedOrHarmless) {
  Random random(9);
  for (const std::uint32_t problems : {10U, kMaxShortProblems + 1}) {
    const auto linear = some_classifiers(problems, problems == 10 ? 200 : 3, random);
    const auto packed = by_feature(*linear, 8);
    const Example x = some_example(200, 1, random);
    std::vector<std::uint64_t> words;
    const std::size_t step = 1 + packed->stored().body.size() / 100;
    for (std::size_t at = 0; at < packed->stored().body.size(); at += step) {
      StoredClassifiers bad = packed->stored();
      bad.body = with_change(bad.body, at, std::byte{0xff}, words);
      EXPECT_THROW(ByFeatureClassifiers(bad, problems, Verify::kNow), Error) << at;
      const ByFeatureClassifiers later(bad, problems, Verify::kWhenAsked);
      EXPECT_THROW(later.evaluator()->set_example(x.features()), Error) << at;
      const ByFeatureClassifiers careless(bad, problems, Verify::kNever);
      careless.evaluator()->set_example(x.features());
    }
  }
}

}  // namespace
}  // namespace ect::learners
