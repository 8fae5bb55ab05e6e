// ect predict: one line for each record of a file or a pipe. Tests: predict_test, pipe_test.
#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "cli/files.h"
#include "cli/print.h"
#include "cli/program_options.h"
#include "cli/verbs.h"
#include "ect/error.h"
#include "ect/model.h"
#include "model/answers.h"
#include "model/parts.h"
#include "report/answer_lines.h"
#include "util/file.h"
#include "util/terminal_text.h"

namespace ect::cli {
namespace {

struct PredictArguments {
  std::string model;
  AskedProgram program;
  std::string data;
  std::optional<FileFormat> format;
  report::AnswerForm form;
  bool strict = false;
  std::string output;
  unsigned threads = 0;
};

using Write = std::function<void(const std::string& text)>;

model::Answered predict_all(const PredictArguments& options, const Model& model,
                            data::Reader& reader, const Streams& streams, const Write& write) {
  model::Answering answering;
  answering.answer = [&](Predictor& predictor, const Features& x, std::string& text) {
    append_answer(options.form, model, predictor, x, text);
  };
  if (!options.strict) {
    answering.refuse = [&](const data::RecordError& why, std::string& text) {
      append_no_answer(options.form, why, text);
    };
  }
  answering.tell = [&](const data::RecordError& why) { print_error(streams, why.what()); };
  answering.write = [&](const std::string& text) {
    model.check_unchanged();  // before any answer leaves the program
    write(text);
  };
  return answer_all(model, reader, options.threads, answering);
}

model::Answered predict_into(const PredictArguments& options, const Model& model,
                             data::Reader& reader, const Streams& streams) {
  if (options.output.empty()) {
    return predict_all(options, model, reader, streams, [&](const std::string& text) {
      // Labels may contain control characters, which must not reach a terminal.
      streams.out << (streams.out_is_terminal ? util::printable(text) : text) << std::flush;
      if (!streams.out) throw Error::input_output("cannot write the result");
    });
  }
  util::FileWriter file(options.output);
  const model::Answered answered = predict_all(options, model, reader, streams,
                                               [&](const std::string& text) { file.write(text); });
  file.commit();
  return answered;
}

// Printed first, before any answer is read from a pipe.
void warn_of_ambiguity(const PredictArguments& options, const Model& model,
                       const Streams& streams) {
  if (options.form.json || options.strict) return;
  for (std::uint32_t label = 0; label < model.classes(); ++label) {
    if (model.label(label) != report::kNoAnswer) continue;
    print_warning(streams, fmt::format("'{}' is a label of the model and also stands for records "
                                       "without an answer (--json distinguishes them)",
                                       report::kNoAnswer));
    return;
  }
}

// Records without an answer make the exit status 1.
void check_all_answered(const model::Answered& answered, const std::string& name) {
  if (answered.refused == 0) return;
  const std::uint64_t more = answered.refused > model::kMaxReasons
                                 ? answered.refused - model::kMaxReasons
                                 : std::uint64_t{0};
  throw Error(
      Error::Kind::kParse,
      fmt::format("{}: {} of {} {} not answered{}", name, answered.refused, answered.records,
                  answered.refused == 1 ? "records was" : "records were",
                  more > 0 ? fmt::format(" ({} more reasons; --json has them all)", more) : ""));
}

void predict(const PredictArguments& options, const Streams& streams) {
  const Model model = load_to_ask(options.model, options.program);
  const std::unique_ptr<data::Reader> reader =
      open_alike(options.data, streams.in, model.parts().layout, options.format);
  warn_of_ambiguity(options, model, streams);
  const model::Answered answered = predict_into(options, model, *reader, streams);
  print_warnings(streams, reader->warnings());
  check_all_answered(answered, util::input_name(options.data));
}

void add_answer_form(CLI::App& verb, report::AnswerForm& form) {
  verb.add_option("--top", form.top,
                  "The N most probable labels, separated by tabs, the predicted one first")
      ->type_name("N")
      ->check(whole_number(1));
  verb.add_flag("--probabilities", form.probabilities,
                "Print a tab and its probability after each label");
  verb.add_flag("--json", form.json,
                "One JSON object per line for each record: label (or null), probability, reason "
                "(why there is no label), and with --top a list, top");
}

}  // namespace

void add_predict(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<PredictArguments>();
  CLI::App* verb = app.add_subcommand("predict", "Predict labels for the examples of a file");
  verb->add_option("MODEL", options->model, "A model file written by 'ect train'")->required();
  verb->add_option("DATA", options->data,
                   "In the format of the training data; labels may be missing; - is stdin")
      ->required();
  add_answer_form(*verb, options->form);
  verb->add_flag("--strict", options->strict,
                 "Stop at the first record that has no answer instead of printing '?' for it");
  verb->add_option("-o", options->output, "Write to this file instead of stdout")
      ->type_name("FILE")
      ->check(output_file());
  add_alike_format(*verb, options->format);
  add_threads(*verb, options->threads);
  add_program(*verb, options->program);
  add_quiet(*verb);
  verb->footer(
      "Prints one line per record, in order; on a pipe each line is answered at once.\n"
      "A record that cannot be read, or a blank line, gets '?' and a reason on stderr;\n"
      "then the number of such records is printed at the end, and the exit status is 1.\n"
      "\n"
      "Examples:\n"
      "  ect predict intents.model new.tsv\n"
      "  ect predict intents.model new.tsv --top 3 --probabilities");
  verb->callback([options, &streams] { predict(*options, streams); });
}

}  // namespace ect::cli
