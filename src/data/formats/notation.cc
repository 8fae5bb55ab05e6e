// Numbers as tables write them: with a decimal comma, as a percentage. Tests: table_warnings_test.
#include "data/formats/notation.h"

#include <string>

#include "data/formats/number.h"
#include "util/text.h"

namespace ect::data {
namespace {

// Removes blanks, including the no-break spaces that some locales put before a percent sign.
std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kNoBreakSpace = "\xc2\xa0";
  constexpr std::string_view kNarrowSpace = "\xe2\x80\xaf";
  while (true) {
    text = util::trimmed(text);
    if (text.ends_with(kNoBreakSpace)) {
      text.remove_suffix(kNoBreakSpace.size());
    } else if (text.ends_with(kNarrowSpace)) {
      text.remove_suffix(kNarrowSpace.size());
    } else {
      return text;
    }
  }
}

}  // namespace

bool read_written(std::string_view text, const Notation& notation, float& value) {
  if (notation.percent) {
    if (!text.ends_with('%')) return false;
    text = without_blanks(text.substr(0, text.size() - 1));
  }
  if (!notation.decimal_comma) return is_number(text, value);
  if (text.find('.') != std::string_view::npos) return false;
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return is_number(text, value);
  std::string point(text);
  point[comma] = '.';
  return is_number(point, value);
}

bool is_any_number(std::string_view text) {
  const bool percent = text.ends_with('%');
  float unused = 0;
  return read_written(text, {false, percent}, unused) ||
         read_written(text, {true, percent}, unused);
}

}  // namespace ect::data
