// CRC-32 of bytes, computed by zlib. Tests: checked_records_test.
#include "util/checksum.h"

#include <zlib.h>

namespace ect::util {

std::uint32_t checksum_of(std::span<const std::byte> bytes) {
  const auto* begin = reinterpret_cast<const Bytef*>(bytes.data());
  return static_cast<std::uint32_t>(crc32_z(crc32_z(0, nullptr, 0), begin, bytes.size()));
}

}  // namespace ect::util
