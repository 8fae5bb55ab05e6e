// Escapes text from outside (files, programs, servers) so that printing it cannot control the
// terminal. Tests: terminal_text_test, untrusted_text_test.
#include "util/terminal_text.h"

#include <fmt/format.h>

#include "util/text.h"

namespace ect::util {
namespace {

// Line and paragraph separators, characters that change the writing direction, and the byte order
// mark.
bool is_format_control(char32_t point) {
  return (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
         point == 0xfeff;
}

void append_printable(std::string_view text, std::string& line) {
  while (!text.empty()) {
    const CodePoint sign = first_code_point(text);
    const bool control = sign.point < ' ' || (sign.point >= 0x7f && sign.point < 0xa0);
    if (sign.point == '\t') {
      line += "  ";
    } else if (control || !sign.valid) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned>(sign.point));
    } else if (is_format_control(sign.point)) {
      line += fmt::format("\\u{:04x}", static_cast<unsigned>(sign.point));
    } else {
      line += text.substr(0, sign.bytes);
    }
    text.remove_prefix(sign.bytes);
  }
}

}  // namespace

std::string printable_line(std::string_view text) {
  std::string line;
  append_printable(text, line);
  return line;
}

std::vector<std::string> printable_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    append_printable(line, lines.emplace_back());
  }
  return lines;
}

std::string printable(std::string_view text) {
  std::string result;
  for (const std::string& line : printable_lines(text)) {
    result += line;
    result += '\n';
  }
  result.pop_back();  // there is no line break after the last line
  return result;
}

std::string printable_json(std::string_view json) {
  std::string result;
  while (!json.empty()) {
    const CodePoint sign = first_code_point(json);
    const bool obeyed = (sign.point >= 0x7f && sign.point < 0xa0) || is_format_control(sign.point);
    if (sign.valid && obeyed) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(sign.point));
    } else {
      result += json.substr(0, sign.bytes);
    }
    json.remove_prefix(sign.bytes);
  }
  return result;
}

}  // namespace ect::util
