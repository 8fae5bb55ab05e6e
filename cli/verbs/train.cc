// ect train: trains a model on a file or a stream. Tests: learn_cli_test, learn_errors_test,
// learn_stream_test.
#include "model/train.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <system_error>

#include "cli/data_options.h"
#include "cli/files.h"
#include "cli/long_run.h"
#include "cli/print.h"
#include "cli/program_options.h"
#include "cli/progress.h"
#include "cli/stop_signals.h"
#include "cli/train_options.h"
#include "cli/verbs.h"
#include "cluster/communicator.h"
#include "cluster/train_blocks.h"
#include "data/formats/label_file.h"
#include "ect/error.h"
#include "report/training_report.h"

namespace ect::cli {
namespace {

struct TrainArguments {
  std::string data;
  std::string model;
  DataOptions read;
  model::NamedOptions train;
  LongRunOptions run;
  std::string labels;
  bool stream = false;
  bool json = false;
  bool quiet = false;
};

std::optional<Labels> known_labels(const TrainArguments& options) {
  if (options.labels.empty()) return std::nullopt;
  return data::read_labels(util::open_file(options.labels), options.labels);
}

// None for a pipe, for example.
std::optional<std::uint64_t> size_of(const std::string& path) {
  std::error_code failed;
  const std::uint64_t size = std::filesystem::file_size(path, failed);
  return failed ? std::nullopt : std::optional(size);
}

// By the only rank.
model::Trained learn_in_blocks(const TrainArguments& options, const model::Settings& how,
                               const reductions::OnProgress& progress) {
  if (!options.run.checkpoint.empty() || !options.labels.empty()) {
    throw Error::bad_argument("--blocks cannot be combined with --checkpoint or --labels");
  }
  cluster::SingleRank alone;
  cluster::BlockTraining training;
  training.files = {options.data};
  training.read = load_options(options.read, options.data);
  training.settings = how;
  training.progress = progress;
  return *train_in_blocks(alone, training);
}

model::Trained learn_file(const TrainArguments& options, const model::Settings& how,
                          const Streams& streams, const reductions::OnProgress& progress,
                          model::Checkpoint& checkpoint, StopSignals& signals) {
  if (how.blocks > 0) return learn_in_blocks(options, how, progress);
  const data::DataFile file(options.data, streams.in);
  std::vector<std::string> warnings;
  data::Layout layout = learn_layout(file, load_options(options.read, options.data), &warnings);
  const std::unique_ptr<data::Reader> reader = open_reader(file, layout);
  std::optional<Labels> known = known_labels(options);
  Dataset data = known ? read_dataset(*reader, file.name(), std::move(*known), how.threads)
                       : read_dataset(*reader, file.name(), how.threads);
  for (std::string& warning : reader->warnings()) warnings.push_back(std::move(warning));
  if (checkpoint.enabled()) signals.listen();  // until here there is nothing to save
  model::Trained trained = train(std::move(data), std::move(layout), file.name(), how, progress,
                                 checkpoint.enabled() ? &checkpoint : nullptr);
  trained.warnings.insert(trained.warnings.begin(), warnings.begin(), warnings.end());
  return trained;
}

model::Trained learn_stream(const TrainArguments& options, const model::Settings& how,
                            const Streams& streams, const reductions::OnProgress& progress,
                            model::Checkpoint& checkpoint, StopSignals& signals) {
  const std::string cache = cache_file(options.run, options.data, how.passes);
  data::StreamFile stream(options.data, streams.in, load_options(options.read, options.data));
  std::optional<Labels> known = known_labels(options);
  // A partly written cache must be removed, too.
  const bool stops = checkpoint.enabled() || !cache.empty();
  if (stops) signals.listen();
  return train(stream, known ? std::move(*known) : stream.labels(), how, progress, cache,
               stops ? &checkpoint : nullptr);
}

void train_verb(const TrainArguments& options, const Streams& streams) {
  const model::Settings how = model::parse_options(options.train);
  check_options(how, options.stream);
  if (!options.stream && !options.run.cache.empty()) {
    throw Error::bad_argument(
        "--cache applies only to --stream (other data is read once, into memory)");
  }
  check_writable(options.model);  // before hours of training
  model::Checkpoint checkpoint(checkpoint_options(options.run, streams));
  if (checkpoint.enabled()) {
    check_resumable(how);
    check_writable(options.run.checkpoint);
  }
  const auto start = std::chrono::steady_clock::now();
  ProgressLine line(streams, options.quiet);
  const reductions::OnProgress progress = [&](const TrainProgress& state) { line.show(state); };
  StopSignals signals;
  const model::Trained trained =
      options.stream ? learn_stream(options, how, streams, progress, checkpoint, signals)
                     : learn_file(options, how, streams, progress, checkpoint, signals);
  line.clear();
  trained.model.save(options.model);
  checkpoint.finish();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  print_warnings(streams, trained.warnings);
  const report::TrainingFacts facts{options.model, size_of(options.model), seconds};
  if (options.json) {
    print_json(streams, training_json(trained.model, facts));
  } else {
    print(streams, training_text(trained.model, facts));
  }
}

}  // namespace

void add_train(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<TrainArguments>();
  CLI::App* verb = app.add_subcommand("train", "Train a multiclass model on a file");
  verb->add_option("DATA", options->data,
                   "svm, csv, arff, vw or text, also .gz and .zst; - is stdin")
      ->required();
  verb->add_option("-o", options->model, "The model file to write (required)")
      ->type_name("MODEL")
      ->required()
      ->check(output_file());
  add_learning_options(*verb, options->train);
  verb->add_option("--labels", options->labels,
                   "A file of all classes, one per line; some may have no examples")
      ->type_name("FILE");
  verb->add_flag("--stream", options->stream,
                 "Train in constant memory, in one pass unless --passes is given; the classes are "
                 "those of --labels, or else those in the first 4 MiB");
  add_long_run_options(*verb, options->run);
  add_data_options(*verb, options->read);
  add_run_options(*verb, options->train);
  verb->add_flag("--json", options->json, "One JSON object instead of text");
  verb->add_flag("--quiet", options->quiet, "No progress on the terminal");
  verb->footer(
      "Examples:\n"
      "  ect train intents.tsv -o intents.model\n"
      "  ect train letter.csv -o letter.model -m 4 --label lettr\n"
      "  zcat huge.svm.gz | ect train - -o huge.model --stream --labels names.txt\n"
      "  ect train huge.svm -o huge.model --stream --passes 3 --checkpoint huge.ckpt");
  verb->callback([options, &streams] { train_verb(*options, streams); });
}

}  // namespace ect::cli
