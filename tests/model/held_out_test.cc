// The held-out error that training tells is not flattering, even where everything is chance.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include "ect/random.h"
#include "ect/train.h"

namespace ect {
namespace {

constexpr std::uint32_t kClasses = 20;

// Features and labels that have nothing to do with each other.
Dataset noise(std::uint64_t seed, std::size_t rows) {
  Random random(seed);
  Dataset data;
  for (std::size_t row = 0; row < rows; ++row) {
    Example example;
    example.label = std::to_string(random.below(kClasses));
    for (std::uint32_t feature = 0; feature < 6; ++feature) {
      example.indices.push_back(feature);
      example.values.push_back(static_cast<float>(2 * random.uniform() - 1));
    }
    data.add(example);
  }
  return data;
}

TEST(HeldOut, OfPureNoiseItsMeanIsChance) {
  constexpr int kSeeds = 20;
  double sum = 0;
  double squares = 0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    const TrainResult result = train(noise(static_cast<std::uint64_t>(seed), 120));
    const double error = result.model.info().error.value();
    sum += error;
    squares += error * error;
  }
  const double mean = sum / kSeeds;
  const double spread = std::sqrt((squares / kSeeds - mean * mean) / (kSeeds - 1));
  EXPECT_NEAR(mean, 1 - 1.0 / kClasses, 2 * spread);
}

TEST(HeldOut, IsTheErrorOnOtherExamples) {
  // A line that a tenth of the labels ignore.
  const auto line = [](std::uint64_t seed, std::size_t rows) {
    Random random(seed);
    Dataset data;
    for (std::size_t row = 0; row < rows; ++row) {
      const double x = 2 * random.uniform() - 1;
      const bool up = (x > 0) != random.chance(0.1);
      data.add({.label = up ? "up" : "down",
                .indices = {0, 1},
                .values = {static_cast<float>(x), static_cast<float>(random.uniform())},
                .costs = {}});
    }
    return data;
  };
  for (const std::size_t rows : {400U, 4000U}) {
    const TrainResult result = train(line(1, rows));
    EXPECT_NEAR(result.model.info().error.value(), 0.1, 0.04) << rows;
  }
}

TEST(HeldOut, NothingIsSaidOfFewerThanFiftyExamples) {
  EXPECT_FALSE(train(noise(1, 49)).model.info().error);
  EXPECT_TRUE(train(noise(1, 50)).model.info().error);
}

}  // namespace
}  // namespace ect
