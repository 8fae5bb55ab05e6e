#ifndef ECT_CLI_LIVE_MODEL_H_
#define ECT_CLI_LIVE_MODEL_H_

#include <cstdint>
#include <string>

#include "ect/model.h"

namespace ect::cli {

// Models up to this many bytes are read into memory, larger ones are mapped.
constexpr std::uint64_t kMaxReadModel = std::uint64_t{64} << 20;

// Loads a model whose file may be overwritten while it is in use. A model read into memory is not
// affected. For a mapped one, the program ends with one line and status 1 if the file becomes
// shorter, and callers must call Model::check_unchanged() before they output predictions.
Model load_live(const std::string& path, const AskedProgram& program = {});

}  // namespace ect::cli

#endif  // ECT_CLI_LIVE_MODEL_H_
