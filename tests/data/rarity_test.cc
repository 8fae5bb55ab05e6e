// Learning rates by the rarity of features.
#include "data/features/rarity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

namespace ect::data {
namespace {

std::vector<float> rates_of(Rarity& rarity, const std::vector<std::uint32_t>& indices) {
  const std::vector<float> values(indices.size(), 1);
  std::vector<float> rates;
  rarity.rate({indices, values}, rates);
  return rates;
}

TEST(Rarity, WhereAllFeaturesAreAlwaysThereEveryRateIsExactlyOne) {
  Rarity rarity(3);
  for (int i = 0; i < 1000; ++i) {
    for (const float rate : rates_of(rarity, {0, 1, 2, 7})) ASSERT_EQ(rate, 1);
  }
}

TEST(Rarity, TheMeanIsOneAndTheRarestIsFastest) {
  Rarity rarity(1000);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    const std::vector<float> rates = rates_of(rarity, {0, 1 + i % 10, 100 + i});
    ASSERT_EQ(rates.size(), 4U);  // the last one is of the constant feature
    ASSERT_NEAR(std::accumulate(rates.begin(), rates.end(), 0.0), 4, 1e-5);
    ASSERT_GE(rates[2], rates[1]);
    ASSERT_GE(rates[1], rates[0]);
    ASSERT_EQ(rates[3], rates[0]);
  }
}

TEST(Rarity, TheExampleOfItsComment) {
  Rarity rarity(1000);
  for (int i = 0; i < 990; ++i) rates_of(rarity, {0});
  for (int i = 0; i < 9; ++i) rates_of(rarity, {0, 1});
  const std::vector<float> rates = rates_of(rarity, {0, 1, 2});
  EXPECT_NEAR(rates[0], 0.004, 0.0005);
  EXPECT_NEAR(rates[1], 0.36, 0.005);
  EXPECT_NEAR(rates[2], 3.6, 0.05);
  EXPECT_EQ(rates[3], rates[0]);
}

TEST(Rarity, BelowTheExamplesOfAClassRatesFallAsTheRoot) {
  Rarity rarity(2);  // so 500 examples of a class
  for (int i = 0; i < 899; ++i) rates_of(rarity, {0});
  for (int i = 0; i < 99; ++i) rates_of(rarity, {0, 1});
  rates_of(rarity, {0, 1, 2});
  const std::vector<float> rates = rates_of(rarity, {0, 3});
  const std::vector<float> rarer = rates_of(rarity, {1, 3});
  EXPECT_NEAR(rates[1] / rates[0], std::sqrt(1000.0 * 1000 / 500), 0.1);
  EXPECT_NEAR(rarer[1] / rarer[0], std::sqrt(101.0 / 2), 0.05);
}

TEST(Rarity, FeaturesOfAnyNumberAreCounted) {
  Rarity rarity(100000);
  for (int i = 0; i < 99; ++i) rates_of(rarity, {5, 0xfffffffe});
  const std::vector<float> rates = rates_of(rarity, {5, 77, 0xfffffffe});
  EXPECT_EQ(rates[0], rates[2]);
  EXPECT_NEAR(rates[1], 100 * rates[0], 1e-3);
  EXPECT_EQ(rates_of(rarity, {}), std::vector<float>{1});
}

}  // namespace
}  // namespace ect::data
