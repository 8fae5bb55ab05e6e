// libFuzzer's entry: build with the preset `asan-ubsan`, run as
//   build/asan-ubsan/tests/fuzz/fuzz_cache
// The input is what stands between the header and the trailer of a cache, whose checksums are made
// right.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "tests/fuzz/read_cache.h"
#include "tests/helpers/temp_folder.h"

// libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {  // NOLINT
  static const ect::TempFolder folder;
  static const std::string path = folder.path("cache");
  static ect::Labels classes;
  classes.add("one");
  classes.add("two");
  const ect::data::CacheKey key{{1, 2, 3}, "svm", 1000, &classes};
  // The header and the trailer of a cache without examples.
  static const std::string empty = [&] {
    ect::data::CacheWriter(path, key).commit({});
    std::ifstream file(path, std::ios::binary);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  }();
  constexpr std::size_t kEnd = 16 + 12;  // of the trailer, and of the footer before it
  std::string bytes = empty.substr(0, empty.size() - kEnd);
  bytes.append(reinterpret_cast<const char*>(data), size);
  const std::uint64_t footer = bytes.size();
  bytes += empty.substr(empty.size() - kEnd);
  std::memcpy(bytes.data() + bytes.size() - 16, &footer, sizeof footer);
  ect::mend_cache(bytes);
  std::ofstream(path, std::ios::binary) << bytes;
  ect::read_cache(path, key);
  return 0;
}
