// Reading and writing numbers and texts as little-endian bytes, in one piece or as a stream of
// pieces. A reader trusts nothing: sizes in the bytes are checked before memory is taken for them.
// Tests: bytes_test.
#include "util/bytes.h"

#include <algorithm>
#include <bit>

#include "ect/error.h"

namespace ect::util {

static_assert(std::endian::native == std::endian::little, "our files are little-endian");

void ByteWriter::raw(std::span<const std::byte> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  if (take_ && bytes_.size() >= piece_) hand_over();
}

void ByteWriter::hand_over() {
  std::span<const std::byte> rest = bytes_;
  for (; rest.size() >= piece_; rest = rest.subspan(piece_)) take_(rest.first(piece_));
  bytes_.erase(bytes_.begin(), bytes_.end() - static_cast<std::ptrdiff_t>(rest.size()));
}

void ByteReader::cut_off() const {
  throw Error(Error::Kind::kParse, name_ + " is damaged: it ends too early");
}

void ByteReader::raw(std::span<std::byte> to) {
  while (!to.empty()) {
    if (rest_.empty() && more_) rest_ = more_();
    if (rest_.empty()) cut_off();
    const std::size_t size = std::min(to.size(), rest_.size());
    std::copy_n(rest_.begin(), size, to.begin());
    to = to.subspan(size);
    rest_ = rest_.subspan(size);
  }
}

std::span<const std::byte> ByteReader::take(std::uint64_t size) {
  if (size > rest_.size()) cut_off();
  const std::span<const std::byte> taken = rest_.first(size);
  rest_ = rest_.subspan(size);
  return taken;
}

std::uint64_t ByteReader::varint() {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const auto byte = std::to_integer<std::uint64_t>(number<std::byte>());
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return value;
  }
  throw Error(Error::Kind::kParse, name_ + " is damaged: a number is too long");
}

std::string ByteReader::text() {
  const auto size = number<std::uint64_t>();
  std::string text;
  // The text grows as it is read, because a damaged size may be huge.
  constexpr std::uint64_t kPiece = 1 << 16;
  for (std::uint64_t left = size; left > 0;) {
    const std::uint64_t piece = std::min(left, kPiece);
    const std::size_t at = text.size();
    text.resize(at + piece);
    raw(std::as_writable_bytes(std::span(text).subspan(at)));
    left -= piece;
  }
  return text;
}

void ByteReader::expect_end() {
  if (rest_.empty() && more_) rest_ = more_();
  if (!rest_.empty()) throw Error(Error::Kind::kParse, name_ + " is damaged: it is too long");
}

}  // namespace ect::util
