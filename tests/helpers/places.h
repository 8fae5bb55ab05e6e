#pragma once

#include <string>
#include <string_view>

namespace ect {

// Where things are that tests read or run. Only places.cc is compiled with these paths, so that a
// compiler cache serves all other files to every clone.

// A file of this repository, such as "man/ect.1"; the repository itself for "".
std::string source_path(std::string_view name);
// The program `ect` of this build.
std::string ect_program();
// tests/learners/command_program.cc and tests/selection/judge_program.cc, built.
std::string command_program();
std::string judge_program();

}  // namespace ect
