#ifndef ECT_TESTS_TOPIC_TEXT_H_
#define ECT_TESTS_TOPIC_TEXT_H_

#include <algorithm>
#include <cstdint>
#include <string>

#include "ect/random.h"

namespace ect {

// Labelled text, a line a row: a text of a topic has some words of its own, some of its
// neighbours and some of all topics. Topics are uneven: of the first there are most, of the last
// perhaps one.
inline std::string topic_text(std::uint32_t topics, std::uint32_t rows, std::uint64_t seed) {
  Random random(seed, 0);
  std::string text;
  for (std::uint32_t row = 0; row < rows; ++row) {
    const auto topic =
        static_cast<std::uint32_t>(std::min(random.below(topics), random.below(topics)));
    text += "topic" + std::to_string(row < topics ? row : topic) + "\t";
    for (int word = 0; word < 8; ++word) {
      const std::uint64_t kind = random.below(4);
      const std::uint64_t of = (row < topics ? row : topic) / (kind == 1 ? 4 : 1);
      const std::string name =
          kind == 0   ? "all" + std::to_string(random.below(50))
          : kind == 1 ? "near" + std::to_string(of) + "x" + std::to_string(random.below(5))
                      : "own" + std::to_string(of) + "x" + std::to_string(random.below(20));
      text += name + (word < 7 ? " " : "\n");
    }
  }
  return text;
}

}  // namespace ect

#endif  // ECT_TESTS_TOPIC_TEXT_H_
