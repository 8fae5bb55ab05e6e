#ifndef ECT_UTIL_FILE_H_
#define ECT_UTIL_FILE_H_

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace ect::util {

// Writes a temporary file in the folder of `path`, piece by piece, and renames it at the end, so
// that `path` is either complete or as it was before. Symbolic links are followed and the mode is
// preserved. A path that is not a regular file, such as a pipe, is written directly. All throw
// ect::Error.
//
// The temporary file has no name until it is complete, so that a killed process leaves nothing
// behind. If the file system does not support that, its name is `path`.ect-PID.tmp, and the next
// writer of `path` removes such files of processes that no longer run.
class FileWriter {
 public:
  explicit FileWriter(const std::string& path);
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;
  ~FileWriter();  // without commit(), removes what was written

  void write(std::string_view content);
  void commit();  // makes the file visible under its name; must be the last call

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  void open_temporary();
  bool finish();

  std::string path_;
  std::filesystem::file_status status_;  // of the path before it was written
  bool in_place_;                        // written directly, without a temporary file
  std::string target_;                   // what path_ links to
  std::string temporary_;                // the name of the temporary file, once it has one
  bool named_ = false;                   // whether the temporary file exists under that name
  std::unique_ptr<std::FILE, Closer> file_;
};

// Writes a whole file by a FileWriter.
void write_file(const std::string& path, std::string_view content);

// Flushes the folder of that file to disk, so that files created or renamed there persist. Errors
// are ignored: some file systems do not support it.
void sync_folder_of(const std::string& path);

}  // namespace ect::util

#endif  // ECT_UTIL_FILE_H_
