#include <fmt/format.h>

#include <iterator>
#include <memory>
#include <ostream>

#include "cli/files.h"
#include "cli/program_options.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "ect/error.h"
#include "ect/model.h"
#include "model/answers.h"
#include "model/parts.h"
#include "util/file.h"

namespace ect::cli {
namespace {

struct Options {
  std::string model;
  AskedProgram program;
  std::string data;
  std::uint64_t top = 1;
  bool probabilities = false;
  std::string output;
  unsigned threads = 0;
};

// The line of one example.
void append_line(const Options& options, const Model& model, Predictor& predictor,
                 const Features& x, std::string& text) {
  if (options.top == 1 && !options.probabilities) {
    text += model.label(predictor.predict(x));
  } else {
    bool first = true;
    for (const Scored& scored : predictor.likeliest(x, options.top)) {
      if (!first) text += '\t';
      first = false;
      text += model.label(scored.label);
      if (options.probabilities) {
        fmt::format_to(std::back_inserter(text), "\t{:.6f}", scored.probability);
      }
    }
  }
  text += '\n';
}

void predict_all(const Options& options, const Model& model, Reader& reader, const Write& write) {
  const Answer answer = [&](Predictor& predictor, const Features& x, std::string& text) {
    append_line(options, model, predictor, x, text);
  };
  answer_all(model, reader, options.threads, answer, [&](const std::string& text) {
    model.check_unchanged();  // before any answer leaves the program
    write(text);
  });
}

void predict(const Options& options, const Streams& streams) {
  const Model model = load_to_ask(options.model, options.program);
  const std::unique_ptr<Reader> reader = open_alike(options.data, streams.in, model.parts().layout);
  if (options.output.empty()) {
    predict_all(options, model, *reader, [&](const std::string& text) {
      if (!(streams.out << text << std::flush))
        throw Error::input_output("cannot write the result");
    });
  } else {
    FileWriter file(options.output);
    predict_all(options, model, *reader, [&](const std::string& text) { file.write(text); });
    file.commit();
  }
  show_warnings(streams, reader->warnings());
}

}  // namespace

void add_predict(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("predict", "Labels for the examples of a file");
  verb->add_option("MODEL", options->model, "A file that 'ect train' made")->required();
  verb->add_option("DATA", options->data,
                   "In the format that was learnt from, labels may be missing; - is stdin")
      ->required();
  verb->add_option("--top", options->top,
                   "The N likeliest labels with tabs between them, the predicted one first")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_flag("--probabilities", options->probabilities,
                 "After each label a tab and its probability");
  verb->add_option("-o", options->output, "Write into this file instead of stdout")
      ->type_name("FILE")
      ->check(output_file());
  add_threads(*verb, options->threads);
  add_program(*verb, options->program);
  add_quiet(*verb);
  verb->footer(
      "On a pipe every line is answered at once.\n"
      "\nExamples:\n"
      "  ect predict intents.model new.tsv\n"
      "  ect predict intents.model new.tsv --top 3 --probabilities");
  verb->callback([options, &streams] { predict(*options, streams); });
}

}  // namespace ect::cli
