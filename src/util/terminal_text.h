#ifndef ECT_UTIL_TERMINAL_TEXT_H_
#define ECT_UTIL_TERMINAL_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ect {

// Text of strangers (labels, names of files, what programs and servers say) as a terminal may get
// it: tabs as blanks, everything that could steer the terminal or turn the direction of writing as
// \x1b or \u202e, what is no UTF-8 as \xff. Everything that the program prints for people goes
// through one of these.

// Line breaks stay, also at the end. For a whole report.
std::string printable(std::string_view text);
// Line breaks are escaped as well. For a message, or a name within a report.
std::string printable_line(std::string_view text);
// The lines of it, without their line breaks.
std::vector<std::string> printable_lines(std::string_view text);

// JSON text that means the same, with \u escapes for what JSON allows as it is and a terminal
// obeys.
std::string printable_json(std::string_view json);

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
