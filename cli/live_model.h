#ifndef ECT_CLI_LIVE_MODEL_H_
#define ECT_CLI_LIVE_MODEL_H_

#include <cstdint>
#include <string>

#include "ect/model.h"

namespace ect::cli {

// Models up to that size are read into memory, larger ones are mapped.
constexpr std::uint64_t kMaxReadModel = std::uint64_t{64} << 20;

// A model that somebody may overwrite while it answers. What is in memory does not mind; a mapped
// one ends the program with one line and status 1 where its file becomes shorter, and whoever gives
// answers calls Model::check_unchanged() before they leave the program.
Model load_live(const std::string& path, const AskedProgram& program = {});

}  // namespace ect::cli

#endif  // ECT_CLI_LIVE_MODEL_H_
