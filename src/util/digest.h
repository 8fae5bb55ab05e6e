#ifndef ECT_UTIL_DIGEST_H_
#define ECT_UTIL_DIGEST_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace ect::util {

// A 64-bit hash to tell whether two long inputs are the same: a multiplication and a rotation for
// each 8 bytes (as in MurmurHash, Appleby 2008). Not cryptographic. The same on every supported
// machine (all are little-endian). Tests: bytes_test.
class Digest {
 public:
  void add(std::uint64_t word) {
    state_ = std::rotl(state_ ^ mixed(word * 0x87c37b91114253d5), 27) * 5 + 0x52dce729;
  }
  void add(std::span<const std::byte> bytes) {
    add(bytes.size());
    for (; bytes.size() >= 8; bytes = bytes.subspan(8)) {
      std::uint64_t word = 0;
      std::memcpy(&word, bytes.data(), 8);
      add(word);
    }
    if (bytes.empty()) return;
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), bytes.size());
    add(word);
  }
  void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
  template <class T>
  void add_all(std::span<const T> items) {
    add(std::as_bytes(items));
  }

  std::uint64_t value() const { return mixed(mixed(state_ * 0x9e3779b97f4a7c15) * kMix); }

 private:
  static constexpr std::uint64_t kMix = 0xff51afd7ed558ccd;
  static std::uint64_t mixed(std::uint64_t word) { return (word ^ (word >> 33)) * kMix; }

  std::uint64_t state_ = 0x2545f4914f6cdd1d;
};

}  // namespace ect::util

#endif  // ECT_UTIL_DIGEST_H_
