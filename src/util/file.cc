#include "util/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "ect/error.h"

namespace ect {
namespace {

namespace fs = std::filesystem;

Error failed(const std::string& path) {
  return Error::input_output(
      fmt::format("{}: cannot write ({})", path, std::generic_category().message(errno)));
}

fs::file_status status_of(const std::string& path) {
  std::error_code none;
  return fs::status(path, none);
}

std::string behind_links(const std::string& path, const fs::file_status& status) {
  std::error_code none;
  return fs::exists(status) ? fs::canonical(path, none).string() : path;
}

}  // namespace

FileWriter::FileWriter(const std::string& path)
    : path_(path),
      status_(status_of(path)),
      in_place_(fs::exists(status_) && !fs::is_regular_file(status_)),
      target_(behind_links(path, status_)),
      written_(in_place_ ? path : fmt::format("{}.{}.tmp", target_, ::getpid())),
      file_(std::fopen(written_.c_str(), "wb")) {
  if (!file_) throw failed(path_);
}

FileWriter::~FileWriter() {
  if (!in_place_ && !written_.empty()) std::remove(written_.c_str());
}

void FileWriter::write(std::string_view content) {
  if (std::fwrite(content.data(), 1, content.size(), file_.get()) != content.size()) {
    throw failed(path_);
  }
  // Whoever reads a pipe waits for it.
  if (in_place_ && std::fflush(file_.get()) != 0) throw failed(path_);
}

void FileWriter::commit() {
  if (!finish()) throw failed(path_);
  written_.clear();
}

bool FileWriter::finish() {
  bool good = std::fflush(file_.get()) == 0;
  if (!in_place_) good = good && ::fsync(::fileno(file_.get())) == 0;
  good = std::fclose(file_.release()) == 0 && good;
  if (!good || in_place_) return good;
  std::error_code none;
  if (fs::exists(status_)) fs::permissions(written_, status_.permissions(), none);
  return std::rename(written_.c_str(), target_.c_str()) == 0;
}

void write_file(const std::string& path, std::string_view content) {
  FileWriter writer(path);
  writer.write(content);
  writer.commit();
}

void sync_folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace ect
