// How wide a sign is, the C library knows, for the locale C.UTF-8 and so whatever the user's is;
// where that is missing, every sign is taken for one column.
// Tests: terminal_text_test.
#include "util/terminal_text.h"

#include <fmt/format.h>
#include <locale.h>  // newlocale, which is POSIX
#include <wchar.h>   // wcwidth, which is POSIX

#include <algorithm>

#include "util/text.h"

namespace ect {
namespace {

struct Sign {
  char32_t point = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

// The code point at the beginning of the text, which is not empty.
Sign first_sign(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (bytes > text.size() || !is_utf8(text.substr(0, bytes))) return {lead, 1, false};
  char32_t point = lead & (0x7fU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    point = point << 6 | (static_cast<unsigned char>(text[i]) & 0x3fU);
  }
  return {point, bytes, true};
}

// The thread's locale, for as long as widths are asked for.
class Utf8Locale {
 public:
  Utf8Locale() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    if (locale != nullptr) before_ = uselocale(locale);
  }
  ~Utf8Locale() {
    if (before_ != nullptr) uselocale(before_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

  std::size_t width(char32_t point) const {
    if (before_ == nullptr || point < 0x80) return 1;
    const int width = wcwidth(static_cast<wchar_t>(point));
    return width < 0 ? 1 : static_cast<std::size_t>(width);
  }

 private:
  locale_t before_ = nullptr;
};

// Line and paragraph separators, and what turns the direction of writing.
bool is_steering(char32_t point) {
  return (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069) ||
         point == 0xfeff;
}

void append_printable(std::string_view text, std::string& line) {
  while (!text.empty()) {
    const Sign sign = first_sign(text);
    const bool control = sign.point < ' ' || (sign.point >= 0x7f && sign.point < 0xa0);
    if (sign.point == '\t') {
      line += "  ";
    } else if (control || !sign.valid) {
      line += fmt::format("\\x{:02x}", static_cast<unsigned>(sign.point));
    } else if (is_steering(sign.point)) {
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
  result.pop_back();  // a line break stands between two lines
  return result;
}

std::string printable_json(std::string_view json) {
  std::string result;
  while (!json.empty()) {
    const Sign sign = first_sign(json);
    const bool obeyed = (sign.point >= 0x7f && sign.point < 0xa0) || is_steering(sign.point);
    if (sign.valid && obeyed) {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(sign.point));
    } else {
      result += json.substr(0, sign.bytes);
    }
    json.remove_prefix(sign.bytes);
  }
  return result;
}

std::size_t columns_of(std::string_view line) {
  const Utf8Locale locale;
  std::size_t columns = 0;
  while (!line.empty()) {
    const Sign sign = first_sign(line);
    columns += locale.width(sign.point);
    line.remove_prefix(sign.bytes);
  }
  return columns;
}

std::vector<std::string> broken_lines(std::string_view line, std::size_t columns,
                                      std::size_t indent) {
  const Utf8Locale locale;
  std::vector<std::string> lines;
  while (true) {
    const std::size_t before = lines.empty() ? 0 : indent;
    std::size_t fits = 0;      // bytes
    std::size_t at_blank = 0;  // the last blank of these, behind something else
    bool only_blanks = true;
    for (std::size_t used = before; fits < line.size();) {
      const Sign sign = first_sign(line.substr(fits));
      const bool blank = sign.point == ' ';
      used += locale.width(sign.point);
      if (blank && !only_blanks) at_blank = fits;
      if (used > columns) break;
      only_blanks = only_blanks && blank;
      fits += sign.bytes;
    }
    const std::size_t end = fits == line.size() || at_blank == 0 ? fits : at_blank;
    const std::string_view part = line.substr(0, end);
    lines.push_back(
        std::string(before, ' ').append(part.substr(0, part.find_last_not_of(' ') + 1)));
    line.remove_prefix(end);
    if (line.empty()) return lines;
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return lines;
  }
}

}  // namespace ect
