#ifndef ECT_LEARNERS_SEEN_BEFORE_H_
#define ECT_LEARNERS_SEEN_BEFORE_H_

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "util/bytes.h"
#include "util/place_of.h"
#include "util/prefetch.h"

namespace ect::learners {

// Which features occurred recently, in two bytes per feature of the capacity: a Bloom filter (Bloom
// 1970) whose bits of a feature lie in one word, so that a query costs one cache miss. It is
// cleared whenever half of the bits are set, after about three times as many features as its
// capacity; until then the rate of false positives is at most one in six. Tests: seen_before_test.
class SeenBefore {
 public:
  // Whether the feature occurred before; remembers it. `room` is the capacity, the same in every
  // call. Memory is allocated by the first call.
  bool again(std::uint32_t feature, std::uint32_t room) {
    if (words_.empty()) words_.resize(words_for(room));
    const auto size = static_cast<std::uint32_t>(words_.size());
    std::uint64_t& word = words_[util::place_of(feature, size)];
    const std::uint64_t bits = bits_of(feature);
    if ((word & bits) == bits) return true;
    if (count_ == std::uint64_t{kFull} * size) {
      std::fill(words_.begin(), words_.end(), 0);
      count_ = 0;
    }
    ++count_;
    word |= bits;
    return false;
  }

  // Prefetches the memory that again() will read.
  void prefetch(std::uint32_t feature) const {
    if (words_.empty()) return;
    ect::util::prefetch(
        &words_[util::place_of(feature, static_cast<std::uint32_t>(words_.size()))]);
  }

  // For checkpoints; restore() is false for invalid bytes.
  void save(util::ByteWriter& to) const {
    to.number(static_cast<std::uint64_t>(words_.size()));
    to.numbers(std::span(words_));
    to.number(count_);
  }
  bool restore(util::ByteReader& from, std::uint32_t room) {
    const auto size = from.number<std::uint64_t>();
    if (size != 0 && size != words_for(room)) return false;
    words_.resize(size);
    from.numbers(std::span(words_));
    count_ = from.number<std::uint64_t>();
    return count_ <= kFull * size;
  }

 private:
  // Features a word of 64 bits, three each: 1 - exp(-3 * 14 / 64) is a half.
  static constexpr std::uint32_t kFull = 14;

  static std::uint32_t words_for(std::uint32_t room) { return room / 4 + 1; }
  // Uses other bits of the hash than those that choose the word.
  static std::uint64_t bits_of(std::uint32_t feature) {
    const std::uint32_t mixed = (feature ^ feature >> 15) * 0x85ebca6bU;
    return std::uint64_t{1} << (mixed >> 26) | std::uint64_t{1} << (mixed >> 20 & 63) |
           std::uint64_t{1} << (mixed >> 14 & 63);
  }

  std::vector<std::uint64_t> words_;
  std::uint64_t count_ = 0;  // features since it was cleared
};

}  // namespace ect::learners

#endif  // ECT_LEARNERS_SEEN_BEFORE_H_
