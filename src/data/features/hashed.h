#ifndef ECT_DATA_HASHED_H_
#define ECT_DATA_HASHED_H_

#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "ect/dataset.h"

namespace ect::data {

// Features that have names instead of numbers get one by hashing: FNV-1a over the bytes, and the
// mixer of MurmurHash3 so that the upper bits are good. Models store these numbers, so it never
// changes.
class NameHash {
 public:
  NameHash() = default;
  explicit NameHash(std::string_view bytes) { add(bytes); }

  void add(char byte) { state_ = (state_ ^ static_cast<unsigned char>(byte)) * 0x100000001b3; }
  void add(std::string_view bytes) {
    for (const char byte : bytes) add(byte);
  }
  // One of 2^bits places, 1 <= bits <= 30.
  std::uint32_t place(std::uint32_t bits) const {
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 33)) * 0xff51afd7ed558ccd;
    mixed = (mixed ^ (mixed >> 33)) * 0xc4ceb9fe1a85ec53;
    return static_cast<std::uint32_t>((mixed ^ (mixed >> 33)) >> (64 - bits));
  }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325;
};

// Gathers features in any order; those that share a place are added up.
class HashedFeatures {
 public:
  void clear() { items_.clear(); }
  void add(std::uint32_t place, float value) {
    items_.push_back(std::uint64_t{place} << 32 | std::bit_cast<std::uint32_t>(value));
  }
  // Sorted into the example's indices and values; what adds up to 0 is left out. False if a sum is
  // not finite.
  bool give(Example& example);

 private:
  std::vector<std::uint64_t> items_;  // the place and the value's bits: fast to sort
};

}  // namespace ect::data

#endif  // ECT_DATA_HASHED_H_
