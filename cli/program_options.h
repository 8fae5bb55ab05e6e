#ifndef ECT_CLI_PROGRAM_OPTIONS_H_
#define ECT_CLI_PROGRAM_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <string>

#include "ect/model.h"

namespace ect::cli {

inline constexpr double kMaxTimeout = 1e6;  // seconds

// Adds --program and --timeout to verbs that predict. `program` must outlive the verb.
void add_program(CLI::App& verb, AskedProgram& program);

// Loads a model to predict with. A program must be given if and only if the model was trained by
// one.
Model load_to_ask(const std::string& path, const AskedProgram& program);

}  // namespace ect::cli

#endif  // ECT_CLI_PROGRAM_OPTIONS_H_
