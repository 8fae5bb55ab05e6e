#ifndef ECT_UTIL_ZSTD_H_
#define ECT_UTIL_ZSTD_H_

#include <cstddef>
#include <span>
#include <vector>

namespace ect::util {

// A zstd frame of the bytes, at the fastest level.
std::vector<std::byte> compressed(std::span<const std::byte> bytes);

// Decompresses one frame; false if it is damaged or holds more than `max_bytes`.
bool decompress(std::span<const std::byte> frame, std::size_t max_bytes,
                std::vector<std::byte>& bytes);

}  // namespace ect::util

#endif  // ECT_UTIL_ZSTD_H_
