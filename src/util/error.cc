// The text of a parse error: file:line: message. Tests: every test of a reader, such as
// svmlight_test.
#include "ect/error.h"

#include <fmt/format.h>

namespace ect {

Error Error::parse(std::string_view file, std::uint64_t line, std::string_view message) {
  return {Kind::kParse, fmt::format("{}:{}: {}", file, line, message)};
}

}  // namespace ect
