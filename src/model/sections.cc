// The frame of a model file: header, table of sections, sections. Every size and offset in a file
// is checked before it is used. Tests: model_file_test; tests/fuzz/fuzz_model.cc.
#include "model/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "util/checksum.h"
#include "util/file.h"

namespace ect::model {
namespace {

static_assert(std::endian::native == std::endian::little,
              "model files are mapped as they are, and they are little-endian");

constexpr std::array<char, 8> kModelMagic = {'E', 'C', 'T', 'M', 'O', 'D', 'E', 'L'};
constexpr std::uint64_t kAlign = 64;
constexpr std::uint32_t kMaxSections = 64;

struct Header {
  std::array<char, 8> magic;
  std::uint32_t version;
  std::uint32_t sections;
  std::uint64_t bytes;     // of the file
  std::uint32_t checksum;  // of the header, with 0 here, and the table
  std::array<std::uint32_t, 9> reserved;
};
static_assert(sizeof(Header) == kAlign);

struct Entry {
  std::uint32_t id;
  std::uint32_t checksum;  // 0 for the body
  std::uint64_t offset;
  std::uint64_t bytes;
  std::uint64_t reserved;
};
static_assert(sizeof(Entry) == 32);

std::uint64_t aligned(std::uint64_t offset) { return (offset + kAlign - 1) / kAlign * kAlign; }

std::uint32_t checksum_of_frame(Header header, std::span<const Entry> table) {
  header.checksum = 0;
  std::vector<std::byte> bytes(sizeof(Header) + table.size_bytes());
  std::memcpy(bytes.data(), &header, sizeof(Header));
  if (!table.empty()) {
    std::memcpy(bytes.data() + sizeof(Header), table.data(), table.size_bytes());
  }
  return util::checksum_of(bytes);
}

bool all_zero(std::span<const std::byte> bytes) {
  return std::all_of(bytes.begin(), bytes.end(),
                     [](std::byte byte) { return byte == std::byte{}; });
}

template <class T>
std::string_view section_text(const T& object) {
  return {reinterpret_cast<const char*>(&object), sizeof(T)};
}

}  // namespace

void write_sections(const std::function<void(std::string_view)>& write,
                    std::span<const Section> sections, std::uint32_t version) {
  std::vector<Entry> table;
  std::uint64_t end = sizeof(Header) + sections.size() * sizeof(Entry);
  for (const Section& section : sections) {
    const bool body = section.id == SectionId::kBody;
    table.push_back({static_cast<std::uint32_t>(section.id),
                     body ? 0 : util::checksum_of(section.bytes), aligned(end),
                     section.bytes.size(), 0});
    end = table.back().offset + table.back().bytes;
  }
  Header header{kModelMagic, version, static_cast<std::uint32_t>(sections.size()), end, 0, {}};
  header.checksum = checksum_of_frame(header, table);

  write(section_text(header));
  for (const Entry& entry : table) write(section_text(entry));
  std::uint64_t at = sizeof(Header) + table.size() * sizeof(Entry);
  for (std::size_t i = 0; i < table.size(); ++i) {
    write(std::string(table[i].offset - at, '\0'));
    write({reinterpret_cast<const char*>(sections[i].bytes.data()), sections[i].bytes.size()});
    at = table[i].offset + table[i].bytes;
  }
}

Sections::Sections(std::span<const std::byte> file, std::string name) : name_(std::move(name)) {
  Header header{};
  if (file.size() < sizeof(Header)) throw error("not a model file (too short)");
  std::memcpy(&header, file.data(), sizeof(Header));
  if (header.magic != kModelMagic) throw error("not a model file");
  if (header.version < kFirstVersion || header.version > kFourthVersion) {
    throw error(fmt::format("the model has format version {} (expected {} to {})", header.version,
                            kFirstVersion, kFourthVersion));
  }
  version_ = header.version;
  if (header.bytes != file.size()) {
    throw error(fmt::format("the file has {} bytes (expected {}; is it truncated?)", file.size(),
                            header.bytes));
  }
  const std::uint64_t frame = sizeof(Header) + std::uint64_t{header.sections} * sizeof(Entry);
  if (header.sections > kMaxSections || frame > file.size()) throw error("the header is damaged");
  std::vector<Entry> table(header.sections);
  if (!table.empty()) {
    std::memcpy(table.data(), file.data() + sizeof(Header), table.size() * sizeof(Entry));
  }
  if (checksum_of_frame(header, table) != header.checksum) throw error("the header is damaged");
  std::uint64_t end = frame;
  for (const Entry& entry : table) {
    if (entry.offset > file.size() || entry.bytes > file.size() - entry.offset) {
      throw error(fmt::format("section {} lies outside of the file", entry.id));
    }
    // Sections must lie as they are written, so that every byte of the file is checked.
    if (entry.offset != aligned(end) || !all_zero(file.subspan(end, entry.offset - end))) {
      throw error(fmt::format("the bytes before section {} are damaged", entry.id));
    }
    end = entry.offset + entry.bytes;
    const Section section{static_cast<SectionId>(entry.id),
                          file.subspan(entry.offset, entry.bytes)};
    if (std::any_of(sections_.begin(), sections_.end(),
                    [&](const Section& before) { return before.id == section.id; })) {
      throw error(fmt::format("section {} is duplicated", entry.id));
    }
    if (section.id != SectionId::kBody && util::checksum_of(section.bytes) != entry.checksum) {
      throw error(fmt::format("section {} is damaged (its checksum is wrong)", entry.id));
    }
    sections_.push_back(section);
  }
  if (end != file.size()) throw error("there are bytes after the last section");
}

std::span<const std::byte> Sections::section(SectionId id) const {
  for (const Section& section : sections_) {
    if (section.id == id) return section.bytes;
  }
  throw error(fmt::format("section {} is missing", static_cast<std::uint32_t>(id)));
}

bool Sections::has(SectionId id) const {
  return std::any_of(sections_.begin(), sections_.end(),
                     [&](const Section& section) { return section.id == id; });
}

Error Sections::error(const std::string& what) const {
  return {Error::Kind::kModelFormat, fmt::format("{}: {}", name_, what)};
}

}  // namespace ect::model
