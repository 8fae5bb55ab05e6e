#ifndef ECT_UTIL_FILE_H_
#define ECT_UTIL_FILE_H_

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ect {

// Writes a temporary file beside `path`, piece by piece, and renames it at the end, so that `path`
// is either whole or as it was; links are followed and the mode is kept. What is no regular file,
// such as a pipe, is written as it is. All throw ect::Error.
class FileWriter {
 public:
  explicit FileWriter(const std::string& path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();  // what was not committed leaves nothing behind

  void write(std::string_view content);
  void commit();  // the last call

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  bool finish();

  std::string path_;
  std::filesystem::file_status status_;  // of what stands there now
  bool in_place_;
  std::string target_;   // what path_ links to
  std::string written_;  // the temporary file; empty once it is renamed or removed
  std::unique_ptr<std::FILE, Closer> file_;
};

// All at once.
void write_file(const std::string& path, std::string_view content);

// Sees that what was made or renamed in that file's folder is on the disk. Folders that cannot do
// that are left alone.
void sync_folder_of(const std::string& path);

}  // namespace ect

#endif  // ECT_UTIL_FILE_H_
