#include "util/file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
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

void write_file(const std::string& path, std::string_view content) {
  namespace fs = std::filesystem;
  std::error_code none;
  const fs::file_status status = fs::status(path, none);
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  const std::string target = fs::exists(status) ? fs::canonical(path, none).string() : path;
  const std::string written = in_place ? path : fmt::format("{}.{}.tmp", target, ::getpid());

  File file(std::fopen(written.c_str(), "wb"));
  if (!file) throw failed("write", path);
  bool good = std::fwrite(content.data(), 1, content.size(), file.get()) == content.size() &&
              std::fflush(file.get()) == 0;
  if (!in_place) good = good && ::fsync(::fileno(file.get())) == 0;
  good = std::fclose(file.release()) == 0 && good;
  if (!in_place) {
    if (good && fs::exists(status)) fs::permissions(written, status.permissions(), none);
    good = good && std::rename(written.c_str(), target.c_str()) == 0;
  }
  if (!good) {
    const Error error = failed("write", path);
    if (!in_place) std::remove(written.c_str());
    throw error;
  }
}

}  // namespace ect
