#ifndef ECT_RANDOM_H_
#define ECT_RANDOM_H_

#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "ect/export.h"

namespace ect {

// Random numbers that are the same on every machine and with every compiler (the distributions of
// <random> are not). The generator is xoshiro256** by Blackman and Vigna, its state filled by
// splitmix64. Two streams of one seed are independent. One thread at a time may use a generator:
// give each trial or thread its own stream.
class ECT_EXPORT Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  // 64 uniform bits.
  std::uint64_t next();
  // Uniform in [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  // Uniform in [0, n), without bias. Requires n > 0.
  std::uint64_t below(std::uint64_t n);
  // True with that probability.
  bool chance(double probability) { return uniform() < probability; }

  // A uniform random permutation (Fisher-Yates).
  template <class T>
  void shuffle(std::span<T> items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace ect

#endif  // ECT_RANDOM_H_
