// The only file of the tests that is compiled with paths of this build.
#include "tests/helpers/places.h"

namespace ect {

std::string source_path(std::string_view name) {
  return std::string(ECT_SOURCE_DIR) + (name.empty() ? "" : "/") + std::string(name);
}

std::string ect_program() { return ECT_PROGRAM; }

std::string command_program() { return ECT_COMMAND_PROGRAM; }

std::string judge_program() { return ECT_JUDGE_PROGRAM; }

}  // namespace ect
