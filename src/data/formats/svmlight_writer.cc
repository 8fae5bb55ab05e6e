// Writes examples as lines of svmlight. Tests: synth_test.
#include "data/formats/svmlight_writer.h"

#include <charconv>
#include <cstddef>

namespace ect::data {

void append_svmlight(const Example& example, std::string& text) {
  constexpr std::size_t kMaxOfAFeature = 32;  // blank, 10 digits, colon, at most 15 of a float
  if (example.label) text += *example.label;
  // The string grows once per line, then only pointers move: this loop dominates the time of
  // writing.
  const std::size_t before = text.size();
  text.resize(before + example.indices.size() * kMaxOfAFeature + 1);
  char* at = text.data() + before;
  char* const end = text.data() + text.size();
  for (std::size_t i = 0; i < example.indices.size(); ++i) {
    *at++ = ' ';
    at = std::to_chars(at, end, std::uint64_t{example.indices[i]} + 1).ptr;
    *at++ = ':';
    if (example.values[i] == 1) {  // most values of sparse data
      *at++ = '1';
    } else {
      at = std::to_chars(at, end, example.values[i]).ptr;
    }
  }
  *at++ = '\n';
  text.resize(static_cast<std::size_t>(at - text.data()));
}

}  // namespace ect::data
