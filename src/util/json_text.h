#ifndef ECT_UTIL_JSON_TEXT_H_
#define ECT_UTIL_JSON_TEXT_H_

#include <string>
#include <string_view>

namespace ect::util {

// A text as JSON, in quotes; bytes that are no UTF-8 are replaced.
std::string json_text(std::string_view text);

}  // namespace ect::util

#endif  // ECT_UTIL_JSON_TEXT_H_
