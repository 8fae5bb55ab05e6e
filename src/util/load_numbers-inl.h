// Loads numbers of several types into vectors. For files that Highway compiles once for each
// instruction set: this header is included again for each (HWY_TARGET_TOGGLE).
#if defined(ECT_UTIL_LOAD_NUMBERS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ECT_UTIL_LOAD_NUMBERS_INL_H_
#undef ECT_UTIL_LOAD_NUMBERS_INL_H_
#else
#define ECT_UTIL_LOAD_NUMBERS_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>
#include <type_traits>

#include "util/weighted_rows.h"

HWY_BEFORE_NAMESPACE();
namespace ect::HWY_NAMESPACE {

// Loads numbers of type A, at most as wide as the lanes of D, and converts them to these.
template <class D, class A>
hwy::HWY_NAMESPACE::VFromD<D> load_as(D d, const A* from) {
  namespace hn = hwy::HWY_NAMESPACE;
  if constexpr (std::is_same_v<A, hn::TFromD<D>>) {
    return hn::LoadU(d, from);
  } else if constexpr (std::is_same_v<A, util::HalfFloat>) {
    const hn::Rebind<std::uint16_t, D> half;
    const hn::Rebind<std::uint32_t, D> wide;
    const auto bits = hn::LoadU(half, reinterpret_cast<const std::uint16_t*>(from));
    return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(wide, bits)));
  } else if constexpr (std::is_integral_v<A>) {
    const hn::Rebind<std::int32_t, D> wide;
    return hn::ConvertTo(d, hn::PromoteTo(wide, hn::LoadU(hn::Rebind<A, D>(), from)));
  } else {
    return hn::PromoteTo(d, hn::LoadU(hn::Rebind<A, D>(), from));
  }
}

}  // namespace ect::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // HWY_TARGET_TOGGLE
