#ifndef ECT_UTIL_TERMINAL_TEXT_H_
#define ECT_UTIL_TERMINAL_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ect {

// Text of strangers as a terminal may get it: a line for each line of it, tabs as blanks, and
// everything that could steer the terminal or turn the direction of writing as \x1b or \u202e, what
// is no UTF-8 as \xff.
std::vector<std::string> printable_lines(std::string_view text);

// How many columns a terminal gives to a printable line: two for most signs of East Asia and for
// pictures, none for accents that join a letter.
std::size_t columns_of(std::string_view line);

// In lines of at most `columns` columns, broken at blanks where it can be, else within words.
// `indent` blanks stand before all but the first. Blanks are kept but at the ends of lines and
// where it is broken. Requires a printable line and columns >= indent + 2.
std::vector<std::string> broken_lines(std::string_view line, std::size_t columns,
                                      std::size_t indent = 0);

}  // namespace ect

#endif  // ECT_UTIL_TERMINAL_TEXT_H_
