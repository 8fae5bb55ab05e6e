#include "model/train.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "cli/data_options.h"
#include "cli/files.h"
#include "cli/long_run.h"
#include "cli/print.h"
#include "cli/program_options.h"
#include "cli/progress.h"
#include "cli/stop_signals.h"
#include "cli/verbs.h"
#include "data/formats/label_file.h"
#include "ect/error.h"
#include "report/training_report.h"

namespace ect::cli {
namespace {

struct Options {
  std::string data;
  std::string model;
  DataOptions read;
  TrainOptions train;
  LongRunOptions run;
  std::string labels;
  bool stream = false;
  bool json = false;
  bool quiet = false;
};

std::optional<Labels> known_labels(const Options& options) {
  if (options.labels.empty()) return std::nullopt;
  return read_labels(open_file(options.labels), options.labels);
}

// Nothing for a pipe, say.
std::optional<std::uint64_t> size_of(const std::string& path) {
  std::error_code failed;
  const std::uint64_t size = std::filesystem::file_size(path, failed);
  return failed ? std::nullopt : std::optional(size);
}

Trained learn_file(const Options& options, const TrainOptions& how, const Streams& streams,
                   const OnProgress& progress, Checkpoint& checkpoint, StopSignals& signals) {
  const DataFile file(options.data, streams.in);
  std::vector<std::string> warnings;
  Layout layout = learn_layout(file, load_options(options.read, options.data), &warnings);
  const std::unique_ptr<Reader> reader = open_reader(file, layout);
  std::optional<Labels> known = known_labels(options);
  Dataset data = known ? read_dataset(*reader, file.name(), std::move(*known), how.threads)
                       : read_dataset(*reader, file.name(), how.threads);
  for (std::string& warning : reader->warnings()) warnings.push_back(std::move(warning));
  if (checkpoint.kept()) signals.listen();  // until here nothing would be lost
  Trained trained = train(std::move(data), std::move(layout), file.name(), how, progress,
                          checkpoint.kept() ? &checkpoint : nullptr);
  trained.warnings.insert(trained.warnings.begin(), warnings.begin(), warnings.end());
  return trained;
}

Trained learn_stream(const Options& options, const TrainOptions& how, const Streams& streams,
                     const OnProgress& progress, Checkpoint& checkpoint, StopSignals& signals) {
  const std::string cache = cache_file(options.run, options.data, how.passes);
  StreamFile stream(options.data, streams.in, load_options(options.read, options.data));
  std::optional<Labels> known = known_labels(options);
  // A cache that is half written is to be cleared away as well.
  const bool stops = checkpoint.kept() || !cache.empty();
  if (stops) signals.listen();
  return train(stream, known ? std::move(*known) : stream.labels(), how, progress, cache,
               stops ? &checkpoint : nullptr);
}

void train_verb(const Options& options, const Streams& streams) {
  const TrainOptions& how = options.train;
  check_options(how, options.stream);
  if (!options.stream && !options.run.cache.empty()) {
    throw Error::bad_argument("a cache is for --stream; other data is read once, into memory");
  }
  check_writable(options.model);  // now, not after an hour
  Checkpoint checkpoint(checkpoint_options(options.run, streams));
  if (checkpoint.kept()) {
    check_resumable(how);
    check_writable(options.run.checkpoint);
  }
  const auto start = std::chrono::steady_clock::now();
  ProgressLine line(streams, options.quiet);
  const OnProgress progress = [&](const LearnProgress& state) { line.show(state); };
  StopSignals signals;
  const Trained trained = options.stream
                              ? learn_stream(options, how, streams, progress, checkpoint, signals)
                              : learn_file(options, how, streams, progress, checkpoint, signals);
  line.clear();
  trained.model.save(options.model);
  checkpoint.finish();
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  print_warnings(streams, trained.warnings);
  const TrainingFacts facts{options.model, size_of(options.model), seconds};
  if (options.json) {
    print_json(streams, training_json(trained.model, facts));
  } else {
    print(streams, training_text(trained.model, facts));
  }
}

}  // namespace

void add_train(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("train", "Learn many classes from a file");
  verb->add_option("DATA", options->data,
                   "svm, csv, arff, vw or text, also .gz and .zst; - is stdin")
      ->required();
  verb->add_option("-o", options->model, "The model file to write; must be given")
      ->type_name("MODEL")
      ->required()
      ->check(output_file());
  verb->add_option(
          "--reduction", options->train.reduction,
          "How many classes become binary questions: ect (default), filter-tree (ect with -m "
          "1 --finals charged), all-pairs, all-pairs-filter-tree, one-vs-all, ecoc, pecoc, or tree "
          "(for comparison, "
          "without a guarantee)")
      ->type_name("R");
  verb->add_option("--learner", options->train.learner,
                   "auto (default: what is best by trial; logistic for streams), hinge, "
                   "logistic-batch, logistic (one example after the other), squares (linear "
                   "regression of probabilities), c45 (a decision tree), "
                   "boosted (XGBoost's trees), bayes, or command:PROGRAM (any program; see "
                   "docs/command_learner.md)")
      ->type_name("L");
  verb->add_option(
          "-m", options->train.eliminations,
          fmt::format(
              "Eliminations of ect (default 1 with contested finals, else {}). With charged "
              "finals the right label wins unless wrong answers weigh M or more; an answer "
              "in the finals weighs its charge",
              TrainOptions::kDefaultEliminations))
      ->type_name("M")
      ->check(whole_number(1));
  verb->add_option(
          "--seeding", options->train.seeding,
          "Which labels meet first: similar (labels that are alike in the data; default), random "
          "(default for streams and costs) or given:FILE, a label a line or nested JSON lists")
      ->type_name("S");
  verb->add_option("--code", options->train.code,
                   "ecoc: exhaustive (up to 11 classes) or random:N, N columns (default: "
                   "exhaustive for few classes, else random)")
      ->type_name("C");
  verb->add_option("--decode", options->train.decode,
                   "one-vs-all: scores (the largest wins; default) or votes (one of those that say "
                   "yes, at random)")
      ->type_name("D");
  verb->add_option("--passes", options->train.passes,
                   "logistic: passes over the data (default: while the error on a held-out tenth "
                   "falls; with --stream 1)")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_option(
          "--expand", options->train.expand,
          "More features for linear learners: auto (default: what is best by trial), none, "
          "quadratic (products of all pairs), or fourier:N (N random waves: a curved "
          "boundary)")
      ->type_name("E");
  verb->add_option("--l2", options->train.l2,
                   "Regularization: the weight of |w|^2 / 2 against the mean loss "
                   "(default: hinge 1 / examples, a tenth of it with --expand, logistic 0, "
                   "logistic-batch 0.00001, squares 0.0001)")
      ->type_name("X");
  verb->add_option("--finals", options->train.finals,
                   "contested (the likeliest labels meet again; default of ect from files), by the "
                   "rule that is best or by contested:wins (which keeps a guarantee), :pairs, "
                   ":scorers or :paths (which have none); or charged (the paper's, with its "
                   "guarantee)")
      ->type_name("F");
  verb->add_option("--contenders", options->train.contenders,
                   "Contested finals: at most so many labels meet (default 8 in pairs, 16 by "
                   "scorers)")
      ->type_name("C")
      ->check(whole_number(2));
  verb->add_option("--routing", options->train.routing,
                   "How an example goes on while a tournament is learnt: out-of-fold (by "
                   "classifiers that have not seen it; default) or own (by the match's own "
                   "classifier, as in the paper)")
      ->type_name("R");
  verb->add_option("--trees", options->train.trees,
                   "So many differently seeded tournaments that answer together (default 1)")
      ->type_name("T")
      ->check(whole_number(1));
  verb->add_flag(
      "--fast", options->train.fast,
      "Try nothing: hinge, without an expansion, finals by pairs (sparse data: by scorers), "
      "unless something else is said");
  verb->add_flag("--costs", options->train.costs,
                 "Learn from the costs in the data (csv columns cost:NAME, vw's class:cost): the "
                 "cheapest choice for each example, by how much it matters");
  verb->add_option("--cost-scale", options->train.cost_scale,
                   "How costs are brought to [0, 1]: linear (default), log (run times), or rank")
      ->type_name("S");
  verb->add_option("--costing", options->train.costing,
                   "Batch learners: make weights into plain examples by N draws, whose classifiers "
                   "answer together (default: only for learners that know no weights)")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_option("--probing", options->train.probing,
                   "Batch learners: make probabilities out of the answers of N classifiers a "
                   "match, each for a threshold (default: the learner's own)")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_option("--compact", options->train.compact,
                   "Linear learners: weights of 16 or 8 bits, for a smaller model")
      ->type_name("BITS")
      ->check(CLI::IsMember({8, 16}));
  add_timeout(*verb, options->train.timeout);
  verb->add_option("--labels", options->labels,
                   "A file of all classes, a line each; some may have no examples")
      ->type_name("FILE");
  verb->add_flag(
      "--stream", options->stream,
      "Learn in constant memory, in one pass unless --passes says more; the classes are those of "
      "--labels, or else those that the first 4 MiB name");
  add_long_run_options(*verb, options->run);
  add_data_options(*verb, options->read);
  verb->add_option("--seed", options->train.seed, "Fixes everything random (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_option(
          "--threads", options->train.threads,
          "Threads of reading and of batch learners (default: all cores); the model does not "
          "depend on them")
      ->type_name("N")
      ->check(whole_number(1));
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
