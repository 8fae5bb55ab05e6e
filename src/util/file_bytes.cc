// The bytes of a file, read into memory or mapped. Tests: model_file_test, live_model_test.
#include "util/file_bytes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "ect/error.h"

namespace ect::util {
namespace {

Error read_error(const std::string& path, const char* why) {
  return Error::input_output(fmt::format("{}: cannot be read: {}", path, why));
}

Error changed(const std::string& path) {
  return Error::input_output(fmt::format(
      "{}: the file changed while it was in use (to replace it, rename a new file over it)", path));
}

}  // namespace

FileBytes::FileBytes(std::string path)
    : path_(std::move(path)), file_(::open(path_.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (file_ < 0) throw read_error(path_, std::strerror(errno));
}

FileBytes::~FileBytes() {
  if (copy_.empty() && !bytes_.empty()) {
    ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
  }
  if (file_ >= 0) ::close(file_);
}

void FileBytes::look() {
  if (::fstat(file_, &status_) != 0) throw read_error(path_, std::strerror(errno));
  if (!S_ISREG(status_.st_mode)) throw read_error(path_, "it is not a regular file");
  if (status_.st_size == 0) throw read_error(path_, "it is empty");
}

std::shared_ptr<const FileBytes> FileBytes::read(const std::string& path) {
  const std::shared_ptr<FileBytes> file(new FileBytes(path));
  file->look();
  file->read_all();
  return file;
}

std::shared_ptr<const FileBytes> FileBytes::map(const std::string& path) {
  const std::shared_ptr<FileBytes> file(new FileBytes(path));
  file->look();
  file->map_all();
  return file;
}

void FileBytes::read_all() {
  const auto size = static_cast<std::size_t>(status_.st_size);
  copy_.resize((size + sizeof(copy_[0]) - 1) / sizeof(copy_[0]));
  auto* to = reinterpret_cast<char*>(copy_.data());
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = ::read(file_, to + done, size - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw read_error(path_, std::strerror(errno));
    if (count == 0) throw changed(path_);  // the file has become shorter
    done += static_cast<std::size_t>(count);
  }
  check_unchanged();  // otherwise the copy may mix two versions of the file
  bytes_ = std::as_bytes(std::span(copy_)).first(size);
  ::close(std::exchange(file_, -1));
}

void FileBytes::map_all() {
  const auto size = static_cast<std::size_t>(status_.st_size);
  void* begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file_, 0);
  if (begin == MAP_FAILED) throw read_error(path_, std::strerror(errno));
  bytes_ = {static_cast<const std::byte*>(begin), size};
}

void FileBytes::check_unchanged() const {
  if (file_ < 0) return;
  struct stat now {};
  // Compares the size and the time of the last write. A rename over the file does not change them,
  // and the kernel sets the time before it changes a byte.
  const bool same = ::fstat(file_, &now) == 0 && now.st_size == status_.st_size &&
                    now.st_mtim.tv_sec == status_.st_mtim.tv_sec &&
                    now.st_mtim.tv_nsec == status_.st_mtim.tv_nsec;
  if (!same) throw changed(path_);
}

}  // namespace ect::util
