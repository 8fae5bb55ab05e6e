#ifndef ECT_CLI_PROGRAM_OPTIONS_H_
#define ECT_CLI_PROGRAM_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <string>

#include "ect/model.h"

namespace ect::cli {

inline constexpr double kLongestTimeout = 1e6;  // seconds

// --program and --timeout of verbs that ask a model. `program` must outlive the verb.
void add_program(CLI::App& verb, AskedProgram& program);

// A model that can be asked: a program must be named if and only if one has learnt it.
Model load_to_ask(const std::string& path, const AskedProgram& program);

}  // namespace ect::cli

#endif  // ECT_CLI_PROGRAM_OPTIONS_H_
