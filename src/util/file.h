#ifndef ECT_UTIL_FILE_H_
#define ECT_UTIL_FILE_H_

#include <string>
#include <string_view>

namespace ect {

// Writes a temporary file beside `path` and renames it, so that `path` is either whole or as it
// was; links are followed and the mode is kept. What is no regular file, such as a pipe, is written
// as it is. Throws ect::Error.
void write_file(const std::string& path, std::string_view content);

}  // namespace ect

#endif  // ECT_UTIL_FILE_H_
