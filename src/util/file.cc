// Writing files atomically: into a temporary file, which is renamed when it is complete.
// Tests: file_test.
#include "util/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <system_error>

#include "ect/error.h"
#include "util/text.h"

namespace ect::util {
namespace {

namespace fs = std::filesystem;

Error file_error(const std::string& path) {
  return Error::input_output(
      fmt::format("{}: cannot write ({})", path, std::generic_category().message(errno)));
}

fs::file_status status_of(const std::string& path) {
  std::error_code none;
  return fs::status(path, none);
}

// The target of a path's symbolic links, which need not exist yet.
std::string behind_links(const std::string& path) {
  constexpr int kMaxLinks = 40;
  std::error_code none;
  fs::path at = path;
  for (int i = 0; i < kMaxLinks && fs::is_symlink(at, none); ++i) {
    at = at.parent_path() / fs::read_symlink(at, none);
  }
  return at.string();
}

// The open descriptor that a name such as /dev/stdout stands for; nothing for other names. Such a
// file must not be replaced: writing goes on at its current position.
std::optional<int> open_descriptor(const std::string& path) {
  if (path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (path.starts_with(folder)) {
      return parse_number<int>(std::string_view(path).substr(folder.size()));
    }
  }
  return std::nullopt;
}

// Parts of the names of temporary files. The mark keeps them apart from a user's own m.2019.tmp.
constexpr std::string_view kMark = ".ect-";
constexpr std::string_view kTemporary = ".tmp";

std::string temporary_name(const std::string& target, pid_t process) {
  return fmt::format("{}{}{}{}", target, kMark, process, kTemporary);
}

fs::path folder_of(const std::string& path) {
  const fs::path folder = fs::path(path).parent_path();
  return folder.empty() ? "." : folder;
}

// The process that wrote the temporary file `name` for `target`; nothing if `name` is none.
std::optional<pid_t> writer_of(std::string_view name, const std::string& target) {
  const std::string beginning = target + std::string(kMark);
  if (!name.starts_with(beginning) || !name.ends_with(kTemporary)) return std::nullopt;
  name.remove_prefix(beginning.size());
  if (name.size() <= kTemporary.size()) return std::nullopt;
  return parse_number<pid_t>(name.substr(0, name.size() - kTemporary.size()));
}

// Whether the process that wrote the file no longer runs. It may run on another machine that shares
// the folder, so the file's lock, which ends with its holder, is tried too.
bool is_abandoned(const fs::path& file, pid_t process) {
  if (process <= 0 || ::kill(process, 0) == 0 || errno != ESRCH) return false;
  const int descriptor = ::open(file.c_str(), O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return false;
  struct stat status {};
  const bool ours =
      ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
  const bool locked = ours && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
  ::close(descriptor);
  return locked;
}

void remove_abandoned(const std::string& target) {
  const std::string name = fs::path(target).filename().string();
  std::error_code none;
  for (fs::directory_iterator entry(folder_of(target), none), end; entry != end && !none;
       entry.increment(none)) {
    const std::optional<pid_t> process = writer_of(entry->path().filename().native(), name);
    if (process && is_abandoned(entry->path(), *process)) fs::remove(entry->path(), none);
  }
}

constexpr mode_t kReadAndWrite = 0666;  // less what the umask takes

// Opens a file without a name; -1 if the file system does not support it or it could not be named
// later.
int open_unnamed(const std::string& target) {
  if (::access("/proc/self/fd", X_OK) != 0) return -1;
  return ::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kReadAndWrite);
}

bool give_name(int file, const std::string& name) {
  const std::string link = fmt::format("/proc/self/fd/{}", file);
  const auto linked = [&] {
    return ::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  };
  if (linked()) return true;
  // The name may be left over from a process with our id that was killed before it renamed.
  return errno == EEXIST && ::unlink(name.c_str()) == 0 && linked();
}

}  // namespace

FileWriter::FileWriter(const std::string& path)
    : path_(path),
      status_(status_of(path)),
      in_place_((fs::exists(status_) && !fs::is_regular_file(status_)) ||
                open_descriptor(path).has_value()),
      target_(behind_links(path)),
      temporary_(temporary_name(target_, ::getpid())) {
  if (in_place_) {
    const std::optional<int> open = open_descriptor(path);
    file_.reset(open ? ::fdopen(::dup(*open), "wb") : std::fopen(path.c_str(), "wb"));
  } else {
    remove_abandoned(target_);
    open_temporary();
  }
  if (!file_) throw file_error(path_);
}

void FileWriter::open_temporary() {
  int file = open_unnamed(target_);
  if (file < 0) {
    file = ::open(temporary_.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, kReadAndWrite);
    if (file < 0) return;
    named_ = true;
    ::flock(file, LOCK_EX | LOCK_NB);
  }
  file_.reset(::fdopen(file, "wb"));
  if (!file_) ::close(file);
}

FileWriter::~FileWriter() {
  if (named_) ::unlink(temporary_.c_str());
}

void FileWriter::write(std::string_view content) {
  if (std::fwrite(content.data(), 1, content.size(), file_.get()) != content.size()) {
    throw file_error(path_);
  }
  // The reader of a pipe waits for each piece.
  if (in_place_ && std::fflush(file_.get()) != 0) throw file_error(path_);
}

void FileWriter::commit() {
  if (!finish()) throw file_error(path_);
}

bool FileWriter::finish() {
  bool good = std::fflush(file_.get()) == 0;
  if (!in_place_) {
    const int file = ::fileno(file_.get());
    good = good && ::fsync(file) == 0;
    if (good && fs::exists(status_)) ::fchmod(file, static_cast<mode_t>(status_.permissions()));
    if (good && !named_) good = named_ = give_name(file, temporary_);
  }
  good = std::fclose(file_.release()) == 0 && good;
  if (!good || in_place_) return good;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return false;
  named_ = false;
  return true;
}

void write_file(const std::string& path, std::string_view content) {
  FileWriter writer(path);
  writer.write(content);
  writer.commit();
}

void sync_folder_of(const std::string& path) {
  const int file = ::open(folder_of(path).c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ::fsync(file);
  ::close(file);
}

}  // namespace ect::util
