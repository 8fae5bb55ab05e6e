// Weighted sums of rows: the same bits for every instruction set, and bfloat16 rounding.
#include "util/weighted_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/every_target.h"

namespace ect::util {
namespace {

// Values of many magnitudes, so that the order of additions matters.
float number(Random& random) {
  return static_cast<float>(std::ldexp(random.uniform() - 0.5, static_cast<int>(random.below(24))));
}

template <class T>
T entry(Random& random) {
  if constexpr (std::is_integral_v<T>) {
    return static_cast<T>(static_cast<std::int64_t>(random.below(1U << (8 * sizeof(T)))) +
                          std::numeric_limits<T>::min());
  } else if constexpr (std::is_same_v<T, HalfFloat>) {
    return HalfFloat::of(number(random));
  } else {
    return number(random);
  }
}

// The sums as described at the top of weighted_rows.cc.
template <class T>
std::vector<float> as_described(const std::vector<T>& table, std::size_t width,
                                const std::vector<WeightedRow>& which) {
  std::vector<float> even(width);
  std::vector<float> odd(width);
  for (std::size_t i = 0; i < which.size(); ++i) {
    for (std::size_t j = 0; j < width; ++j) {
      const float product = which[i].weight * static_cast<float>(table[which[i].row * width + j]);
      (i % 2 == 0 ? even : odd)[j] += product;
    }
  }
  for (std::size_t j = 0; j < width; ++j) even[j] += odd[j];
  return even;
}

template <class T>
void expect_the_same_bits_on_every_target() {
  constexpr std::uint32_t kRows = 50;
  for_every_target([] {
    Random random(3);
    for (const std::size_t width : {1, 4, 8, 16}) {
      std::vector<T> table(kRows * width);
      for (T& item : table) item = entry<T>(random);
      for (std::size_t size = 0; size < 40; ++size) {
        std::vector<WeightedRow> which(size);
        for (WeightedRow& one : which) {
          one = {static_cast<std::uint32_t>(random.below(kRows)), number(random)};
        }
        std::vector<float> sums(kLongestRow, -1);
        sum_rows(table.data(), width, which, sums.data());
        const std::vector<float> expected = as_described(table, width, which);
        for (std::size_t j = 0; j < width; ++j) {
          ASSERT_EQ(sums[j], expected[j]) << width << " " << size << " " << j;
        }
        for (std::size_t j = width; j < kLongestRow; ++j) ASSERT_EQ(sums[j], -1);
      }
    }
  });
}

TEST(HalfFloat, IsTheNearest) {
  EXPECT_EQ(static_cast<float>(HalfFloat::of(1)), 1);
  EXPECT_EQ(static_cast<float>(HalfFloat::of(-0.15625F)), -0.15625F);
  EXPECT_EQ(static_cast<float>(HalfFloat::of(1 + 1.0F / 256)), 1);  // a tie: rounded to even
  EXPECT_EQ(static_cast<float>(HalfFloat::of(1 + 3.0F / 256)), 1 + 4.0F / 256);
  EXPECT_EQ(static_cast<float>(HalfFloat::of(1 + 1.1F / 256)), 1 + 2.0F / 256);
  EXPECT_EQ(static_cast<float>(HalfFloat::of(1e-30F)) > 0, true);
}

TEST(WeightedRows, OfFloatsHaveTheSameBitsOnEveryTarget) {
  expect_the_same_bits_on_every_target<float>();
}
TEST(WeightedRows, OfHalfFloatsHaveTheSameBitsOnEveryTarget) {
  expect_the_same_bits_on_every_target<HalfFloat>();
}
TEST(WeightedRows, OfBytesHaveTheSameBitsOnEveryTarget) {
  expect_the_same_bits_on_every_target<std::int8_t>();
}

}  // namespace
}  // namespace ect::util
