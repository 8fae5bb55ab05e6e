// Reading files, streams and memory, decompressed. Inputs are stacked: a file or stream gives
// bytes, PeekedInput looks at the first ones to detect compression, and GzipInput or ZstdInput
// decompresses. Compressed data that ends in the middle is an error, never a shorter file. Each
// input returns what it has before it waits for more, so that a program that writes a line into a
// pipe and waits for the answer gets it; therefore none reads further ahead than necessary. Tests:
// input_test (every cut of a compressed file, every flipped byte), pipe_test.
#include "util/input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <istream>
#include <new>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "ect/error.h"

namespace ect::util {
namespace {

constexpr std::size_t kBlock = 1 << 17;
constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

Error input_error(const std::string& name, std::string_view what) {
  return Error::input_output(fmt::format("{}: {}", name, what));
}

class FileInput : public Input {
 public:
  explicit FileInput(const std::string& path)
      : path_(path), file_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (file_ < 0) throw input_error(path_, system_message("open"));
    struct stat status {};
    const bool known = ::fstat(file_, &status) == 0;
    if (known && S_ISDIR(status.st_mode)) {
      ::close(file_);
      throw input_error(path_, "is a folder (expected a file)");
    }
    regular_ = known && S_ISREG(status.st_mode);
  }
  ~FileInput() override { ::close(file_); }
  FileInput(const FileInput&) = delete;
  FileInput& operator=(const FileInput&) = delete;

  std::size_t read(char* buffer, std::size_t size) override {
    ssize_t got = 0;
    do {
      got = ::read(file_, buffer, size);
    } while (got < 0 && errno == EINTR);
    if (got < 0) throw input_error(path_, system_message("read"));
    return static_cast<std::size_t>(got);
  }

  bool at_hand() override {
    if (regular_) return true;
    pollfd asked{file_, POLLIN, 0};
    return ::poll(&asked, 1, 0) == 1;
  }

 private:
  static std::string system_message(std::string_view what) {
    return fmt::format("cannot {} ({})", what, std::generic_category().message(errno));
  }

  std::string path_;
  int file_;
  bool regular_ = false;
};

// Reads only what the stream's buffer says is available, and waits only for the first byte. It uses
// the buffer, not the stream, because the stream would flush another one that it is tied to, as
// std::cin is to std::cout, which another thread may be writing.
class StreamInput : public Input {
 public:
  explicit StreamInput(std::istream& stream) : stream_(stream) {}

  std::size_t read(char* buffer, std::size_t size) override {
    std::streambuf& source = *stream_.rdbuf();
    std::size_t got = 0;
    try {
      while (got < size && (got == 0 || source.in_avail() > 0)) {
        if (source.sgetc() == std::streambuf::traits_type::eof()) break;
        const std::streamsize there = std::max<std::streamsize>(1, source.in_avail());
        got += static_cast<std::size_t>(
            source.sgetn(buffer + got, std::min(there, static_cast<std::streamsize>(size - got))));
      }
    } catch (...) {
      stream_.setstate(std::ios::badbit);
    }
    if (stream_.bad()) throw input_error(input_name("-"), "cannot read");
    return got;
  }

  bool at_hand() override { return stream_.bad() || stream_.rdbuf()->in_avail() != 0; }

 private:
  std::istream& stream_;
};

class MemoryInput : public Input {
 public:
  explicit MemoryInput(std::shared_ptr<const std::string> bytes) : bytes_(std::move(bytes)) {}

  std::size_t read(char* buffer, std::size_t size) override {
    const std::size_t got = bytes_->copy(buffer, size, given_);
    given_ += got;
    return got;
  }

  bool at_hand() override { return true; }

 private:
  std::shared_ptr<const std::string> bytes_;
  std::size_t given_ = 0;
};

// Another input, whose first bytes are read early as long as they may be the magic number of a
// compressed format.
class PeekedInput : public Input {
 public:
  explicit PeekedInput(std::unique_ptr<Input> input) : input_(std::move(input)) {
    while (held_ < first_.size() && may_be_packed()) {
      const std::size_t got = input_->read(first_.data() + held_, first_.size() - held_);
      if (got == 0) break;
      held_ += got;
    }
  }

  bool starts_with(std::string_view magic) const {
    return std::string_view(first_.data(), held_).starts_with(magic);
  }

  std::size_t read(char* buffer, std::size_t size) override {
    if (given_ == held_) return input_->read(buffer, size);
    const std::size_t got = std::min(size, held_ - given_);
    std::memcpy(buffer, first_.data() + given_, got);
    given_ += got;
    return got;
  }

  bool at_hand() override { return given_ < held_ || input_->at_hand(); }

 private:
  bool may_be_packed() const {
    const std::string_view held(first_.data(), held_);
    return kGzipMagic.starts_with(held) || kZstdMagic.starts_with(held);
  }

  std::unique_ptr<Input> input_;
  std::array<char, 4> first_{};
  std::size_t held_ = 0;
  std::size_t given_ = 0;
};

class GzipInput : public Input {
 public:
  GzipInput(std::unique_ptr<Input> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), block_(kBlock) {
    if (::inflateInit2(&stream_, 15 + 16) != Z_OK) throw std::bad_alloc();  // 16: gzip only
  }
  ~GzipInput() override { ::inflateEnd(&stream_); }
  GzipInput(const GzipInput&) = delete;
  GzipInput& operator=(const GzipInput&) = delete;

  std::size_t read(char* buffer, std::size_t size) override {
    const auto room = static_cast<uInt>(std::min<std::size_t>(size, kBlock));
    stream_.next_out = reinterpret_cast<Bytef*>(buffer);
    stream_.avail_out = room;
    while (stream_.avail_out == room) {
      if (!unfinished_ && stream_.avail_in == 0 && !refill()) {
        if (within_member_)
          throw input_error(name_, "gzip data ends too early (is the file cut off?)");
        return 0;
      }
      if (!within_member_ && only_padding()) continue;
      within_member_ = true;
      const int status = ::inflate(&stream_, Z_NO_FLUSH);
      unfinished_ = status == Z_OK && stream_.avail_out == 0;
      if (status == Z_STREAM_END) {  // files may be several gzip members, one after the other
        within_member_ = false;
        ::inflateReset(&stream_);
      } else if (status != Z_OK && status != Z_BUF_ERROR) {
        throw input_error(name_, fmt::format("damaged gzip data ({})",
                                             stream_.msg != nullptr ? stream_.msg : "not gzip"));
      }
    }
    return room - stream_.avail_out;
  }

  bool at_hand() override { return unfinished_ || stream_.avail_in > 0 || packed_->at_hand(); }

 private:
  bool refill() {
    const std::size_t got = packed_->read(block_.data(), block_.size());
    stream_.next_in = reinterpret_cast<Bytef*>(block_.data());
    stream_.avail_in = static_cast<uInt>(got);
    return got > 0;
  }

  // Skips zero bytes after the last member, which some tools add as padding. True if no bytes are
  // left after them.
  bool only_padding() {
    while (stream_.avail_in > 0 && *stream_.next_in == 0) {
      ++stream_.next_in;
      --stream_.avail_in;
    }
    return stream_.avail_in == 0;
  }

  std::unique_ptr<Input> packed_;
  std::string name_;
  std::vector<char> block_;
  z_stream stream_{};
  bool within_member_ = false;
  bool unfinished_ = false;  // there was more output than room for it
};

class ZstdInput : public Input {
 public:
  ZstdInput(std::unique_ptr<Input> packed, std::string name)
      : packed_(std::move(packed)), name_(std::move(name)), block_(kBlock) {
    if (!stream_) throw std::bad_alloc();
  }

  std::size_t read(char* buffer, std::size_t size) override {
    ZSTD_outBuffer out{buffer, size, 0};
    while (out.pos == 0) {
      if (!unfinished_ && in_.pos == in_.size) {
        const std::size_t got = packed_->read(block_.data(), block_.size());
        if (got == 0) {
          if (within_frame_)
            throw input_error(name_, "zstd data ends too early (is the file cut off?)");
          return 0;
        }
        in_ = {block_.data(), got, 0};
      }
      const std::size_t left = ZSTD_decompressStream(stream_.get(), &out, &in_);
      if (ZSTD_isError(left) != 0) {
        throw input_error(name_, fmt::format("damaged zstd data ({})", ZSTD_getErrorName(left)));
      }
      within_frame_ = left != 0;
      unfinished_ = within_frame_ && out.pos == out.size;
    }
    return out.pos;
  }

  bool at_hand() override { return unfinished_ || in_.pos < in_.size || packed_->at_hand(); }

 private:
  struct Free {
    void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  };

  std::unique_ptr<Input> packed_;
  std::string name_;
  std::vector<char> block_;
  ZSTD_inBuffer in_{nullptr, 0, 0};
  std::unique_ptr<ZSTD_DStream, Free> stream_{ZSTD_createDStream()};
  bool within_frame_ = false;
  bool unfinished_ = false;  // there was more output than room for it
};

std::unique_ptr<Input> unpacking(std::unique_ptr<Input> source, const std::string& name) {
  auto peeked = std::make_unique<PeekedInput>(std::move(source));
  if (peeked->starts_with(kGzipMagic)) return std::make_unique<GzipInput>(std::move(peeked), name);
  if (peeked->starts_with(kZstdMagic)) return std::make_unique<ZstdInput>(std::move(peeked), name);
  return peeked;
}

}  // namespace

std::string input_name(const std::string& path) { return path == "-" ? "standard input" : path; }

std::unique_ptr<Input> open_file(const std::string& path) {
  return unpacking(std::make_unique<FileInput>(path), path);
}

std::unique_ptr<Input> open_input(const std::string& path, std::istream& standard_input) {
  if (path != "-") return open_file(path);
  return unpacking(std::make_unique<StreamInput>(standard_input), input_name(path));
}

std::unique_ptr<Input> open_memory(std::shared_ptr<const std::string> bytes,
                                   const std::string& name) {
  return unpacking(std::make_unique<MemoryInput>(std::move(bytes)), name);
}

std::string read_all(Input& input) {
  std::string content;
  std::vector<char> block(kBlock);
  while (const std::size_t got = input.read(block.data(), block.size())) {
    content.append(block.data(), got);
  }
  return content;
}

}  // namespace ect::util
