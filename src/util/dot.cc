// Dot products and sums of dense rows, compiled for each vector instruction set (Highway) and
// chosen at run time. If the order of additions depended on the vector width, rounding would differ
// between machines, and so would models. Therefore there are always kSums partial sums: sum i is of
// every kSums-th product, starting with the i-th. Products and sums are rounded one by one (this
// file must be compiled without contraction to fused multiply-adds), and the partial sums are added
// by halves: the second half to the first until one is left.
//
// Example, were kSums 2: a.b of 5 values is (a0 b0 + a2 b2 + a4 b4) + (a1 b1 + a3 b3).
// Cost: O(size); long rows are limited by memory bandwidth. Tests: dot_test (all targets that the
// machine supports, and a plain loop).
#include "util/dot.h"

#include <algorithm>
#include <array>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "util/dot.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// highway.h must come after foreach_target.h.
#include <hwy/highway.h>

#include "util/load_numbers-inl.h"
#include "util/prefetch.h"

HWY_BEFORE_NAMESPACE();
namespace ect::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// At least 4 vectors of 8 floats, or 2 of 16: several are needed, as each addition waits for the
// one before.
constexpr std::size_t kSums = 32;

// Adds the second half to the first until one sum is left. Requires a power of two.
template <class T>
T added_up(T* sums, std::size_t count) {
  for (std::size_t half = count / 2; half > 0; half /= 2) {
    for (std::size_t j = 0; j < half; ++j) sums[j] += sums[j + half];
  }
  return sums[0];
}

// The same result for at most kSums products, without the sums that would be 0.
template <class T, class A>
T sum_of_few(const A* HWY_RESTRICT a, const float* HWY_RESTRICT b, std::size_t size) {
  std::size_t count = 1;
  while (count < size) count *= 2;
  alignas(64) std::array<T, kSums> sums;
  for (std::size_t i = 0; i < size; ++i) sums[i] = static_cast<T>(a[i]) * static_cast<T>(b[i]);
  for (std::size_t i = size; i < count; ++i) sums[i] = 0;
  return added_up(sums.data(), count);
}

// Adds the products a[i] * b[i] to the sums, kSums at a time, and the rest one by one.
template <class T, class A>
T sum_of_products(const A* HWY_RESTRICT a, const float* HWY_RESTRICT b, std::size_t size) {
  if (size <= kSums) return sum_of_few<T>(a, b, size);
  const hn::CappedTag<T, kSums / 4> d;
  using V = hn::VFromD<decltype(d)>;
  const std::size_t lanes = hn::Lanes(d);
  alignas(64) std::array<T, kSums> sums = {};
  std::size_t i = 0;
  // Four vectors at once stay in registers; wider ones than the machine's go round more often.
  const std::size_t at_once = 4 * lanes;
  const std::size_t whole = size - size % kSums;
  for (std::size_t part = 0; part < kSums; part += at_once) {
    V s0 = hn::Zero(d);
    V s1 = s0;
    V s2 = s0;
    V s3 = s0;
    for (i = part; i < whole; i += kSums) {
      s0 = hn::Add(s0, hn::Mul(load_as(d, a + i), load_as(d, b + i)));
      s1 = hn::Add(s1, hn::Mul(load_as(d, a + i + lanes), load_as(d, b + i + lanes)));
      s2 = hn::Add(s2, hn::Mul(load_as(d, a + i + 2 * lanes), load_as(d, b + i + 2 * lanes)));
      s3 = hn::Add(s3, hn::Mul(load_as(d, a + i + 3 * lanes), load_as(d, b + i + 3 * lanes)));
    }
    hn::StoreU(s0, d, sums.data() + part);
    hn::StoreU(s1, d, sums.data() + part + lanes);
    hn::StoreU(s2, d, sums.data() + part + 2 * lanes);
    hn::StoreU(s3, d, sums.data() + part + 3 * lanes);
  }
  for (i = whole; i < size; ++i) sums[i - whole] += static_cast<T>(a[i]) * static_cast<T>(b[i]);
  return added_up(sums.data(), kSums);
}

template <class T, class A>
void add_row(T factor, const A* HWY_RESTRICT row, T* HWY_RESTRICT to, std::size_t size) {
  const hn::ScalableTag<T> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto by = hn::Set(d, factor);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) {
    hn::StoreU(hn::Add(hn::LoadU(d, to + i), hn::Mul(by, load_as(d, row + i))), d, to + i);
  }
  for (; i < size; ++i) to[i] += factor * static_cast<T>(row[i]);
}

constexpr std::size_t kRowsAhead = 8;  // that are fetched from memory before they are summed

// Sums four vectors of columns: several are needed, as each addition waits for the one before.
template <class D>
void sum_four(D d, const float* HWY_RESTRICT table, std::size_t width,
              const util::WeightedRow* HWY_RESTRICT which, std::size_t count,
              float* HWY_RESTRICT sums) {
  using V = hn::VFromD<D>;
  const std::size_t lanes = hn::Lanes(d);
  V s0 = hn::Zero(d);
  V s1 = s0;
  V s2 = s0;
  V s3 = s0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kRowsAhead < count) {
      const float* const later = table + which[i + kRowsAhead].row * width;
      for (std::size_t j = 0; j < 4 * lanes; j += util::kWideRow) util::prefetch(later + j);
    }
    const float* HWY_RESTRICT row = table + which[i].row * width;
    const V by = hn::Set(d, which[i].weight);
    s0 = hn::Add(s0, hn::Mul(by, hn::LoadU(d, row)));
    s1 = hn::Add(s1, hn::Mul(by, hn::LoadU(d, row + lanes)));
    s2 = hn::Add(s2, hn::Mul(by, hn::LoadU(d, row + 2 * lanes)));
    s3 = hn::Add(s3, hn::Mul(by, hn::LoadU(d, row + 3 * lanes)));
  }
  hn::StoreU(s0, d, sums);
  hn::StoreU(s1, d, sums + lanes);
  hn::StoreU(s2, d, sums + 2 * lanes);
  hn::StoreU(s3, d, sums + 3 * lanes);
}

// Sums one vector of columns.
template <class D>
void sum_one(D d, const float* HWY_RESTRICT table, std::size_t width,
             const util::WeightedRow* HWY_RESTRICT which, std::size_t count,
             float* HWY_RESTRICT sums) {
  auto sum = hn::Zero(d);
  for (std::size_t i = 0; i < count; ++i) {
    if (i + kRowsAhead < count) util::prefetch(table + which[i + kRowsAhead].row * width);
    const auto by = hn::Set(d, which[i].weight);
    sum = hn::Add(sum, hn::Mul(by, hn::LoadU(d, table + which[i].row * width)));
  }
  hn::StoreU(sum, d, sums);
}

}  // namespace

void sum_of_wide_rows(const float* table, std::size_t width, const util::WeightedRow* which,
                      std::size_t count, float* sums) {
  const hn::CappedTag<float, util::kWideRow> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t column = 0;
  for (; column + 4 * lanes <= width; column += 4 * lanes) {
    sum_four(d, table + column, width, which, count, sums + column);
  }
  for (; column < width; column += lanes) {
    sum_one(d, table + column, width, which, count, sums + column);
  }
}

void add_to_rows(const float* steps, std::size_t width, const util::WeightedRow* which,
                 std::size_t count, float* table) {
  for (std::size_t i = 0; i < count; ++i) {
    add_row(which[i].weight, steps, table + which[i].row * width, width);
  }
}

float dot_of_floats(const float* a, const float* b, std::size_t size) {
  return sum_of_products<float>(a, b, size);
}
double dot_of_doubles(const double* a, const float* b, std::size_t size) {
  return sum_of_products<double>(a, b, size);
}
float dot_of_halves(const util::HalfFloat* a, const float* b, std::size_t size) {
  return sum_of_products<float>(a, b, size);
}
float dot_of_bytes(const std::int8_t* a, const float* b, std::size_t size) {
  return sum_of_products<float>(a, b, size);
}
void add_floats(float factor, const float* row, float* to, std::size_t size) {
  add_row(factor, row, to, size);
}
void add_halves(float factor, const util::HalfFloat* row, float* to, std::size_t size) {
  add_row(factor, row, to, size);
}
void add_bytes(float factor, const std::int8_t* row, float* to, std::size_t size) {
  add_row(factor, row, to, size);
}
void add_doubles(double factor, const float* row, double* to, std::size_t size) {
  add_row(factor, row, to, size);
}

}  // namespace ect::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ect::util {

HWY_EXPORT(dot_of_floats);
HWY_EXPORT(dot_of_doubles);
HWY_EXPORT(dot_of_halves);
HWY_EXPORT(dot_of_bytes);
HWY_EXPORT(add_floats);
HWY_EXPORT(add_halves);
HWY_EXPORT(add_bytes);
HWY_EXPORT(add_doubles);
HWY_EXPORT(sum_of_wide_rows);
HWY_EXPORT(add_to_rows);

float dot(const float* a, const float* b, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(dot_of_floats)(a, b, size);
}

double dot(const double* a, const float* b, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(dot_of_doubles)(a, b, size);
}

float dot(const HalfFloat* a, const float* b, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(dot_of_halves)(a, b, size);
}

float dot(const std::int8_t* a, const float* b, std::size_t size) {
  return HWY_DYNAMIC_DISPATCH(dot_of_bytes)(a, b, size);
}

void add_scaled(float factor, const float* row, float* to, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(add_floats)(factor, row, to, size);
}

void add_scaled(float factor, const HalfFloat* row, float* to, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(add_halves)(factor, row, to, size);
}

void add_scaled(float factor, const std::int8_t* row, float* to, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(add_bytes)(factor, row, to, size);
}

void sum_wide_rows(const float* table, std::span<const WeightedRow> which, std::span<float> sums) {
  if (which.empty()) {  // perhaps there is no table at all
    std::fill(sums.begin(), sums.end(), 0.0F);
    return;
  }
  HWY_DYNAMIC_DISPATCH(sum_of_wide_rows)
  (table, sums.size(), which.data(), which.size(), sums.data());
}

void add_to_wide_rows(std::span<const float> steps, std::span<const WeightedRow> which,
                      float* table) {
  HWY_DYNAMIC_DISPATCH(add_to_rows)
  (steps.data(), steps.size(), which.data(), which.size(), table);
}

void add_scaled(double factor, const float* row, double* to, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(add_doubles)(factor, row, to, size);
}

}  // namespace ect::util
#endif  // HWY_ONCE
