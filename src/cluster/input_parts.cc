// What is read, in parts that ranks can read by themselves. A line belongs to the part in which its
// first byte is: a part begins behind the first line end at or after the byte before it, and reads
// on to the end of its last line. Example: the file "ab\ncd\n" cut at byte 2: the first part has
// both bytes of "ab", and the second begins behind the line end at byte 2, with "cd".
// Tests: input_parts_test.
#include "cluster/input_parts.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "ect/error.h"
#include "util/input.h"
#include "util/text.h"

namespace ect::cluster {
namespace {

namespace fs = std::filesystem;

// The bytes of a part.
class PartInput final : public util::Input {
 public:
  explicit PartInput(const InputPart& part)
      : name_(part.file), file_(part.file, std::ios::binary), at_(part.first), last_(part.last) {
    if (part.first == 0) return;
    file_.seekg(static_cast<std::streamsize>(part.first - 1));
    for (char c = 0; c != '\n' && file_.get(c);) ++at_;
    --at_;  // counted from the byte before the part
    ended_ = at_ >= last_;
  }

  std::size_t read(char* buffer, std::size_t size) override {
    if (ended_) return 0;
    file_.read(buffer, static_cast<std::streamsize>(size));
    if (file_.bad()) throw Error(Error::Kind::kInputOutput, fmt::format("{}: cannot read", name_));
    const auto got = static_cast<std::size_t>(file_.gcount());
    ended_ = got == 0;
    // The line end that ends the part is at its last byte or behind.
    const std::uint64_t look = at_ >= last_ ? 0 : last_ - 1 - at_;
    if (look < got) {
      const void* end = std::memchr(buffer + look, '\n', got - look);
      if (end != nullptr) {
        ended_ = true;
        return static_cast<std::size_t>(static_cast<const char*>(end) - buffer) + 1;
      }
    }
    at_ += got;
    return got;
  }
  bool at_hand() override { return true; }

 private:
  std::string name_;
  std::ifstream file_;
  std::uint64_t at_;
  std::uint64_t last_;
  bool ended_ = false;
};

bool is_packed(const std::string& file) {
  std::array<unsigned char, 4> first{};
  std::ifstream(file, std::ios::binary).read(reinterpret_cast<char*>(first.data()), first.size());
  return (first[0] == 0x1f && first[1] == 0x8b) ||
         (first[0] == 0x28 && first[1] == 0xb5 && first[2] == 0x2f && first[3] == 0xfd);
}

void add_matching(const std::string& name, std::vector<std::string>& files) {
  std::error_code failed;
  if (fs::exists(name, failed) || name.find_first_of("*?[") == std::string::npos) {
    files.push_back(name);
    return;
  }
  const fs::path pattern(name);
  const fs::path folder = pattern.has_parent_path() ? pattern.parent_path() : fs::path(".");
  std::vector<std::string> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, failed)) {
    const std::string file = entry.path().filename().string();
    if (fnmatch(pattern.filename().c_str(), file.c_str(), FNM_PERIOD) != 0) continue;
    found.push_back((pattern.has_parent_path() ? folder / file : fs::path(file)).string());
  }
  if (found.empty()) {
    throw Error(Error::Kind::kInputOutput, fmt::format("{}: no file matches", name));
  }
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

}  // namespace

std::vector<std::string> input_files(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    if (!name.starts_with('@')) {
      add_matching(name, files);
      continue;
    }
    const std::string list = util::read_all(*util::open_file(name.substr(1)));
    for (const std::string_view line : util::split(list, '\n')) {
      const std::string_view trimmed = util::trimmed(line);
      if (!trimmed.empty()) add_matching(std::string(trimmed), files);
    }
  }
  return files;
}

std::vector<InputPart> input_parts(const std::vector<std::string>& files, std::uint64_t size) {
  std::vector<InputPart> parts;
  for (const std::string& file : files) {
    std::error_code failed;
    if (!fs::is_regular_file(file, failed)) {
      util::open_file(file);  // which says what is wrong
      throw Error(Error::Kind::kInputOutput,
                  fmt::format("{}: not a regular file (which all ranks could read)", file));
    }
    util::open_file(file);
    const std::uint64_t bytes = fs::file_size(file);
    if (bytes == 0) continue;
    if (is_packed(file)) {
      parts.push_back({file, 0, bytes});
      continue;
    }
    const bool whole = bytes <= size;
    for (std::uint64_t first = 0; first < bytes; first += size) {
      parts.push_back({file, first, std::min(bytes, first + size), whole});
    }
  }
  return parts;
}

data::Lines lines_of(const InputPart& part) {
  if (part.whole) return {util::open_file(part.file), part.file};
  const std::string name =
      part.first == 0 ? part.file : fmt::format("{} (behind byte {})", part.file, part.first);
  return {std::make_unique<PartInput>(part), name};
}

}  // namespace ect::cluster
