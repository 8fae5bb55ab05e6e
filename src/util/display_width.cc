// The display width of UTF-8 text, and line breaking by it. The C library knows how wide a
// character is; the locale C.UTF-8 is used whatever the user's locale. If it is missing, every
// character counts as one column. Tests: display_width_test, terminal_text_test.
#include "util/display_width.h"

#include <locale.h>  // newlocale, which is POSIX
#include <wchar.h>   // wcwidth, which is POSIX

#include <algorithm>
#include <sstream>

#include "util/text.h"

namespace ect::util {
namespace {

// Sets the thread's locale while widths are computed.
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

// The length in bytes of the longest prefix that takes at most `width` columns.
std::size_t fitting(std::string_view line, std::size_t width) {
  const Utf8Locale locale;
  std::size_t bytes = 0;
  for (std::size_t used = 0; bytes < line.size();) {
    const CodePoint sign = first_code_point(line.substr(bytes));
    used += locale.width(sign.point);
    if (used > width) break;
    bytes += sign.bytes;
  }
  return bytes;
}

}  // namespace

std::size_t display_width(std::string_view line) {
  const Utf8Locale locale;
  std::size_t columns = 0;
  while (!line.empty()) {
    const CodePoint sign = first_code_point(line);
    columns += locale.width(sign.point);
    line.remove_prefix(sign.bytes);
  }
  return columns;
}

std::string shortened(const std::string& line, std::size_t width) {
  if (display_width(line) <= width) return line;
  return line.substr(0, fitting(line, width - 1)) + "…";
}

std::string shortened_inside(const std::string& line, std::size_t width) {
  const std::size_t whole = display_width(line);
  if (whole <= width) return line;
  const std::size_t behind = (width - 1) / 2;
  const std::string begin = line.substr(0, fitting(line, width - 1 - behind));
  // If a wide character straddles the cut, it is left out.
  std::size_t cut = fitting(line, whole - behind);
  while (display_width(std::string_view(line).substr(cut)) > behind) {
    cut += first_code_point(std::string_view(line).substr(cut)).bytes;
  }
  return begin + "…" + line.substr(cut);
}

std::vector<std::string> broken_lines(std::string_view line, std::size_t width,
                                      std::size_t indent) {
  std::vector<std::string> lines;
  while (true) {
    const std::size_t before = lines.empty() ? 0 : indent;
    const std::size_t fits = fitting(line, width - before);
    std::size_t end = fits;
    if (fits < line.size()) {
      // The last blank, which may be the first character that does not fit, unless only blanks
      // precede it.
      const std::size_t blank = line.substr(0, fits + 1).find_last_of(' ');
      if (blank != std::string_view::npos && line.find_first_not_of(' ') < blank) end = blank;
    }
    const std::string_view part = line.substr(0, end);
    lines.push_back(
        std::string(before, ' ').append(part.substr(0, part.find_last_not_of(' ') + 1)));
    line.remove_prefix(end);
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return lines;
  }
}

std::string wrapped(std::string_view text, std::size_t width) {
  std::string line;
  std::istringstream words{std::string(text)};
  for (std::string word; words >> word;) line += (line.empty() ? "" : " ") + word;
  std::string result;
  for (const std::string& part : broken_lines(line, width, 2)) result += part + '\n';
  return result;
}

}  // namespace ect::util
