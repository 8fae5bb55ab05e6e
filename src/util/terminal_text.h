#ifndef ECT_UTIL_TERMINAL_TEXT_H_
#define ECT_UTIL_TERMINAL_TEXT_H_

#include <string>
#include <string_view>
#include <vector>

namespace ect::util {

// Makes untrusted text (labels, file names, output of programs and servers) safe to print on a
// terminal: tabs become blanks; characters that control the terminal or change the writing
// direction are escaped, as \x1b or \u202e; bytes that are not UTF-8 become \xff. Everything that
// the program prints for people goes through one of these functions.

// Line breaks stay, also at the end. For a whole report.
std::string printable(std::string_view text);
// Line breaks are escaped as well. For a message, or a name within a report.
std::string printable_line(std::string_view text);
// The lines of the text, without their line breaks.
std::vector<std::string> printable_lines(std::string_view text);

// Equivalent JSON text, with \u escapes for characters that JSON allows but a terminal would obey.
std::string printable_json(std::string_view json);

}  // namespace ect::util

#endif  // ECT_UTIL_TERMINAL_TEXT_H_
