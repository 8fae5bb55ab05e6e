// Escaping and colours for SVG and HTML. Tests: compare_report_test.
#include "report/markup.h"

#include <array>

#include "util/text.h"

namespace ect::report {

std::string escaped(std::string_view text) {
  const bool utf8 = util::is_utf8(text);
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += byte < ' ' || byte == 0x7f || (byte >= 0x80 && !utf8) ? '?' : c;
    }
  }
  return result;
}

const char* series_colour(std::size_t number) {
  constexpr std::array<const char*, kSeriesColours> kColours = {
      "#0072b2", "#d55e00", "#009e73", "#a8518a", "#b8860b", "#3d85c6", "#7f6000"};
  return kColours[number % kColours.size()];
}

}  // namespace ect::report
