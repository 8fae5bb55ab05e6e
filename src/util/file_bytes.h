#ifndef ECT_UTIL_FILE_BYTES_H_
#define ECT_UTIL_FILE_BYTES_H_

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ect::util {

// The bytes of a regular file, aligned to 8 bytes. Immutable; threads may share it. All functions
// throw ect::Error.
class FileBytes {
 public:
  // Reads a copy: later changes of the file do not matter.
  static std::shared_ptr<const FileBytes> read(const std::string& path);
  // Maps the file into memory: opening is cheap, and only pages that are used are read. Replacing
  // the file by a rename, as FileWriter does, is safe. If the file is changed in place, so are
  // these bytes; if it becomes shorter, reading beyond its new end raises SIGBUS.
  static std::shared_ptr<const FileBytes> map(const std::string& path);
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  std::span<const std::byte> bytes() const { return bytes_; }
  // Throws if the file was changed in place since it was mapped.
  void check_unchanged() const;

 private:
  explicit FileBytes(std::string path);

  void look();
  void read_all();
  void map_all();

  std::string path_;
  int file_;                         // -1 once it is no longer needed
  struct stat status_ {};            // when the file was opened
  std::vector<std::uint64_t> copy_;  // empty if the file is mapped
  std::span<const std::byte> bytes_;
};

}  // namespace ect::util

#endif  // ECT_UTIL_FILE_BYTES_H_
