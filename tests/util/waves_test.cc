// The Hadamard transform, cosines and sines: the same bits for every instruction set.
#include "util/waves.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/every_target.h"

namespace ect::util {
namespace {

std::vector<float> numbers(std::size_t size, double scale, std::uint64_t seed = 3) {
  Random random(seed);
  std::vector<float> result(size);
  for (float& number : result) number = static_cast<float>(scale * (random.uniform() - 0.5));
  return result;
}

// The results of all functions for one length.
std::vector<float> all_of(std::size_t size) {
  std::vector<float> result = numbers(size, 4);
  hadamard(result.data(), size);
  multiply(numbers(size, 2, 4).data(), result.data(), size);
  std::vector<float> cosines(size);
  std::vector<float> sines(size);
  waves(result.data(), 0.7F, cosines.data(), sines.data(), size);
  result.insert(result.end(), cosines.begin(), cosines.end());
  result.insert(result.end(), sines.begin(), sines.end());
  return result;
}

TEST(Waves, HaveTheSameBitsOnEveryTarget) {
  for (const std::size_t size : {16, 32, 64, 1024}) {
    const std::vector<float> expected = all_of(size);
    for_every_target([&] { EXPECT_EQ(all_of(size), expected) << size; });
  }
}

TEST(Waves, HadamardsEntriesAreTheParityOfCommonBits) {
  for (const std::size_t size : {16, 64, 256}) {
    const std::vector<float> x = numbers(size, 2);
    std::vector<float> transformed = x;
    hadamard(transformed.data(), size);
    for (std::uint32_t row = 0; row < size; ++row) {
      double sum = 0;
      for (std::uint32_t i = 0; i < size; ++i) {
        sum += (std::popcount(row & i) % 2 == 0 ? 1 : -1) * static_cast<double>(x[i]);
      }
      EXPECT_NEAR(static_cast<double>(transformed[row]), sum, 1e-4) << row;
    }
  }
}

TEST(Waves, AreCosinesAndSines) {
  std::vector<float> turns = numbers(1600, 20);
  for (std::size_t i = 0; i < 17; ++i) turns[i] = static_cast<float>(i) / 8 - 1;
  std::vector<float> cosines(turns.size());
  std::vector<float> sines(turns.size());
  waves(turns.data(), 2, cosines.data(), sines.data(), turns.size());
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(turns[i]);
    EXPECT_NEAR(static_cast<double>(cosines[i]), 2 * std::cos(angle), 1e-6) << turns[i];
    EXPECT_NEAR(static_cast<double>(sines[i]), 2 * std::sin(angle), 1e-6) << turns[i];
  }
}

TEST(Waves, OfHugeTurnsAreWithinBounds) {
  const std::vector<float> turns(16, 3e37F);
  std::vector<float> cosines(16);
  std::vector<float> sines(16);
  waves(turns.data(), 1, cosines.data(), sines.data(), 16);
  EXPECT_LE(std::abs(cosines[0]), 1.0001F);
  EXPECT_LE(std::abs(sines[0]), 1.0001F);
}

}  // namespace
}  // namespace ect::util
