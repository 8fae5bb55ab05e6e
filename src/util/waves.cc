// The fast Hadamard transform, and cosines and sines, compiled for each vector instruction set
// (Highway) and chosen at run time. Each result is computed by the same operations in the same
// order whatever the vector width, and rounded after each (this file must be compiled without
// contraction to fused multiply-adds). The C library's cos() would differ between machines.
//
// A cosine: the angle is given in turns, so that whole turns can be removed exactly: r in [-1/2,
// 1/2]. With u = |r| - 1/4, cos(2 pi r) = -sin(2 pi u), and for |u| <= 1/4 the sine's series up to
// u^11 is exact to about 1e-7. A sine is the cosine a quarter of a turn before.
//
// Cost: size log2(size) additions; about twenty operations per cosine. Tests: waves_test.
#include "util/waves.h"

#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "util/waves.cc"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// highway.h must come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace ect::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, util::kWaveLanes>;

// Replaces each two values x and y that are `apart` places apart by x + y and x - y.
void butterflies(float* HWY_RESTRICT values, std::size_t size, std::size_t apart) {
  const Lanes d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t first = 0; first < size; first += 2 * apart) {
    for (std::size_t i = first; i < first + apart; i += lanes) {
      const auto x = hn::LoadU(d, values + i);
      const auto y = hn::LoadU(d, values + i + apart);
      hn::StoreU(hn::Add(x, y), d, values + i);
      hn::StoreU(hn::Sub(x, y), d, values + i + apart);
    }
  }
}

// The same for distances below the width of a vector.
template <std::size_t kApart>
void near_butterflies(float* HWY_RESTRICT values) {
  for (std::size_t first = 0; first < util::kWaveLanes; first += 2 * kApart) {
    for (std::size_t i = first; i < first + kApart; ++i) {
      const float x = values[i];
      const float y = values[i + kApart];
      values[i] = x + y;
      values[i + kApart] = x - y;
    }
  }
}

hn::VFromD<Lanes> cosine(hn::VFromD<Lanes> turns) {
  const Lanes d;
  const auto r = hn::Sub(turns, hn::Round(turns));
  const auto u = hn::Sub(hn::Abs(r), hn::Set(d, 0.25F));
  const auto square = hn::Mul(u, u);
  auto sum = hn::Set(d, 15.09464257682298F);
  sum = hn::Add(hn::Mul(sum, square), hn::Set(d, -42.05869394489765F));
  sum = hn::Add(hn::Mul(sum, square), hn::Set(d, 76.70585975306136F));
  sum = hn::Add(hn::Mul(sum, square), hn::Set(d, -81.60524927607504F));
  sum = hn::Add(hn::Mul(sum, square), hn::Set(d, 41.341702240399755F));
  sum = hn::Add(hn::Mul(sum, square), hn::Set(d, -6.283185307179586F));
  return hn::Mul(sum, u);
}

}  // namespace

void hadamard_here(float* values, std::size_t size) {
  for (std::size_t first = 0; first < size; first += util::kWaveLanes) {
    near_butterflies<1>(values + first);
    near_butterflies<2>(values + first);
    near_butterflies<4>(values + first);
    near_butterflies<8>(values + first);
  }
  for (std::size_t apart = util::kWaveLanes; apart < size; apart *= 2)
    butterflies(values, size, apart);
}

void multiply_here(const float* HWY_RESTRICT factors, float* HWY_RESTRICT values,
                   std::size_t size) {
  const Lanes d;
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    hn::StoreU(hn::Mul(hn::LoadU(d, values + i), hn::LoadU(d, factors + i)), d, values + i);
  }
}

void waves_here(const float* HWY_RESTRICT turns, float height, float* HWY_RESTRICT cosines,
                float* HWY_RESTRICT sines, std::size_t size) {
  const Lanes d;
  const auto high = hn::Set(d, height);
  const auto quarter = hn::Set(d, 0.25F);
  for (std::size_t i = 0; i < size; i += hn::Lanes(d)) {
    const auto turn = hn::LoadU(d, turns + i);
    const auto r = hn::Sub(turn, hn::Round(turn));  // first, so that subtracting 1/4 is exact
    hn::StoreU(hn::Mul(high, cosine(r)), d, cosines + i);
    hn::StoreU(hn::Mul(high, cosine(hn::Sub(r, quarter))), d, sines + i);
  }
}

}  // namespace ect::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace ect::util {

HWY_EXPORT(hadamard_here);
HWY_EXPORT(multiply_here);
HWY_EXPORT(waves_here);

void hadamard(float* values, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(hadamard_here)(values, size);
}

void multiply(const float* factors, float* values, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(multiply_here)(factors, values, size);
}

void waves(const float* turns, float height, float* cosines, float* sines, std::size_t size) {
  HWY_DYNAMIC_DISPATCH(waves_here)(turns, height, cosines, sines, size);
}

}  // namespace ect::util
#endif  // HWY_ONCE
