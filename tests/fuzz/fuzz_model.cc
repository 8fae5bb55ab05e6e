// libFuzzer's entry: build with the preset `asan-ubsan`, run as
//   build/asan-ubsan/tests/fuzz/fuzz_model tests/fuzz/corpus_model
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/model_bytes.h"

// libFuzzer looks for this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {  // NOLINT
  ect::load_input({reinterpret_cast<const char*>(data), size});
  return 0;
}
