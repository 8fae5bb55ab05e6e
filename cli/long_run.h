#ifndef ECT_CLI_LONG_RUN_H_
#define ECT_CLI_LONG_RUN_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "model/checkpoint.h"

namespace ect::cli {

// What a user says of caches and checkpoints.
struct LongRunOptions {
  std::string cache;
  std::string checkpoint;
  double every = model::CheckpointOptions::kDefaultEvery;
  bool resume = false;
};

void add_long_run_options(CLI::App& verb, LongRunOptions& options);

// The file that a stream is cached in: as the user says, or beside the data where there are several
// passes over a regular file; else empty. Throws for several passes over a pipe.
std::string cache_file(const LongRunOptions& options, const std::string& data,
                       std::uint32_t passes);

// To be stopped by signals, and to warn on stderr.
model::CheckpointOptions checkpoint_options(const LongRunOptions& options, const Streams& streams);

}  // namespace ect::cli

#endif  // ECT_CLI_LONG_RUN_H_
