// Checks the checksums of a stored model's parts. Tests: c45_tree_test, linear_test, packed_test.
#include "learners/stored_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/checksum.h"

namespace ect::learners {

bool is_sound_part(std::span<const std::byte> body, std::uint64_t offset, std::uint64_t size,
                   std::uint64_t end, std::uint32_t checksum) {
  const std::span<const std::byte> behind = body.subspan(offset + size, end - offset - size);
  return std::all_of(behind.begin(), behind.end(),
                     [](std::byte byte) { return byte == std::byte{}; }) &&
         util::checksum_of(body.subspan(offset, size)) == checksum;
}

Error damaged_model(const StoredClassifiers& stored, std::string_view what) {
  return {Error::Kind::kModelFormat,
          fmt::format("{}{}{}", stored.name, stored.name.empty() ? "" : ": ", what)};
}

}  // namespace ect::learners
