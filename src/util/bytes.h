#ifndef ECT_UTIL_BYTES_H_
#define ECT_UTIL_BYTES_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace ect::util {

// Numbers and texts as little-endian bytes, for the project's own file formats.

// Receives a writer's bytes, piece by piece.
using TakeBytes = std::function<void(std::span<const std::byte>)>;

class ByteWriter {
 public:
  // Collects all bytes in memory: see bytes().
  ByteWriter() = default;
  // Passes the bytes to `take` in pieces of `piece` bytes; the last one, which may be smaller, at
  // flush().
  ByteWriter(TakeBytes take, std::size_t piece) : take_(std::move(take)), piece_(piece) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void number(T value) { raw(std::as_bytes(std::span(&value, 1))); }
  // A variable-length integer: seven bits per byte, the lowest first.
  void varint(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_.push_back(static_cast<std::byte>(value | 0x80));
      value >>= 7;
    }
    bytes_.push_back(static_cast<std::byte>(value));
    if (take_ && bytes_.size() >= piece_) hand_over();
  }
  template <class T>
  void numbers(std::span<const T> values) {
    raw(std::as_bytes(values));
  }
  void text(std::string_view text) {
    number<std::uint64_t>(text.size());
    raw(std::as_bytes(std::span(text)));
  }
  void raw(std::span<const std::byte> bytes);
  void flush() {
    if (take_ && !bytes_.empty()) take_(bytes_);
    bytes_.clear();
  }

  std::span<const std::byte> bytes() const { return bytes_; }
  // The bytes collected in memory; the writer is empty then.
  std::vector<std::byte> release() { return std::exchange(bytes_, {}); }
  std::size_t size() const { return bytes_.size(); }
  void clear() { bytes_.clear(); }

 private:
  void hand_over();

  std::vector<std::byte> bytes_;
  TakeBytes take_;
  std::size_t piece_ = 0;
};

// Reads what a ByteWriter has written. It never reads beyond the bytes, whatever they hold; throws
// ect::Error if they end too early.
class ByteReader {
 public:
  using More = std::function<std::span<const std::byte>()>;

  // `name` is what errors call the bytes, which must outlive the reader.
  ByteReader(std::span<const std::byte> bytes, std::string name)
      : rest_(bytes), name_(std::move(name)) {}
  // Reads from a stream of pieces: `more` returns the next one, an empty one at the end.
  ByteReader(More more, std::string name) : more_(std::move(more)), name_(std::move(name)) {}

  template <class T>
  requires std::is_trivially_copyable_v<T> T number() {
    T value;
    raw(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  template <class T>
  void numbers(std::span<T> values) {
    raw(std::as_writable_bytes(values));
  }
  std::uint64_t varint();
  std::string text();
  void raw(std::span<std::byte> to);
  // A view of the next bytes. Not for a stream of pieces.
  std::span<const std::byte> take(std::uint64_t size);
  // How many bytes are left. Not for a stream of pieces.
  std::size_t left() const { return rest_.size(); }
  // Throws ect::Error if bytes are left.
  void expect_end();

 private:
  [[noreturn]] void cut_off() const;

  std::span<const std::byte> rest_;
  More more_;
  std::string name_;
};

}  // namespace ect::util

#endif  // ECT_UTIL_BYTES_H_
