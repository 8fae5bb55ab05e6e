#ifndef ECT_UTIL_SHELL_WORDS_H_
#define ECT_UTIL_SHELL_WORDS_H_

#include <string>
#include <string_view>
#include <vector>

namespace ect::util {

// A command line as a shell would split it into words, without a shell: blanks, tabs and line ends
// separate; 'single quotes' keep everything, "double quotes" all but \" \\ \$ and \`, a backslash
// outside keeps the next character. Nothing is expanded. Throws ect::Error for a quote that is not
// closed, a backslash at the end, or a zero byte.
std::vector<std::string> shell_words(std::string_view line);

// Quotes a word so that a shell, and shell_words(), read it unchanged: in single quotes if it has
// any special character.
std::string shell_quoted(std::string_view word);

}  // namespace ect::util

#endif  // ECT_UTIL_SHELL_WORDS_H_
