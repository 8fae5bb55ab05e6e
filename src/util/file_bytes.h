#ifndef ECT_UTIL_MAPPED_FILE_H_
#define ECT_UTIL_MAPPED_FILE_H_

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace ect {

// The bytes of a file, mapped into memory: opening costs nothing, reading only what is touched. The
// file must not be changed in place meanwhile; replacing it, as FileWriter does, is safe.
class MappedFile {
 public:
  // Throws ect::Error where there is no such regular file.
  static std::shared_ptr<const MappedFile> open(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::span<const std::byte> bytes() const { return {begin_, size_}; }

 private:
  MappedFile(const std::byte* begin, std::size_t size) : begin_(begin), size_(size) {}

  const std::byte* begin_;
  std::size_t size_;
};

}  // namespace ect

#endif  // ECT_UTIL_MAPPED_FILE_H_
