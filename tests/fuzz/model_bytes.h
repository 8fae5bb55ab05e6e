#ifndef ECT_TESTS_FUZZ_MODEL_BYTES_H_
#define ECT_TESTS_FUZZ_MODEL_BYTES_H_

#include <string>
#include <string_view>

#include "tests/fuzz/ask_model.h"
#include "tests/fuzz/model_frame.h"

namespace ect {

// The fuzzer's input as a model file. The first byte says how far it is helped past the checks that
// it would never guess its way through:
//   0  as it is
//   1  with right checksums
//   2  six sections, the lengths of all first as two bytes each; the frame is made around them
//   3  the same, and blocks of weights stand where they should
// 4 more in 2 and 3: the frame is of version 2.
inline std::string model_of_input(std::string_view input) {
  if (input.empty()) return {};
  const int help = input.front() & 3;
  const bool second_version = (input.front() & 4) != 0;
  input.remove_prefix(1);
  std::string file(input);
  if (help == 0) return file;
  if (help == 1) {
    mend_checksums(file);
    return file;
  }
  constexpr std::size_t kLengths = 6 * sizeof(std::uint16_t);
  if (input.size() < kLengths) return {};
  ModelFrame frame;
  if (second_version) frame.version = 2;
  std::string_view rest = input.substr(kLengths);
  for (std::uint32_t id = kAboutId; id <= kBodyId; ++id) {
    const std::size_t length = number_at<std::uint16_t>(input, std::size_t{2} * (id - kAboutId));
    frame.parts.push_back({id, std::string(rest.substr(0, length))});
    rest.remove_prefix(std::min(rest.size(), length));
  }
  if (help == 3) mend_block_places(frame.part(kDirectoryId), frame.part(kBodyId));
  frame.mend_blocks();
  return frame.file();
}

inline bool load_input(std::string_view input) { return load_and_ask(model_of_input(input)); }

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_MODEL_BYTES_H_
