#ifndef ECT_UTIL_DISPLAY_WIDTH_H_
#define ECT_UTIL_DISPLAY_WIDTH_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ect::util {

// UTF-8 text in the columns of a terminal. Requires text without line breaks, tabs and control
// characters: see util/terminal_text.h.

// The number of columns: two for most East Asian characters and emoji, none for combining accents.
std::size_t display_width(std::string_view line);

// The line cut to at most `width` columns, the last of them an ellipsis if something was cut.
// Requires width >= 1.
std::string shortened(const std::string& line, std::size_t width);
// The same with the ellipsis in the middle, because names may differ at either end.
std::string shortened_inside(const std::string& line, std::size_t width);

// Breaks the line into lines of at most `width` columns, at blanks if possible, else within words.
// All but the first are indented by `indent` blanks. Blanks at breaks and at the ends of lines are
// dropped. Requires width >= indent + 2.
std::vector<std::string> broken_lines(std::string_view line, std::size_t width,
                                      std::size_t indent = 0);

// The text as a paragraph: words separated by one blank, broken into lines of at most `width`
// columns, all but the first indented by two blanks, each ended by a newline. The text may contain
// line breaks.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace ect::util

#endif  // ECT_UTIL_DISPLAY_WIDTH_H_
