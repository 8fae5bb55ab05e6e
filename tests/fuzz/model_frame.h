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

// What somebody has who means harm and has read docs/model_format.md: model files taken apart and
// put together again, with checksums that are right whatever the rest is. Written from the document
// and not from src/model, so that the two can disagree.
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
  return checksum_of(std::as_bytes(std::span(text)));
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

inline std::uint64_t block_bytes(std::string_view directory, std::size_t block) {
  const std::uint64_t count = number_at<std::uint32_t>(directory, block + 8);
  return count * (number_at<std::uint32_t>(directory, block + 12) == 1 ? 4 : 8);
}

// Gives every block that lies within the body the checksum of what is there.
inline void mend_block_checksums(std::string& directory, std::string_view body) {
  for (std::size_t block = 0; block + kBlockEntry <= directory.size(); block += kBlockEntry) {
    const auto offset = number_at<std::uint64_t>(directory, block);
    const std::uint64_t bytes = block_bytes(directory, block);
    if (offset > body.size() || bytes > body.size() - offset) continue;
    put_number(directory, block + 20, checksum_of_text(body.substr(offset, bytes)));
  }
}

// Puts the blocks one behind the other and gives the body their length, unless that is long.
inline void mend_block_places(std::string& directory, std::string& body) {
  constexpr std::uint64_t kLong = std::uint64_t{1} << 16;
  std::uint64_t end = 0;
  for (std::size_t block = 0; block + kBlockEntry <= directory.size(); block += kBlockEntry) {
    put_number(directory, block, end);
    end += (block_bytes(directory, block) + 7) / 8 * 8;
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
