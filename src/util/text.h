#ifndef ECT_UTIL_TEXT_H_
#define ECT_UTIL_TEXT_H_

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace ect::util {

// The whole text as a number, or nothing.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number value{};
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || text.empty()) return std::nullopt;
  return value;
}

inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

// ASCII in lower case, every other byte as it is.
inline char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// Whether a code point of UTF-8 begins with this byte.
inline bool starts_code_point(char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }

// A decoded code point. If `valid` is false, the text does not begin with valid UTF-8, and `point`
// is the value of its first byte.
struct CodePoint {
  char32_t point = 0;
  std::size_t bytes = 1;
  bool valid = false;
};
// The first code point. Requires a text that is not empty.
CodePoint first_code_point(std::string_view text);

// The text without blanks, tabs and carriage returns at either end.
inline std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// Whether there is a byte below the blank other than a tab.
bool has_control_character(std::string_view text);

// The text for messages: in quotes, cut after 40 bytes, escaped as by printable_line()
// (util/terminal_text.h).
std::string quoted(std::string_view text);

// Whether the bytes are UTF-8: well-formed, shortest forms only, no surrogates.
bool is_utf8(std::string_view text);

}  // namespace ect::util

#endif  // ECT_UTIL_TEXT_H_
