#ifndef ECT_TESTS_FUZZ_MODEL_FRAME_H_
#define ECT_TESTS_FUZZ_MODEL_FRAME_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/checksum.h"

// What somebody has who means harm and has read docs/reference/model_format.md: model files taken
// apart and put together again, with checksums that are right whatever the rest is. Written from
// the document and not from src/model, so that the two can disagree.
namespace ect {

template <class T>
T number_at(std::string_view bytes, std::size_t at) {
  T number{};
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}

template <class T>
void put_number(std::string& bytes, std::size_t at, T number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

inline std::uint32_t checksum_of_text(std::string_view text) {
  return util::checksum_of(std::as_bytes(std::span(text)));
}

inline constexpr std::size_t kFrameHeader = 64;
inline constexpr std::size_t kFrameEntry = 32;
inline constexpr std::size_t kBlockEntry = 24;
enum FrameId : std::uint32_t {
  kAboutId = 1,
  kLabelsId,
  kScheduleId,
  kScalingId,
  kDirectoryId,
  kBodyId,
  kExpansionId
};

// A block of the directory: where it says so, how many bytes lie in the body and must be right.
struct FrameBlock {
  std::size_t offset_at;  // u64
  std::size_t checksum_at;
  std::uint64_t bytes;   // that the checksum is of
  std::uint64_t padded;  // up to the next one
};

inline FrameBlock plain_block(std::string_view directory, std::size_t at) {
  const std::uint64_t count = number_at<std::uint32_t>(directory, at + 8);
  const std::uint64_t bytes = count * (number_at<std::uint32_t>(directory, at + 12) == 1 ? 4 : 8);
  return {at, at + 20, bytes, (bytes + 7) / 8 * 8};
}

inline FrameBlock packed_group(std::string_view directory, std::size_t at) {
  const std::uint64_t rows = number_at<std::uint32_t>(directory, at + 8);
  const std::uint64_t reach = number_at<std::uint32_t>(directory, at + 12);
  const std::uint64_t places = number_at<std::uint32_t>(directory, at + 16);
  const auto kind = number_at<std::uint8_t>(directory, at + 20);
  const std::uint64_t width = number_at<std::uint8_t>(directory, at + 21);
  const std::uint64_t bits = number_at<std::uint8_t>(directory, at + 22);
  const std::uint64_t align = width == 1 ? 8 : 64;
  const auto aligned = [&](std::uint64_t bytes) { return (bytes + align - 1) / align * align; };
  const std::uint64_t index = kind == 1 ? (reach + 63) / 64 * 16 : places * 8;
  const std::uint64_t bytes = aligned(index) + aligned(rows * (width * bits / 8));
  return {at, at + 24, bytes, bytes};
}

// Those of packed weights are behind the matches.
inline std::vector<FrameBlock> blocks_of(std::string_view directory) {
  constexpr std::size_t kHead = 8;
  constexpr std::size_t kMatch = 16;
  constexpr std::size_t kGroup = 32;
  std::vector<FrameBlock> blocks;
  if (directory.size() >= kHead) {
    const std::uint64_t matches = number_at<std::uint32_t>(directory, 0);
    const std::uint64_t groups = number_at<std::uint32_t>(directory, 4);
    if (groups > 0 && kHead + matches * kMatch + groups * kGroup == directory.size()) {
      for (std::size_t at = kHead + matches * kMatch; at < directory.size(); at += kGroup) {
        blocks.push_back(packed_group(directory, at));
      }
      return blocks;
    }
  }
  for (std::size_t at = 0; at + kBlockEntry <= directory.size(); at += kBlockEntry) {
    blocks.push_back(plain_block(directory, at));
  }
  return blocks;
}

// Gives every block that lies within the body the checksum of what is there.
inline void mend_block_checksums(std::string& directory, std::string_view body) {
  for (const FrameBlock& block : blocks_of(directory)) {
    const auto offset = number_at<std::uint64_t>(directory, block.offset_at);
    if (offset > body.size() || block.bytes > body.size() - offset) continue;
    put_number(directory, block.checksum_at, checksum_of_text(body.substr(offset, block.bytes)));
  }
}

// Puts the blocks one behind the other and gives the body their length, unless that is long.
inline void mend_block_places(std::string& directory, std::string& body) {
  constexpr std::uint64_t kLong = std::uint64_t{1} << 16;
  std::uint64_t end = 0;
  for (const FrameBlock& block : blocks_of(directory)) {
    put_number(directory, block.offset_at, end);
    end += block.padded;
    if (end > kLong) return;
  }
  body.resize(end);
}

struct ModelFrame {
  struct Part {
    std::uint32_t id;
    std::string bytes;
  };
  std::vector<Part> parts;
  std::uint32_t version = 1;

  ModelFrame() = default;
  // Requires a good file.
  explicit ModelFrame(std::string_view file) : version(number_at<std::uint32_t>(file, 8)) {
    for (std::uint32_t i = 0; i < number_at<std::uint32_t>(file, 12); ++i) {
      const std::size_t entry = kFrameHeader + i * kFrameEntry;
      parts.push_back({number_at<std::uint32_t>(file, entry),
                       std::string(file.substr(number_at<std::uint64_t>(file, entry + 8),
                                               number_at<std::uint64_t>(file, entry + 16)))});
    }
  }

  std::string& part(std::uint32_t id) {
    return std::find_if(parts.begin(), parts.end(), [&](const Part& part) { return part.id == id; })
        ->bytes;
  }
  void mend_blocks() { mend_block_checksums(part(kDirectoryId), part(kBodyId)); }

  std::string file() const {
    std::string file(kFrameHeader + parts.size() * kFrameEntry, '\0');
    const std::size_t frame = file.size();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      file.resize((file.size() + 63) / 64 * 64);
      const std::size_t entry = kFrameHeader + i * kFrameEntry;
      put_number(file, entry, parts[i].id);
      put_number(file, entry + 4, parts[i].id == kBodyId ? 0 : checksum_of_text(parts[i].bytes));
      put_number<std::uint64_t>(file, entry + 8, file.size());
      put_number<std::uint64_t>(file, entry + 16, parts[i].bytes.size());
      file += parts[i].bytes;
    }
    file.replace(0, 8, "ECTMODEL");
    put_number(file, 8, version);
    put_number(file, 12, static_cast<std::uint32_t>(parts.size()));
    put_number<std::uint64_t>(file, 16, file.size());
    put_number(file, 24, checksum_of_text(std::string_view(file).substr(0, frame)));
    return file;
  }
};

// Makes all checksums of a file right where it is, as far as its table can be followed.
inline void mend_checksums(std::string& file) {
  if (file.size() < kFrameHeader) return;
  const std::uint64_t sections = number_at<std::uint32_t>(file, 12);
  const std::uint64_t frame = kFrameHeader + sections * kFrameEntry;
  if (sections > 64 || frame > file.size()) return;
  const auto range = [&](std::size_t entry) {
    const std::uint64_t offset =
        std::min<std::uint64_t>(file.size(), number_at<std::uint64_t>(file, entry + 8));
    return std::pair(offset, std::min<std::uint64_t>(file.size() - offset,
                                                     number_at<std::uint64_t>(file, entry + 16)));
  };
  std::string body;
  for (std::size_t entry = kFrameHeader; entry < frame; entry += kFrameEntry) {
    const auto [offset, bytes] = range(entry);
    if (number_at<std::uint32_t>(file, entry) == kBodyId) body = file.substr(offset, bytes);
  }
  for (std::size_t entry = kFrameHeader; entry < frame; entry += kFrameEntry) {
    const auto [offset, bytes] = range(entry);
    const auto id = number_at<std::uint32_t>(file, entry);
    if (id == kBodyId || offset < frame) continue;
    std::string part = file.substr(offset, bytes);
    if (id == kDirectoryId) mend_block_checksums(part, body);
    file.replace(offset, bytes, part);
    put_number(file, entry + 4, checksum_of_text(part));
  }
  put_number<std::uint64_t>(file, 16, file.size());
  put_number<std::uint32_t>(file, 24, 0);
  put_number(file, 24, checksum_of_text(std::string_view(file).substr(0, frame)));
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_MODEL_FRAME_H_
