#ifndef ECT_TESTS_FUZZ_READ_CACHE_H_
#define ECT_TESTS_FUZZ_READ_CACHE_H_

#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>

#include "data/example_cache.h"
#include "ect/error.h"
#include "util/checksum.h"

namespace ect {

// Reads a cache through. Either it is refused (false), or its examples keep their contract;
// anything else is a defect.
inline bool read_cache(const std::string& path, const data::CacheKey& key) {
  const auto demand = [](bool kept) {
    if (!kept) __builtin_trap();
  };
  try {
    data::CacheReader reader(path, key);
    Example example;
    while (const std::optional<std::uint32_t> label = reader.next(example)) {
      demand(*label < key.classes->size());
      demand(std::isfinite(example.weight) && example.weight > 0);
      demand(example.indices.size() == example.values.size());
      for (std::size_t i = 0; i < example.indices.size(); ++i) {
        demand(i == 0 || example.indices[i] > example.indices[i - 1]);
        demand(example.indices[i] < key.features);
        demand(std::isfinite(example.values[i]));
      }
    }
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Makes the checksums of a cache right, as far as it can be followed.
inline void mend_cache(std::string& file) {
  constexpr std::size_t kHeader = 24;
  constexpr std::size_t kBlock = 12;
  constexpr std::size_t kTrailer = 16;
  const auto sum = [&](std::size_t at, std::size_t size) {
    return util::checksum_of(std::as_bytes(std::span(file).subspan(at, size)));
  };
  const auto get = [&](std::size_t at, auto number) {
    std::memcpy(&number, file.data() + at, sizeof number);
    return number;
  };
  const auto put = [&](std::size_t at, std::uint32_t number) {
    std::memcpy(file.data() + at, &number, sizeof number);
  };
  if (file.size() < kHeader + kTrailer) return;
  const auto key = get(16, std::uint64_t{0});
  if (key > file.size() - kHeader - kTrailer) return;
  put(12, sum(kHeader, key));
  const std::size_t trailer = file.size() - kTrailer;
  const auto footer = get(trailer, std::uint64_t{0});
  if (footer > trailer) return;
  put(trailer + 8, sum(footer, trailer - footer));
  put(trailer + 12, sum(trailer, 12));
  for (std::size_t at = kHeader + key; at + kBlock <= footer;) {
    const auto bytes = get(at, std::uint32_t{0});
    if (bytes > footer - at - kBlock) return;
    put(at + 8, sum(at + kBlock, bytes));
    put(at + 8, sum(at, kBlock));
    at += kBlock + bytes;
  }
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_READ_CACHE_H_
