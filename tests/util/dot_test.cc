// Dot products: the same bits for every vector instruction set, equal to a plain loop.
#include "util/dot.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/every_target.h"

namespace ect::util {
namespace {

// Values of many magnitudes, so that the order of additions matters.
template <class T>
std::vector<T> numbers(std::size_t size, Random& random) {
  std::vector<T> result(size);
  for (T& number : result) {
    number = static_cast<T>(std::ldexp(random.uniform() - 0.5, static_cast<int>(random.below(24))));
  }
  return result;
}

// The sums as described at the top of dot.cc.
template <class T>
T dot_as_described(const std::vector<T>& a, const std::vector<float>& b) {
  std::array<T, 32> sums{};
  for (std::size_t i = 0; i < a.size(); ++i) {
    const T product = a[i] * static_cast<T>(b[i]);
    sums[i % sums.size()] += product;
  }
  for (std::size_t half = sums.size() / 2; half > 0; half /= 2) {
    for (std::size_t j = 0; j < half; ++j) sums[j] += sums[j + half];
  }
  return sums[0];
}

template <class T>
void expect_the_same_bits_on_every_target() {
  for_every_target([] {
    Random random(7);
    for (std::size_t size = 0; size < 300; ++size) {
      std::vector<T> a = numbers<T>(size, random);
      const std::vector<float> b = numbers<float>(size, random);
      ASSERT_EQ(dot(a.data(), b.data(), size), dot_as_described(a, b)) << size;
      const T factor = numbers<T>(1, random)[0];
      std::vector<T> expected = a;
      for (std::size_t i = 0; i < size; ++i) {
        const T product = factor * static_cast<T>(b[i]);
        expected[i] += product;
      }
      add_scaled(factor, b.data(), a.data(), size);
      ASSERT_EQ(a, expected) << size;
    }
  });
}

TEST(Dot, OfFloatsHasTheSameBitsOnEveryTarget) { expect_the_same_bits_on_every_target<float>(); }

TEST(Dot, OfDoublesHasTheSameBitsOnEveryTarget) { expect_the_same_bits_on_every_target<double>(); }

TEST(Dot, WideRowsHaveTheSameBitsOnEveryTarget) {
  for_every_target([] {
    Random random(8);
    for (const std::size_t width : {16, 32, 64, 80, 144}) {
      constexpr std::uint32_t kRows = 40;
      std::vector<float> table = numbers<float>(kRows * width, random);
      std::vector<WeightedRow> which;
      for (std::size_t count = 0; count < 30; ++count) {
        std::vector<float> expected(width);
        for (const WeightedRow& row : which) {
          for (std::size_t j = 0; j < width; ++j) {
            const float product = row.weight * table[row.row * width + j];
            expected[j] += product;
          }
        }
        std::vector<float> sums(width, 99);
        sum_wide_rows(table.data(), which, sums);
        ASSERT_EQ(sums, expected) << width << ' ' << count;
        std::vector<float> added = table;
        for (const WeightedRow& row : which) {
          for (std::size_t j = 0; j < width; ++j) {
            const float product = row.weight * sums[j];
            added[row.row * width + j] += product;
          }
        }
        add_to_wide_rows(sums, which, table.data());
        ASSERT_EQ(table, added) << width << ' ' << count;
        which.push_back({static_cast<std::uint32_t>(random.below(kRows)),
                         static_cast<float>(random.uniform() - 0.5)});
      }
    }
  });
}

TEST(Dot, IsTheSumOfProducts) {
  const std::vector<float> a = {1, 2, 3};
  const std::vector<float> b = {4, 5, 6};
  EXPECT_EQ(dot(a.data(), b.data(), 3), 32);
  EXPECT_EQ(dot(a.data(), b.data(), 0), 0);
  std::vector<float> to = {1, 1, 1};
  add_scaled(2.0F, a.data(), to.data(), 2);
  EXPECT_EQ(to, (std::vector<float>{3, 5, 1}));
}

}  // namespace
}  // namespace ect::util
