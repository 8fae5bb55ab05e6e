// Any bytes as a saved tournament: it is loaded and is then what its text says, or it is refused
// with ect::Error.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "ect/error.h"
#include "ect/tournament.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const ect::Tournament loaded =
        ect::Tournament::from_json({reinterpret_cast<const char*>(data), size});
    const ect::Tournament again = ect::Tournament::from_json(loaded.to_json());
    if (again.to_json() != loaded.to_json()) std::abort();
  } catch (const ect::Error&) {
  }
  return 0;
}
