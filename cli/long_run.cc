// The options of caches and checkpoints. Tests: resume_test, interrupt_test, learn_stream_test.
#include "cli/long_run.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "cli/files.h"
#include "cli/help.h"
#include "cli/output_files.h"
#include "cli/print.h"
#include "cli/stop_signals.h"
#include "ect/error.h"
#include "util/input.h"

namespace ect::cli {
namespace {

constexpr const char* kLongRunGroup = "Long runs";

}  // namespace

void add_long_run_options(CLI::App& verb, LongRunOptions& options) {
  verb.add_option(
          "--cache", options.cache,
          "--stream: keep the parsed data in this file and read it from there in later passes and "
          "runs (default: DATA.ectcache if --passes is 2 or more; required for a pipe)")
      ->type_name("FILE")
      ->check(output_file())
      ->group(kLongRunGroup);
  CLI::Option* checkpoint =
      verb.add_option("--checkpoint", options.checkpoint,
                      "Save the state of training in this file, which must not exist yet; it is "
                      "removed at the end. Ctrl-C and SIGTERM then stop cleanly")
          ->type_name("FILE")
          ->check(output_file())
          ->group(kLongRunGroup);
  verb.add_flag("--resume", options.resume,
                "Continue from the checkpoint, to the same model as without the interruption; "
                "start from the beginning if there is none. Data and options must be the same")
      ->needs(checkpoint)
      ->group(kLongRunGroup);
  verb.add_option(
          "--checkpoint-every", options.every,
          fmt::format("Seconds between checkpoints: what a power failure may lose (default {})",
                      model::CheckpointOptions::kDefaultEvery))
      ->type_name("SECONDS")
      ->check(real_number(0, 1e9))
      ->needs(checkpoint)
      ->group(kLongRunGroup);
}

std::string cache_file(const LongRunOptions& options, const std::string& data,
                       std::uint32_t passes) {
  std::error_code none;
  const bool beside = options.cache.empty() && passes > 1 && data != "-" &&
                      std::filesystem::is_regular_file(data, none);
  if (beside) return data + ".ectcache";
  if (passes > 1 && options.cache.empty() && (data == "-" || std::filesystem::exists(data, none))) {
    throw Error::bad_argument(
        fmt::format("{}: a pipe can be read only once (several passes need --cache FILE)",
                    util::input_name(data)));
  }
  return options.cache;
}

model::CheckpointOptions checkpoint_options(const LongRunOptions& options, const Streams& streams) {
  model::CheckpointOptions checkpoint;
  checkpoint.path = options.checkpoint;
  checkpoint.resume = options.resume;
  checkpoint.every = options.every;
  checkpoint.stop = &StopSignals::asked;
  checkpoint.warn = [&streams](const std::string& what) { print_warning(streams, what); };
  return checkpoint;
}

}  // namespace ect::cli
