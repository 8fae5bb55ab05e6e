// ect synth: writes data with a known distribution. Tests: synth_cli_test.
#include "data/synth/synth.h"

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "cli/players.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "data/formats/svmlight_writer.h"
#include "ect/error.h"
#include "util/file.h"

namespace ect::cli {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 18;  // bytes that are written at once
constexpr std::uint64_t kProgressEvery = 100'000;      // examples

struct SynthArguments {
  std::string classes;
  std::string examples = "10000";
  std::string features;
  std::string nonzeros;
  data::SynthOptions synth;
  std::uint64_t part = 1;
  std::string output;
  bool json = false;
  bool quiet = false;
};

using Sink = std::function<void(std::string_view)>;

// A count such as 1000 or 2^20; 0 for an empty text.
std::uint64_t count_of(std::string_view option, const std::string& text, std::uint64_t least,
                       std::uint64_t most) {
  if (text.empty()) return 0;
  const std::optional<std::uint64_t> count = parse_count(text);
  if (!count || *count < least || *count > most) {
    throw Error::bad_argument(
        fmt::format("{}: '{}' is not a whole number from {} to {}", option, text, least, most));
  }
  return *count;
}

data::SynthOptions distribution_of(const SynthArguments& options) {
  data::SynthOptions synth = options.synth;
  const auto set = [](std::uint32_t& number, std::string_view option, const std::string& text,
                      std::uint64_t least, std::uint64_t most) {
    number = static_cast<std::uint32_t>(count_of(option, text, least, most));
  };
  set(synth.classes, "--classes", options.classes, 2, data::SynthOptions::kMaxClasses);
  set(synth.features, "--features", options.features, 1, data::SynthOptions::kMaxFeatures);
  set(synth.nonzeros, "--nonzeros", options.nonzeros, 1, data::SynthOptions::kMaxFeatures);
  return synth;
}

void write_examples(const data::Distribution& distribution, std::uint64_t examples,
                    std::uint64_t part, const Sink& sink,
                    const std::function<void(std::uint64_t)>& progress) {
  Random random = distribution.part(part);
  data::Distribution::Drawn drawn;
  std::string text;
  for (std::uint64_t done = 0; done < examples; ++done) {
    distribution.draw(random, drawn);
    data::append_svmlight(drawn.example, text);
    if (text.size() >= kBuffer) {
      sink(text);
      text.clear();
    }
    if ((done + 1) % kProgressEvery == 0) progress(done + 1);
  }
  sink(text);
}

nlohmann::ordered_json report(const SynthArguments& options, const data::Distribution& distribution,
                              std::uint64_t examples) {
  return {{"examples", examples},
          {"classes", distribution.classes()},
          {"features", distribution.features()},
          {"nonzeros", distribution.nonzeros()},
          {"bayes_error", distribution.bayes_error()},
          {"distribution", options.synth.distribution},
          {"noise", distribution.noise()},
          {"seed", options.synth.seed},
          {"part", options.part}};
}

void synth(const SynthArguments& options, const Streams& streams) {
  if (options.json && options.output.empty()) {
    throw Error::bad_argument("--json requires -o FILE, because the data goes to standard output");
  }
  const std::uint64_t examples =
      count_of("--examples", options.examples, 1, std::uint64_t{1} << 62);
  const data::Distribution distribution(distribution_of(options));

  ProgressLine line(streams, options.quiet);
  const auto progress = [&](std::uint64_t done) {
    line.show_when_due([&](double) { return fmt::format("{} of {} examples", done, examples); });
  };
  if (options.output.empty()) {
    const Sink sink = [&](std::string_view text) {
      if (!streams.out.write(text.data(), static_cast<std::streamsize>(text.size()))) {
        throw Error::input_output("cannot write the result");
      }
    };
    write_examples(distribution, examples, options.part, sink, progress);
  } else {
    util::FileWriter file(options.output);
    const Sink sink = [&](std::string_view text) { file.write(text); };
    write_examples(distribution, examples, options.part, sink, progress);
    file.commit();
  }
  line.clear();
  if (options.json) print_json(streams, report(options, distribution, examples));
  if (!options.quiet) {
    streams.err << fmt::format("ect: {} examples, {} classes, Bayes error {:.2f} %\n", examples,
                               distribution.classes(), 100 * distribution.bayes_error());
  }
}

}  // namespace

void add_synth(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<SynthArguments>();
  CLI::App* verb =
      app.add_subcommand("synth", "Generate data with a known distribution and Bayes error");
  verb->add_option("--classes", options->classes, "Number of classes, 2 to 2^24")
      ->type_name("K")
      ->required();
  verb->add_option("--examples", options->examples, "Number of examples (default 10000)")
      ->type_name("N");
  verb->add_option("--features", options->features,
                   "Number of features (default: words 2 K, at least 1000; dense 32)")
      ->type_name("D");
  verb->add_option("--nonzeros", options->nonzeros, "Words per example (default 20)")
      ->type_name("Z");
  verb->add_option("--noise", options->synth.noise,
                   "Label noise: none; uniform:P, any other label with probability P (default "
                   "uniform:0.1); neighbour:P, the neighbouring class (0-1, 2-3, ...); split:E, "
                   "the distribution for which the paper proves trees inconsistent, 0 < E < 1/12")
      ->type_name("N");
  verb->add_option("--distribution", options->synth.distribution,
                   "words, sparse (default); dense, numbers in clusters; inconsistent, words with "
                   "noise split (default E = 1/24)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"words", "dense", "inconsistent"}));
  verb->add_option("--seed", options->synth.seed, "Seed of the distribution (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_option("--part", options->part,
                   "Which sample of the distribution (default 1): use one part for training and "
                   "another for testing")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_option("-o", options->output, "Write to this file instead of standard output")
      ->type_name("FILE")
      ->check(output_file());
  verb->add_flag("--json", options->json, "With -o: print a summary as one JSON object");
  verb->add_flag("--quiet", options->quiet, "No progress and no summary on standard error");
  verb->footer(
      "Labels are 0 to K-1, the format is svmlight. The same seed and sizes are the\n"
      "same distribution; its Bayes error, the lowest of any predictor, is printed.\n"
      "\n"
      "Examples:\n"
      "  ect synth --classes 64 -o train.svm\n"
      "  ect synth --classes 64 --part 2 --examples 5000 -o test.svm\n"
      "  ect synth --classes 2^20 --examples 5000000 --nonzeros 50 | gzip > big.gz");
  verb->callback([options, &streams] { synth(*options, streams); });
}

}  // namespace ect::cli
