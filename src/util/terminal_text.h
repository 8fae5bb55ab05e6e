#ifndef ECT_UTIL_TERMINAL_TEXT_H_
#define ECT_UTIL_TERMINAL_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

namespace ect::util {

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

}  // namespace ect::util

#endif  // ECT_UTIL_TERMINAL_TEXT_H_
