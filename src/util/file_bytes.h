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

// The bytes of a regular file, at a multiple of 8 in memory. All throw ect::Error.
class FileBytes {
 public:
  // A copy: whatever becomes of the file, these bytes stay.
  static std::shared_ptr<const FileBytes> read(const std::string& path);
  // Mapped into memory: opening costs nothing, reading only what is touched. Replacing the file, as
  // FileWriter does, is safe. Where it is changed in place so are these bytes, and where it becomes
  // shorter reading what is gone raises SIGBUS.
  static std::shared_ptr<const FileBytes> map(const std::string& path);
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  ~FileBytes();

  std::span<const std::byte> bytes() const { return bytes_; }
  // Throws where the file was changed in place since it was mapped.
  void check_unchanged() const;

 private:
  // Opens it.
  explicit FileBytes(std::string path);

  void look();
  void read_all();
  void map_all();

  std::string path_;
  int file_;                         // -1 where it is not needed any more
  struct stat status_ {};            // when it was opened
  std::vector<std::uint64_t> copy_;  // empty where it is mapped
  std::span<const std::byte> bytes_;
};

}  // namespace ect::util

#endif  // ECT_UTIL_FILE_BYTES_H_
