#ifndef ECT_UTIL_PLACE_OF_H_
#define ECT_UTIL_PLACE_OF_H_

#include <cstdint>

namespace ect::util {

// The place where the search for a number begins in a hash table of `count` places: Fibonacci
// hashing, then a multiplication instead of a division.
inline std::uint32_t place_of(std::uint32_t number, std::uint32_t count) {
  const std::uint32_t mixed = number * 0x9e3779b1U;
  return static_cast<std::uint32_t>((std::uint64_t{mixed} * count) >> 32);
}

}  // namespace ect::util

#endif  // ECT_UTIL_PLACE_OF_H_
