// The generator xoshiro256** (Blackman, Vigna 2018), whose state splitmix64 fills from seed and
// stream. Models depend on these numbers: they must never change. Tests: random_test.
#include "ect/random.h"

#include <bit>

namespace ect {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) : state_() {
  // The stream goes through the mixer too, so that neighbouring streams share nothing.
  std::uint64_t mix = stream;
  mix = seed ^ splitmix64(mix);
  for (std::uint64_t& word : state_) word = splitmix64(mix);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t Random::below(std::uint64_t n) {
  // The lowest 2^64 mod n values are dropped, so that each remainder is equally likely.
  const std::uint64_t dropped = (0 - n) % n;
  std::uint64_t value = next();
  while (value < dropped) value = next();
  return value % n;
}

}  // namespace ect
