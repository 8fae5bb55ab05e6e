#ifndef ECT_CLI_LONG_RUN_H_
#define ECT_CLI_LONG_RUN_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "model/checkpoint.h"

namespace ect::cli {

// The options of caches and checkpoints.
struct LongRunOptions {
  std::string cache;
  std::string checkpoint;
  double every = model::CheckpointOptions::kDefaultEvery;
  bool resume = false;
};

void add_long_run_options(CLI::App& verb, LongRunOptions& options);

// The cache file of a stream: the given one, or one beside the data if there are several passes
// over a regular file; else empty. Throws for several passes over a pipe without a cache.
std::string cache_file(const LongRunOptions& options, const std::string& data,
                       std::uint32_t passes);

// Checkpoints that stop on signals and print warnings to stderr.
model::CheckpointOptions checkpoint_options(const LongRunOptions& options, const Streams& streams);

}  // namespace ect::cli

#endif  // ECT_CLI_LONG_RUN_H_
