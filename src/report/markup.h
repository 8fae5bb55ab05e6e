#ifndef ECT_REPORT_MARKUP_H_
#define ECT_REPORT_MARKUP_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace ect::report {

// Escapes text for SVG and HTML, also within quotes. Characters that are not allowed become '?'.
std::string escaped(std::string_view text);

// Colours that colour-blind readers can distinguish (after Okabe and Ito), numbered from 0; they
// repeat after the last.
inline constexpr std::size_t kSeriesColours = 7;
const char* series_colour(std::size_t number);

}  // namespace ect::report

#endif  // ECT_REPORT_MARKUP_H_
