#ifndef ECT_DATA_HASHED_H_
#define ECT_DATA_HASHED_H_

#include <bit>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "ect/dataset.h"

namespace ect::data {

// Maps feature names to numbers by hashing: FNV-1a over the bytes, then the finalizer of
// MurmurHash3 to improve the upper bits. Models store these numbers, so the hash must never change.
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

// Collects the hashed features of an example, in any order; values at the same place are added up.
class HashedFeatures {
 public:
  void clear() { items_.clear(); }
  void add(std::uint32_t place, float value) {
    items_.push_back(std::uint64_t{place} << 32 | std::bit_cast<std::uint32_t>(value));
  }
  // Writes the sorted features to the example's indices and values; sums of 0 are left out. False
  // if a sum is not finite.
  bool give(Example& example);

 private:
  std::vector<std::uint64_t> items_;  // the place and the value's bits: fast to sort
};

}  // namespace ect::data

#endif  // ECT_DATA_HASHED_H_
