#ifndef ECT_TESTS_TEMP_FOLDER_H_
#define ECT_TESTS_TEMP_FOLDER_H_

#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <system_error>

namespace ect {

// An empty folder that nobody else has, not even the same test in another build that runs at the
// same time; gone with all that is in it when this is.
class TempFolder {
 public:
  TempFolder() {
    std::string name = std::filesystem::temp_directory_path() / "ect_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder " + name);
    path_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code none;
    std::filesystem::remove_all(path_, none);
  }

  const std::filesystem::path& path() const { return path_; }
  std::string path(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// What names are relative to, for as long as this lives.
class WorkingFolder {
 public:
  explicit WorkingFolder(const std::filesystem::path& path)
      : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  WorkingFolder(const WorkingFolder&) = delete;
  WorkingFolder& operator=(const WorkingFolder&) = delete;
  ~WorkingFolder() {
    std::error_code none;
    std::filesystem::current_path(before_, none);
  }

 private:
  std::filesystem::path before_;
};

}  // namespace ect

#endif  // ECT_TESTS_TEMP_FOLDER_H_
