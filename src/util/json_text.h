#ifndef ECT_UTIL_JSON_TEXT_H_
#define ECT_UTIL_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace ect::util {

// The text as a JSON string, in quotes; bytes that are not valid UTF-8 are replaced.
std::string json_text(std::string_view text);

}  // namespace ect::util

#endif  // ECT_UTIL_JSON_TEXT_H_
