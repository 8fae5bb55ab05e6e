// Weighted sums of short rows, compiled for each vector instruction set (Highway) and chosen at run
// time. Whatever the vector width, there are two sums for each column, over the even and over the
// odd entries of `which`, because each addition waits for the one before; they are added at the
// end. Products and sums are rounded one by one (this file must be compiled without contraction to
// fused multiply-adds), so that all machines round alike.
//
// Example: rows 2, 7 and 4 with weights a, b and c give (a t[2] + c t[4]) + b t[7].
// Cost: a row of floats is one cache line, and in large tables these misses dominate: rows are
// prefetched kAhead entries before they are needed. Tests: weighted_rows_test (all targets that the
// machine supports, and a plain loop).
#include "util/weighted_rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "util/weighted_rows.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// The other headers of Highway must come after foreach_target.h.
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "util/load_numbers-inl.h"

HWY_BEFORE_NAMESPACE();
namespace ect::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kAhead = 8;

// Sums rows that consist of kVectors vectors of D.
template <std::size_t kVectors, class D, class T>
void sum_vectors(D d, const T* HWY_RESTRICT table, std::size_t width,
                 const util::WeightedRow* HWY_RESTRICT which, std::size_t count,
                 float* HWY_RESTRICT sums) {
  using V = hn::VFromD<D>;
  const std::size_t lanes = hn::Lanes(d);
  V even0 = hn::Zero(d);
  V even1 = even0;
  V even2 = even0;
  V even3 = even0;
  V odd0 = even0;
  V odd1 = even0;
  V odd2 = even0;
  V odd3 = even0;
  const auto add = [&](const util::WeightedRow& one, V& s0, V& s1, V& s2, V& s3) HWY_ATTR {
    const T* row = table + one.row * width;
    const V by = hn::Set(d, one.weight);
    s0 = hn::Add(s0, hn::Mul(by, load_as(d, row)));
    if constexpr (kVectors > 1) s1 = hn::Add(s1, hn::Mul(by, load_as(d, row + lanes)));
    if constexpr (kVectors > 2) s2 = hn::Add(s2, hn::Mul(by, load_as(d, row + 2 * lanes)));
    if constexpr (kVectors > 2) s3 = hn::Add(s3, hn::Mul(by, load_as(d, row + 3 * lanes)));
  };
  std::size_t i = 0;
  for (; i + 1 < count; i += 2) {
    if (i + kAhead + 1 < count) {
      hwy::Prefetch(table + which[i + kAhead].row * width);
      hwy::Prefetch(table + which[i + kAhead + 1].row * width);
    }
    add(which[i], even0, even1, even2, even3);
    add(which[i + 1], odd0, odd1, odd2, odd3);
  }
  if (i < count) add(which[i], even0, even1, even2, even3);
  hn::StoreU(hn::Add(even0, odd0), d, sums);
  if constexpr (kVectors > 1) hn::StoreU(hn::Add(even1, odd1), d, sums + lanes);
  if constexpr (kVectors > 2) hn::StoreU(hn::Add(even2, odd2), d, sums + 2 * lanes);
  if constexpr (kVectors > 2) hn::StoreU(hn::Add(even3, odd3), d, sums + 3 * lanes);
}

// Sums rows number by number: rows of one number, and all rows on machines without vectors.
template <class T>
void sum_plainly(const T* HWY_RESTRICT table, std::size_t width,
                 const util::WeightedRow* HWY_RESTRICT which, std::size_t count,
                 float* HWY_RESTRICT sums) {
  float both[2][util::kLongestRow] = {};
  for (std::size_t i = 0; i < count; ++i) {
    const T* row = table + which[i].row * width;
    for (std::size_t j = 0; j < width; ++j) {
      both[i % 2][j] += which[i].weight * static_cast<float>(row[j]);
    }
  }
  for (std::size_t j = 0; j < width; ++j) sums[j] = both[0][j] + both[1][j];
}

template <class T>
void sum_of_rows(const T* table, std::size_t width, const util::WeightedRow* which,
                 std::size_t count, float* sums) {
  const hn::CappedTag<float, 4> of_4;
  const hn::CappedTag<float, 8> of_8;
  const hn::CappedTag<float, 16> of_16;
  if (width == 1 || hn::Lanes(of_4) != 4) {
    sum_plainly(table, width, which, count, sums);
  } else if (width == 4) {
    sum_vectors<1>(of_4, table, width, which, count, sums);
  } else if (width == 8 && hn::Lanes(of_8) == 8) {
    sum_vectors<1>(of_8, table, width, which, count, sums);
  } else if (width == 8) {
    sum_vectors<2>(of_4, table, width, which, count, sums);
  } else if (hn::Lanes(of_16) == 16) {
    sum_vectors<1>(of_16, table, width, which, count, sums);
  } else if (hn::Lanes(of_8) == 8) {
    sum_vectors<2>(of_8, table, width, which, count, sums);
  } else {
    sum_vectors<4>(of_4, table, width, which, count, sums);
  }
}

}  // namespace

void sum_rows_of_floats(const float* table, std::size_t width, const util::WeightedRow* which,
                        std::size_t count, float* sums) {
  sum_of_rows(table, width, which, count, sums);
}
void sum_rows_of_halves(const util::HalfFloat* table, std::size_t width,
                        const util::WeightedRow* which, std::size_t count, float* sums) {
  sum_of_rows(table, width, which, count, sums);
}
void sum_rows_of_bytes(const std::int8_t* table, std::size_t width, const util::WeightedRow* which,
                       std::size_t count, float* sums) {
  sum_of_rows(table, width, which, count, sums);
}

}  // namespace ect::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ect::util {

HWY_EXPORT(sum_rows_of_floats);
HWY_EXPORT(sum_rows_of_halves);
HWY_EXPORT(sum_rows_of_bytes);

void sum_rows(const float* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums) {
  HWY_DYNAMIC_DISPATCH(sum_rows_of_floats)(table, width, which.data(), which.size(), sums);
}

void sum_rows(const HalfFloat* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums) {
  HWY_DYNAMIC_DISPATCH(sum_rows_of_halves)(table, width, which.data(), which.size(), sums);
}

void sum_rows(const std::int8_t* table, std::size_t width, std::span<const WeightedRow> which,
              float* sums) {
  HWY_DYNAMIC_DISPATCH(sum_rows_of_bytes)(table, width, which.data(), which.size(), sums);
}

}  // namespace ect::util
#endif  // HWY_ONCE
