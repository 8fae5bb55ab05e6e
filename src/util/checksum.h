#ifndef ECT_UTIL_CHECKSUM_H_
#define ECT_UTIL_CHECKSUM_H_

#include <cstddef>
#include <cstdint>
#include <span>

namespace ect::util {

// CRC-32, as in gzip and png. Against accidents; whoever means harm can compute it too.
std::uint32_t checksum_of(std::span<const std::byte> bytes);

}  // namespace ect::util

#endif  // ECT_UTIL_CHECKSUM_H_
