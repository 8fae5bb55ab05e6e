#ifndef ECT_REPORT_MARKUP_H_
#define ECT_REPORT_MARKUP_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace ect::report {

// Text for SVG and HTML, also within quotes. What cannot stand there is '?'.
std::string escaped(std::string_view text);

// Colours that stay apart for colour-blind readers (after Okabe and Ito), from 0, repeated when
// they run out.
inline constexpr std::size_t kSeriesColours = 7;
const char* series_colour(std::size_t number);

}  // namespace ect::report

#endif  // ECT_REPORT_MARKUP_H_
