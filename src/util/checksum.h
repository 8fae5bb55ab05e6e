#ifndef ECT_UTIL_CHECKSUM_H_
#define ECT_UTIL_CHECKSUM_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace ect::util {

// CRC-32, as in gzip and png. It detects accidental damage, not deliberate changes.
std::uint32_t checksum_of(std::span<const std::byte> bytes);

}  // namespace ect::util

#endif  // ECT_UTIL_CHECKSUM_H_
