#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>

#include "cli/files.h"
#include "cli/print.h"
#include "cli/program_options.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "ect/model.h"
#include "model/evaluate.h"
#include "model/parts.h"
#include "report/table.h"

namespace ect::cli {
namespace {

constexpr std::size_t kShownConfusions = 20;
constexpr std::size_t kLabelWidth = 32;

struct Options {
  std::string model;
  AskedProgram program;
  std::string data;
  std::optional<FileFormat> format;
  bool confusion = false;
  bool json = false;
  unsigned threads = 0;
};

struct Confused {
  std::string truth;
  std::string predicted;
  std::uint64_t examples;
};

// Mistakes, the most frequent first.
std::vector<Confused> mistakes_of(const Model& model, const Evaluation& evaluation) {
  std::vector<Confused> result;
  for (const auto& [pair, count] : evaluation.confusion) {
    const std::string predicted(model.label(pair.second));
    if (pair.first != predicted) result.push_back({pair.first, predicted, count});
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const Confused& a, const Confused& b) { return a.examples > b.examples; });
  return result;
}

std::string confusion_text(const std::vector<Confused>& mistakes) {
  if (mistakes.empty()) return "\nno mistakes\n";
  Table table;
  table.column("label", Table::Align::kLeft);
  table.column("predicted as", Table::Align::kLeft);
  table.column("examples");
  for (std::size_t i = 0; i < std::min(mistakes.size(), kShownConfusions); ++i) {
    table.row({shortened(mistakes[i].truth, kLabelWidth),
               shortened(mistakes[i].predicted, kLabelWidth),
               fmt::format("{}", mistakes[i].examples)});
  }
  std::string text = "\nmost frequent mistakes\n" + table.text();
  if (mistakes.size() > kShownConfusions) {
    text +=
        fmt::format("  and {} other pairs (--json has all)\n", mistakes.size() - kShownConfusions);
  }
  return text;
}

nlohmann::ordered_json report_json(const Options& options, const Model& model,
                                   const Evaluation& evaluation) {
  using Json = nlohmann::ordered_json;
  Json json = {{"examples", evaluation.examples},
               {"error", evaluation.error},
               {"mean_cost", evaluation.mean_cost ? Json(*evaluation.mean_cost) : Json()},
               {"log_loss", evaluation.log_loss},
               {"calibration_error", evaluation.calibration_error},
               {"questions_per_example", evaluation.questions_per_example},
               {"microseconds_per_example", evaluation.microseconds_per_example}};
  if (!options.confusion) return json;
  Json& list = json["confusion"] = Json::array();
  for (const auto& [pair, count] : evaluation.confusion) {
    list.push_back({{"label", pair.first},
                    {"predicted", std::string(model.label(pair.second))},
                    {"examples", count}});
  }
  return json;
}

void test(const Options& options, const Streams& streams) {
  const Model model = load_to_ask(options.model, options.program);
  const std::unique_ptr<Reader> reader =
      open_alike(options.data, streams.in, model.parts().layout, options.format);
  const Evaluation evaluation = evaluate(model, *reader, input_name(options.data), options.threads);
  model.check_unchanged();
  show_warnings(streams, evaluation.warnings);
  if (options.json) {
    print_json(streams, report_json(options, model, evaluation));
    return;
  }
  Table table;
  table.column("examples");
  table.column("error");
  if (evaluation.mean_cost) table.column("mean cost");
  table.column("log loss");
  table.column("calibration");
  table.column("questions");
  table.column("time");
  std::vector<std::string> row = {fmt::format("{}", evaluation.examples),
                                  fmt::format("{:.2f} %", 100 * evaluation.error)};
  if (evaluation.mean_cost) row.push_back(fmt::format("{:.4g}", *evaluation.mean_cost));
  row.push_back(fmt::format("{:.3f}", evaluation.log_loss));
  row.push_back(fmt::format("{:.2f} %", 100 * evaluation.calibration_error));
  row.push_back(fmt::format("{:.2f}", evaluation.questions_per_example));
  row.push_back(fmt::format("{:.2f} us", evaluation.microseconds_per_example));
  table.row(std::move(row));
  std::string text = table.text();
  if (options.confusion) text += confusion_text(mistakes_of(model, evaluation));
  print(streams, text);
}

}  // namespace

void add_test(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("test", "How well a model does on a file with labels");
  verb->add_option("MODEL", options->model, "A file that 'ect train' made")->required();
  verb->add_option("DATA", options->data, "In the format that was learnt from; - is stdin")
      ->required();
  verb->add_flag("--confusion", options->confusion, "Also which labels are taken for which");
  verb->add_flag("--json", options->json, "One JSON object instead of a table");
  add_alike_format(*verb, options->format);
  add_threads(*verb, options->threads);
  add_program(*verb, options->program);
  add_quiet(*verb);
  verb->footer(
      "'calibration' is how far the predictions' probabilities are from how often they\n"
      "are right. Per example, 'questions' is how many classifiers were asked and\n"
      "'time' how long that took, reading left aside.\n"
      "\nExample:\n"
      "  ect test intents.model intents-test.tsv --confusion");
  verb->callback([options, &streams] { test(*options, streams); });
}

}  // namespace ect::cli
