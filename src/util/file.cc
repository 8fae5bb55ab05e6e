#include "util/file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "ect/error.h"

namespace ect {
namespace {

struct Closer {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Closer>;

Error failed(std::string_view what, const std::string& path) {
  return Error::input_output(
      fmt::format("{}: cannot {} ({})", path, what, std::generic_category().message(errno)));
}

}  // namespace

std::string read_file(const std::string& path) {
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) throw failed("open", path);
  std::string content;
  char buffer[1 << 16];
  while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, file.get())) {
    content.append(buffer, got);
  }
  if (std::ferror(file.get()) != 0) throw failed("read", path);
  return content;
}

void write_file(const std::string& path, std::string_view content) {
  const std::string temporary = fmt::format("{}.{}.tmp", path, ::getpid());
  File file(std::fopen(temporary.c_str(), "wb"));
  if (!file) throw failed("write", path);
  const bool written =
      std::fwrite(content.data(), 1, content.size(), file.get()) == content.size() &&
      std::fflush(file.get()) == 0 && ::fsync(::fileno(file.get())) == 0;
  if (!written || std::fclose(file.release()) != 0 ||
      std::rename(temporary.c_str(), path.c_str()) != 0) {
    const Error error = failed("write", path);
    std::remove(temporary.c_str());
    throw error;
  }
}

}  // namespace ect
