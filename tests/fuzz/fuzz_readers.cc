// libFuzzer's entry: build with the preset `asan-ubsan`, run as
//   build/asan-ubsan/tests/fuzz/fuzz_readers tests/fuzz/corpus_readers
#include <cstddef>
#include <cstdint>
#include <string>

#include "tests/fuzz/read_bytes.h"

// libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {  // NOLINT
  ect::read_bytes(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
