#include "util/mapped_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "ect/error.h"

namespace ect {
namespace {

// Closes what open() gave; a mapping outlives it.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }

 private:
  int number_;
};

Error failed(const std::string& path, const char* why) {
  return Error::input_output(fmt::format("{}: cannot be read: {}", path, why));
}

}  // namespace

std::shared_ptr<const MappedFile> MappedFile::open(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) throw failed(path, std::strerror(errno));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) throw failed(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) throw failed(path, "it is no regular file");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) throw failed(path, "it is empty");
  void* begin = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (begin == MAP_FAILED) throw failed(path, std::strerror(errno));
  return std::shared_ptr<const MappedFile>(
      new MappedFile(static_cast<const std::byte*>(begin), size));
}

MappedFile::~MappedFile() { ::munmap(const_cast<std::byte*>(begin_), size_); }

}  // namespace ect
