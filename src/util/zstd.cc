// Compresses and decompresses bytes in memory. Compressed input streams are read by util/input.cc.
// Tests: resume_test.
#include "util/zstd.h"

#include <zstd.h>

namespace ect::util {

std::vector<std::byte> compressed(std::span<const std::byte> bytes) {
  constexpr int kFastest = 1;
  std::vector<std::byte> frame(ZSTD_compressBound(bytes.size()));
  // Cannot fail: there is room, and the level exists.
  frame.resize(ZSTD_compress(frame.data(), frame.size(), bytes.data(), bytes.size(), kFastest));
  return frame;
}

bool decompress(std::span<const std::byte> frame, std::size_t max_bytes,
                std::vector<std::byte>& bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(frame.data(), frame.size());
  // Also false for an unknown size or an invalid frame: these values are greater than any size.
  if (size > max_bytes) return false;
  bytes.resize(size);
  return ZSTD_decompress(bytes.data(), bytes.size(), frame.data(), frame.size()) == size;
}

}  // namespace ect::util
