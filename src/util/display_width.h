#ifndef ECT_UTIL_DISPLAY_WIDTH_H_
#define ECT_UTIL_DISPLAY_WIDTH_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ect::util {

// UTF-8 text in the columns of a terminal. Requires text without line breaks, tabs and what steers
// a terminal: see util/terminal_text.h.

// How many columns it takes: two for most signs of East Asia and for pictures, none for accents
// that join a letter.
std::size_t display_width(std::string_view line);

// Cut to at most `width` columns, the last of them an ellipsis where something is cut. Requires
// width >= 1.
std::string shortened(const std::string& line, std::size_t width);
// The same with the ellipsis inside: names may differ at either end.
std::string shortened_inside(const std::string& line, std::size_t width);

// In lines of at most `width` columns, broken at blanks where it can be, else within words.
// `indent` blanks stand before all but the first. Blanks are kept but at the ends of lines and
// where it is broken. Requires width >= indent + 2.
std::vector<std::string> broken_lines(std::string_view line, std::size_t width,
                                      std::size_t indent = 0);

// A paragraph of such lines, the words with one blank between them, all but the first line indented
// by two. Each is ended by a newline. The text may have line breaks.
std::string wrapped(std::string_view text, std::size_t width);

}  // namespace ect::util

#endif  // ECT_UTIL_DISPLAY_WIDTH_H_
