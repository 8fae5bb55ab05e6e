// ect-mpi: training in blocks on the ranks of an MPI job, `mpirun -n P ect-mpi train FILES -o
// MODEL`. All ranks read the same command line. Rank 0 alone prints and writes the model; of
// errors, the first rank that has one. Tests: tests/cluster/mpi_test.py.
#include <fmt/format.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include "cli/data_options.h"
#include "cli/files.h"
#include "cli/help.h"
#include "cli/output_files.h"
#include "cli/print.h"
#include "cli/train_options.h"
#include "cluster/input_parts.h"
#include "cluster/mpi/mpi_communicator.h"
#include "cluster/train_blocks.h"
#include "ect/error.h"
#include "model/named_options.h"
#include "report/training_report.h"

namespace ect::cli {
namespace {

struct Arguments {
  std::vector<std::string> files;
  std::string model;
  DataOptions read;
  model::NamedOptions train;
  std::string checkpoint;
  bool resume = false;
  bool phases = false;
};

void add_train_on_ranks(CLI::App& app, Arguments& options) {
  CLI::App* verb = app.add_subcommand("train", "Train a multiclass model on all ranks together");
  verb->add_option(
          "FILES", options.files,
          "Labelled text, also .gz and .zst, that every rank can read under the same name; "
          "patterns with * and ?; @LIST: a file of names")
      ->required();
  verb->add_option("-o", options.model, "The model file that rank 0 writes (required)")
      ->type_name("MODEL")
      ->required();
  add_learning_options(*verb, options.train);
  CLI::Option* checkpoint =
      verb->add_option("--checkpoint", options.checkpoint,
                       "Save finished parts of the tournament in this folder, which all ranks must "
                       "see; it is removed at the end")
          ->type_name("FOLDER");
  verb->add_flag("--resume", options.resume,
                 "Go on from the checkpoint, if there is one, on any number of ranks")
      ->needs(checkpoint);
  add_data_options(*verb, options.read);
  add_run_options(*verb, options.train);
  verb->add_flag("--phases", options.phases,
                 "Also print, for each rank and phase, seconds, exchanges and bytes sent");
}

double peak_mib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// At rank 0, from all ranks.
void print_phases(cluster::Communicator& ranks, const std::vector<cluster::Traffic>& traffic,
                  const Streams& streams) {
  std::string own;
  for (const cluster::Traffic& phase : traffic) {
    own += fmt::format("rank {} {:10} {:9.2f} s {:6} exchanges {:13} bytes\n", ranks.rank(),
                       phase.phase, phase.seconds, phase.exchanges, phase.bytes);
  }
  own += fmt::format("rank {} {:10} {:9.1f} MiB at most\n", ranks.rank(), "memory", peak_mib());
  std::vector<cluster::Bytes> to(ranks.size());
  const auto bytes = std::as_bytes(std::span(own));
  to[0].assign(bytes.begin(), bytes.end());
  for (const cluster::Bytes& of_rank : ranks.exchange(std::move(to))) {
    print(streams, {reinterpret_cast<const char*>(of_rank.data()), of_rank.size()});
  }
}

void train_on_ranks(const Arguments& options, cluster::Communicator& ranks,
                    const Streams& streams) {
  const auto start = std::chrono::steady_clock::now();
  model::Settings how = model::parse_options(options.train);
  check_options(how, false);
  if (how.threads == 0) how.threads = 1;  // a rank a core, if nothing else is said
  if (ranks.rank() == 0) check_writable(options.model);
  cluster::BlockTraining training;
  training.files = cluster::input_files(options.files);
  training.read = load_options(options.read, training.files.front());
  training.settings = how;
  training.version = ECT_VERSION;
  training.checkpoint.path = options.checkpoint;
  training.checkpoint.resume = options.resume;
  training.checkpoint.warn = [&streams](const std::string& what) { print_warning(streams, what); };
  std::vector<cluster::Traffic> traffic;
  const std::optional<model::Trained> trained = train_in_blocks(ranks, training, &traffic);
  if (trained) {
    trained->model.save(options.model);
    cluster::remove_checkpoints(training.checkpoint);
  }
  ranks.exchange(std::vector<cluster::Bytes>(ranks.size()));  // all end well, or none
  if (options.phases) print_phases(ranks, traffic, streams);
  if (!trained) return;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  print(streams, report::training_text(trained->model, {options.model, std::nullopt, seconds}));
}

// The exit status.
int run_rank(const std::vector<std::string>& words, cluster::MpiCommunicator& ranks,
             const Streams& streams) {
  Arguments options;
  CLI::App app{"Error-correcting tournaments, trained on the ranks of an MPI job\n", "ect-mpi"};
  app.set_version_flag("--version", std::string("ect-mpi ") + ECT_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer("Example:\n  mpirun -n 16 ect-mpi train part-*.tsv.gz -o model\n");
  add_train_on_ranks(app, options);
  const auto fail = [&](const std::string& message, int status) {
    if (ranks.fail()) print_error(streams, message);
    return status;
  };
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    train_on_ranks(options, ranks, streams);
    return 0;
  } catch (const CLI::Success& request) {
    if (ranks.rank() == 0) app.exit(request, streams.out, streams.err);
    return 0;
  } catch (const CLI::ParseError& error) {
    return fail(std::string(error.what()) + " (see 'ect-mpi train --help')", 2);
  } catch (const Error& error) {
    if (error.kind() == Error::Kind::kCancelled) return 1;  // the rank that failed says why
    return fail(error.what(), error.kind() == Error::Kind::kBadArgument ? 2 : 1);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", 1);
  } catch (const std::exception& error) {
    return fail(error.what(), 1);
  }
}

}  // namespace
}  // namespace ect::cli

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  // Messages in smaller pieces, to try what large ones do (docs/guide/cluster.md).
  const char* const piece = std::getenv("ECT_MPI_PIECE");
  const unsigned long long bytes = piece != nullptr ? std::strtoull(piece, nullptr, 10) : 0;
  ect::cluster::MpiCommunicator ranks(bytes > 0 && bytes < ect::cluster::MpiCommunicator::kPiece
                                          ? bytes
                                          : ect::cluster::MpiCommunicator::kPiece);
  const ect::cli::Streams streams{std::cin, std::cout, std::cerr};
  const int status = ect::cli::run_rank({argv + 1, argv + argc}, ranks, streams);
  std::cout.flush();
  return status;
}
