#ifndef ECT_UTIL_FILE_H_
#define ECT_UTIL_FILE_H_

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ect::util {

// Writes a temporary file in the folder of `path`, piece by piece, and renames it at the end, so
// that `path` is either whole or as it was; links are followed and the mode is kept. What is no
// regular file, such as a pipe, is written as it is. All throw ect::Error.
//
// The temporary file has no name until it is complete, so that a process that is killed leaves
// nothing behind. Where the file system cannot do that it is `path`.ect-PID.tmp, and the next
// writer of `path` removes those of processes that no longer run.
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

  void open_temporary();
  bool finish();

  std::string path_;
  std::filesystem::file_status status_;  // of what stands there now
  bool in_place_;
  std::string target_;     // what path_ links to
  std::string temporary_;  // its name once it has one
  bool named_ = false;     // the temporary file is there under its name
  std::unique_ptr<std::FILE, Closer> file_;
};

// All at once.
void write_file(const std::string& path, std::string_view content);

// Sees that what was made or renamed in that file's folder is on the disk. Folders that cannot do
// that are left alone.
void sync_folder_of(const std::string& path);

}  // namespace ect::util

#endif  // ECT_UTIL_FILE_H_
