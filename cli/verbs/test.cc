// ect test: evaluates a model on labelled data. Tests: learn_cli_test, answers_test.
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "cli/files.h"
#include "cli/print.h"
#include "cli/program_options.h"
#include "cli/verbs.h"
#include "ect/model.h"
#include "model/evaluate.h"
#include "model/parts.h"
#include "report/evaluation_report.h"

namespace ect::cli {
namespace {

struct TestArguments {
  std::string model;
  AskedProgram program;
  std::string data;
  std::optional<FileFormat> format;
  bool confusion = false;
  bool json = false;
  unsigned threads = 0;
};

void test(const TestArguments& options, const Streams& streams) {
  const Model model = load_to_ask(options.model, options.program);
  const std::unique_ptr<data::Reader> reader =
      open_alike(options.data, streams.in, model.parts().layout, options.format);
  const Evaluation evaluation =
      model::evaluate(model, *reader, util::input_name(options.data), options.threads);
  model.check_unchanged();
  print_warnings(streams, evaluation.warnings);
  const report::Confusion confusion =
      options.confusion ? report::Confusion::kShown : report::Confusion::kLeftOut;
  if (options.json) {
    print_json(streams, evaluation_json(model, evaluation, confusion));
  } else {
    print(streams, evaluation_text(model, evaluation, confusion));
  }
}

}  // namespace

void add_test(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<TestArguments>();
  CLI::App* verb = app.add_subcommand("test", "Evaluate a model on a file with labels");
  verb->add_option("MODEL", options->model, "A model file written by 'ect train'")->required();
  verb->add_option("DATA", options->data, "In the format of the training data; - is stdin")
      ->required();
  verb->add_flag("--confusion", options->confusion,
                 "Also print which labels are mistaken for which");
  verb->add_flag("--json", options->json, "One JSON object instead of a table");
  add_alike_format(*verb, options->format);
  add_threads(*verb, options->threads);
  add_program(*verb, options->program);
  add_quiet(*verb);
  verb->footer(
      "'calibration' is how far the predicted probabilities are from the accuracy.\n"
      "'questions' is the number of classifiers evaluated per example and 'time' the\n"
      "time this took, without reading.\n"
      "\n"
      "Example:\n"
      "  ect test intents.model intents-test.tsv --confusion");
  verb->callback([options, &streams] { test(*options, streams); });
}

}  // namespace ect::cli
