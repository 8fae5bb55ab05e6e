// What the vectors compute is the same, bit by bit, on every machine: here against digests that
// were made on x86-64, while dot_test and its like compare the kinds of vectors of one machine. If
// one of these fails, models learnt on other machines answer otherwise: it is the code that has to
// change.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include "ect/random.h"
#include "tests/helpers/every_target.h"
#include "util/digest.h"
#include "util/dot.h"
#include "util/waves.h"
#include "util/weighted_rows.h"

namespace ect::util {
namespace {

// Values of many magnitudes, so that the order of additions matters.
template <class T>
std::vector<T> numbers(std::size_t size, Random& random) {
  std::vector<T> result(size);
  for (T& number : result) {
    // One after the other: arguments of a call are evaluated in an order of the machine's own.
    const double fraction = random.uniform() - 0.5;
    const double any = std::ldexp(fraction, static_cast<int>(random.below(24)));
    if constexpr (std::is_same_v<T, std::int8_t>) {
      number = static_cast<T>(static_cast<int>(random.below(256)) - 128);
    } else if constexpr (std::is_same_v<T, HalfFloat>) {
      number = HalfFloat::of(static_cast<float>(any));
    } else {
      number = static_cast<T>(any);
    }
  }
  return result;
}

template <class T>
void add_to(Digest& digest, const std::vector<T>& items) {
  digest.add_all(std::span<const T>(items));
}

// Dot products T by floats, and rows added where there is such a function.
template <class T>
std::uint64_t digest_of_dots() {
  Random random(1);
  Digest digest;
  for (std::size_t size = 0; size < 300; ++size) {
    std::vector<T> a = numbers<T>(size, random);
    const std::vector<float> b = numbers<float>(size, random);
    add_to(digest, std::vector{dot(a.data(), b.data(), size)});
    if constexpr (std::is_floating_point_v<T>) {
      add_scaled(numbers<T>(1, random)[0], b.data(), a.data(), size);
      add_to(digest, a);
    }
  }
  return digest.value();
}

template <class T>
std::uint64_t digest_of_rows() {
  constexpr std::uint32_t kRows = 50;
  Random random(2);
  Digest digest;
  for (const std::size_t width : {1, 4, 8, 16}) {
    const std::vector<T> table = numbers<T>(kRows * width, random);
    for (std::size_t size = 0; size < 40; ++size) {
      std::vector<WeightedRow> which(size);
      for (WeightedRow& one : which) {
        one.row = static_cast<std::uint32_t>(random.below(kRows));
        one.weight = numbers<float>(1, random)[0];
      }
      std::vector<float> sums(width);
      sum_rows(table.data(), width, which, sums.data());
      add_to(digest, sums);
    }
  }
  return digest.value();
}

std::uint64_t digest_of_waves() {
  Random random(3);
  Digest digest;
  for (std::size_t size = kWaveLanes; size <= 1024; size *= 2) {
    std::vector<float> values = numbers<float>(size, random);
    hadamard(values.data(), size);
    add_to(digest, values);
    multiply(numbers<float>(size, random).data(), values.data(), size);
    add_to(digest, values);
    // Sums of many sizes are mostly large: turns near 0 too, and ties between two whole ones.
    for (std::size_t i = 0; i < size; i += 2) {
      values[i] = static_cast<float>(random.uniform() * 4 - 2);
    }
    for (std::size_t i = 1; i < size; i += 8) {
      values[i] = static_cast<float>(random.below(64)) / 8 - 4;
    }
    std::vector<float> cosines(size);
    std::vector<float> sines(size);
    waves(values.data(), 0.7F, cosines.data(), sines.data(), size);
    add_to(digest, cosines);
    add_to(digest, sines);
  }
  return digest.value();
}

TEST(EqualBits, OfDotProductsOnEveryMachine) {
  for_every_target([] {
    EXPECT_EQ(digest_of_dots<float>(), 0xe9cfc560cc32fae6);
    EXPECT_EQ(digest_of_dots<double>(), 0x753d5415b5d665cd);
    EXPECT_EQ(digest_of_dots<HalfFloat>(), 0x8e05e3dde0019e78);
    EXPECT_EQ(digest_of_dots<std::int8_t>(), 0xfe6051dc2f3b58b6);
  });
}

TEST(EqualBits, OfWeightedRowsOnEveryMachine) {
  for_every_target([] {
    EXPECT_EQ(digest_of_rows<float>(), 0x87c76597fbc9f997);
    EXPECT_EQ(digest_of_rows<HalfFloat>(), 0x3badd66da3f2c41b);
    EXPECT_EQ(digest_of_rows<std::int8_t>(), 0x0cfea263be9a9d4e);
  });
}

TEST(EqualBits, OfWavesOnEveryMachine) {
  for_every_target([] { EXPECT_EQ(digest_of_waves(), 0x88d7dbce97f07fd0); });
}

}  // namespace
}  // namespace ect::util
