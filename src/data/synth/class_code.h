#ifndef ECT_DATA_CLASS_CODE_H_
#define ECT_DATA_CLASS_CODE_H_

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>

#include "ect/random.h"

namespace ect::data {

// Encodes each class as a distinct word of digits, so that an input that contains the word
// determines its class. Classes are permuted first, c -> (a c + b) mod classes with a coprime to
// their number, so that neighbouring classes do not have similar codes. O(length) time, O(1)
// memory. Immutable; threads may share it.
class ClassCode {
 public:
  static constexpr std::uint32_t kMaxDigits = 32;
  using Digits = std::array<std::uint32_t, kMaxDigits>;  // the first length() are used

  // The number of digits. Requires classes >= 2, base >= 2.
  static std::uint32_t length(std::uint64_t classes, std::uint64_t base) {
    std::uint32_t digits = 1;
    for (std::uint64_t words = base; words < classes; words *= base) ++digits;
    return digits;
  }

  ClassCode(std::uint32_t classes, std::uint32_t base, Random& random)
      : classes_(classes),
        base_(base),
        length_(length(classes, base)),
        shift_(random.below(classes)) {
    do {
      factor_ = 1 + random.below(classes);
    } while (std::gcd(factor_, classes_) != 1);
    inverse_ = inverse(factor_, classes_);
  }

  std::uint32_t base() const { return base_; }
  std::uint32_t length() const { return length_; }

  Digits write(std::uint32_t label) const {
    Digits digits{};
    std::uint64_t number = (factor_ * label + shift_) % classes_;
    for (std::uint32_t i = 0; i < length_; ++i, number /= base_) {
      digits[i] = static_cast<std::uint32_t>(number % base_);
    }
    return digits;
  }

  // The class with that word; nothing if no class has it.
  std::optional<std::uint32_t> read(const Digits& digits) const {
    std::uint64_t number = 0;
    for (std::uint32_t i = length_; i-- > 0;) number = number * base_ + digits[i];
    if (number >= classes_) return std::nullopt;
    return static_cast<std::uint32_t>((number + classes_ - shift_) * inverse_ % classes_);
  }

 private:
  // Euclid's algorithm, with the invariant now = t * factor (mod modulus), until `now` is 1.
  static std::uint64_t inverse(std::uint64_t factor, std::uint64_t modulus) {
    std::int64_t t_before = 0;
    std::int64_t t = 1;
    auto before = static_cast<std::int64_t>(modulus);
    auto now = static_cast<std::int64_t>(factor % modulus);
    while (now > 1) {
      const std::int64_t times = before / now;
      const std::int64_t after = before % now;
      const std::int64_t t_after = t_before - times * t;
      before = now;
      now = after;
      t_before = t;
      t = t_after;
    }
    return static_cast<std::uint64_t>(t < 0 ? t + static_cast<std::int64_t>(modulus) : t);
  }

  std::uint64_t classes_;
  std::uint32_t base_;
  std::uint32_t length_;
  std::uint64_t shift_;
  std::uint64_t factor_ = 1;
  std::uint64_t inverse_ = 1;
};

}  // namespace ect::data

#endif  // ECT_DATA_CLASS_CODE_H_
