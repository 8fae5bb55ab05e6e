// Packed linear classifiers: the same answers as unpacked ones, and damaged bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "learners/linear/linear.h"
#include "learners/linear/packed_classifiers.h"

namespace ect::learners {
namespace {

// Classifiers of which some have many weights, some few, some none.
std::unique_ptr<LinearClassifiers> some_classifiers(std::uint32_t problems, std::uint32_t features,
                                                    Random& random) {
  LinearBuilder builder(problems);
  for (std::uint32_t problem = 0; problem < problems; ++problem) {
    const double chance = std::vector<double>{0, 0.001, 0.05, 0.5, 1}[random.below(5)];
    std::vector<Weight> weights;
    for (std::uint32_t feature = 0; feature < features; ++feature) {
      if (random.chance(chance)) {
        weights.push_back({feature, static_cast<float>(random.uniform() - 0.5)});
      }
    }
    builder.set(problem, static_cast<float>(random.uniform()), weights);
  }
  return builder.finish();
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

Example one_feature(std::uint32_t feature) {
  Example example;
  example.indices = {feature};
  example.values = {1};
  return example;
}

// Lists of up to 16 in a random order; some problems are in none.
std::vector<std::vector<std::uint32_t>> some_lists(std::uint32_t problems, Random& random) {
  std::vector<std::uint32_t> order(problems);
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(std::span(order));
  std::vector<std::vector<std::uint32_t>> lists;
  for (std::size_t at = 0; at + 20 < problems;) {
    const std::size_t size = 1 + random.below(Packing::kMaxTogether);
    lists.emplace_back(
        order.begin() + static_cast<std::ptrdiff_t>(at),
        order.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(at + size, problems)));
    at += size;
  }
  return lists;
}

// The most that rounding weights to so many bits can change in a margin.
double tolerance(std::uint32_t bits, const Example& x) {
  double sum = 0;
  for (const float value : x.values) sum += std::abs(static_cast<double>(value));
  const double step = bits == 32 ? 1e-6 : bits == 16 ? 0.5 / 256 : 0.5 / 127;
  return 1e-6 + sum * (step * 0.51 + 1e-6);
}

TEST(Packed, AnswersAsItDidBefore) {
  Random random(11);
  for (int time = 0; time < 60; ++time) {
    const auto problems = static_cast<std::uint32_t>(1 + random.below(90));
    const auto features = static_cast<std::uint32_t>(1 + random.below(3000));
    const auto linear = some_classifiers(problems, features, random);
    for (const std::uint32_t bits : {32U, 16U, 8U}) {
      const auto packed = linear->packed(
          {some_lists(problems, random), time % 3 == 0, bits, static_cast<unsigned>(time % 3)});
      const std::unique_ptr<Evaluator> evaluator = packed->evaluator();
      for (const double chance : {0.0, 0.02, 0.6, 1.0}) {
        // Features that nobody knows as well.
        const Example x = some_example(features + 70, chance, random);
        evaluator->set_example(x.features());
        for (int i = 0; i < 40; ++i) {
          const auto problem = static_cast<std::uint32_t>(random.below(problems));
          const float margin = packed->margin(problem, x.features());
          ASSERT_NEAR(margin, linear->margin(problem, x.features()), tolerance(bits, x));
          ASSERT_EQ(evaluator->margin(problem, x.features()), margin);
        }
      }
    }
  }
}

TEST(Packed, HasTheSameBytesWhateverTheThreads) {
  Random random(2);
  const auto linear = some_classifiers(60, 500, random);
  const auto lists = some_lists(60, random);
  const auto one = linear->packed({lists, false, 8, 1});
  const auto three = linear->packed({lists, false, 8, 3});
  EXPECT_TRUE(std::ranges::equal(one->stored().body, three->stored().body));
  EXPECT_TRUE(std::ranges::equal(one->stored().directory, three->stored().directory));
}

TEST(Packed, ComesBackFromItsBytes) {
  Random random(4);
  const auto linear = some_classifiers(40, 700, random);
  const auto packed = linear->packed({some_lists(40, random), false, 16, 1});
  const PackedClassifiers again(packed->stored(), 40, Verify::kNow);
  const Example x = some_example(700, 0.3, random);
  for (std::uint32_t problem = 0; problem < 40; ++problem) {
    EXPECT_EQ(again.margin(problem, x.features()), packed->margin(problem, x.features()));
  }
  EXPECT_THROW(PackedClassifiers(packed->stored(), 41, Verify::kNow), Error);
}

// All kinds of groups, each where it is smallest.
TEST(Packed, TakesTheSmallestForm) {
  const auto kind_of = [](std::uint32_t features, std::uint32_t every) {
    LinearBuilder builder(1);
    std::vector<Weight> weights;
    for (std::uint32_t f = 0; f < features; f += every) weights.push_back({f, 1});
    builder.set(0, 0, weights);
    const auto linear = builder.finish();
    const auto packed = linear->packed({{}, false, 32, 1});
    return dynamic_cast<const PackedClassifiers&>(*packed).groups()[1].kind;
  };
  EXPECT_EQ(kind_of(1000, 1), PackedGroup::kDense);
  EXPECT_EQ(kind_of(1000, 5), PackedGroup::kRanked);
  EXPECT_EQ(kind_of(1000000, 1000), PackedGroup::kHashed);
}

TEST(Packed, SmallWeightsAreNoneInEightBits) {
  LinearBuilder builder(2);
  builder.set(0, 0, std::vector<Weight>{{1, 100}, {2, 0.1F}});
  builder.set(1, 0, std::vector<Weight>{{2, -0.1F}, {3, 100}});
  const auto linear = builder.finish();
  const auto packed = linear->packed({{{0, 1}}, false, 8, 1});
  const Example x = one_feature(2);
  EXPECT_EQ(packed->margin(0, x.features()), 0);
  EXPECT_EQ(packed->margin(1, x.features()), 0);
}

// What was worked out about the example before is not taken for this one.
TEST(Packed, AnswersAboutTheExampleAtHand) {
  LinearBuilder builder(2);
  builder.set(0, 0, std::vector<Weight>{{0, 1}, {1, 2}});
  builder.set(1, 0, std::vector<Weight>{{0, 4}, {1, 8}});
  const auto linear = builder.finish();
  const auto packed = linear->packed({{{0, 1}}, false, 32, 1});
  const auto evaluator = packed->evaluator();
  for (int i = 0; i < 10; ++i) {
    const Example x = one_feature(static_cast<std::uint32_t>(i % 2));
    evaluator->set_example(x.features());
    EXPECT_EQ(evaluator->margin(0, x.features()), i % 2 == 0 ? 1 : 2);
    EXPECT_EQ(evaluator->margin(1, x.features()), i % 2 == 0 ? 4 : 8);
  }
}

// Whatever the directory says, it is refused or answers within its bytes (with the sanitizers on,
// reading elsewhere is an error).
TEST(Packed, DamagedDirectoriesAreRefusedOrHarmless) {
  Random random(9);
  const auto linear = some_classifiers(20, 300, random);
  const auto packed = linear->packed({some_lists(20, random), false, 8, 1});
  const StoredClassifiers good = packed->stored();
  const Example x = some_example(400, 0.5, random);
  int refused = 0;
  int taken = 0;
  for (std::size_t at = 0; at < good.directory.size(); ++at) {
    for (const int change : {0x01, 0x40, 0xff}) {
      std::vector<std::uint64_t> words(good.directory.size() / 8);
      std::memcpy(words.data(), good.directory.data(), good.directory.size());
      auto bytes = std::as_writable_bytes(std::span(words));
      bytes[at] ^= static_cast<std::byte>(change);
      StoredClassifiers bad = good;
      bad.directory = bytes;
      try {
        const PackedClassifiers loaded(bad, 20, Verify::kNever);
        for (std::uint32_t problem = 0; problem < 20; ++problem) {
          loaded.margin(problem, x.features());
        }
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

TEST(Packed, DamagedBodiesAreNoticed) {
  Random random(9);
  const auto linear = some_classifiers(10, 200, random);
  const auto packed = linear->packed({some_lists(10, random), false, 8, 1});
  const StoredClassifiers good = packed->stored();
  std::vector<std::uint64_t> words(good.body.size() / 8);
  for (std::size_t at = 0; at < good.body.size(); at += 7) {
    std::memcpy(words.data(), good.body.data(), good.body.size());
    auto bytes = std::as_writable_bytes(std::span(words));
    bytes[at] ^= std::byte{1};
    StoredClassifiers bad = good;
    bad.body = bytes;
    EXPECT_THROW(PackedClassifiers(bad, 10, Verify::kNow), Error) << at;
    const PackedClassifiers later(bad, 10, Verify::kWhenAsked);
    const Example x = some_example(200, 1, random);
    bool noticed = false;
    for (std::uint32_t problem = 0; problem < 10; ++problem) {
      try {
        later.margin(problem, x.features());
      } catch (const Error&) {
        noticed = true;
      }
    }
    EXPECT_TRUE(noticed) << at;
  }
}

}  // namespace
}  // namespace ect::learners
