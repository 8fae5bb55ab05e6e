// libFuzzer's entry: build with the preset `asan-ubsan`, run as
//   build/asan-ubsan/tests/fuzz/fuzz_verdict tests/fuzz/corpus_verdict
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/parse_verdicts.h"

// libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {  // NOLINT
  ect::parse_verdicts({reinterpret_cast<const char*>(data), size});
  return 0;
}
