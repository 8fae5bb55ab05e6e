// ect compare: trains and tests reductions and learners on the same splits of data sets. Tests:
// compare_cli_test.
#include "model/compare.h"

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "cli/files.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/train_options.h"
#include "cli/verbs.h"
#include "cli/verbs/compare_command.h"
#include "cli/verbs/compare_data.h"
#include "ect/error.h"
#include "report/compare_html.h"
#include "report/compare_report.h"
#include "util/file.h"
#include "util/text.h"

namespace ect::cli {
namespace {

struct CompareArguments {
  std::vector<std::string> data;
  std::string test;
  std::vector<std::string> reductions;
  std::vector<std::string> learners;
  model::CompareOptions compare;
  DataOptions read;
  std::string html;
  std::vector<std::string> figures;
  bool json = false;
  bool quiet = false;
};

std::vector<DataArgument> arguments_of(const CompareArguments& options) {
  std::vector<DataArgument> arguments;
  arguments.reserve(options.data.size());
  for (const std::string& text : options.data) arguments.emplace_back(text);
  if (!options.test.empty()) {
    if (arguments.size() != 1 || !arguments.front().test.empty()) {
      throw Error::bad_argument(
          "--test applies only to a single DATA without a test file (for several use TRAIN,TEST)");
    }
    arguments.front().test = options.test;
  }
  int inputs = 0;
  for (const DataArgument& argument : arguments) {
    inputs += (argument.train == "-" ? 1 : 0) + (argument.test == "-" ? 1 : 0);
  }
  if (inputs > 1) throw Error::bad_argument("standard input can be read only once");
  return arguments;
}

// Prints each reason once, not once per data set.
void show_failures(const Streams& streams, const model::Comparison& comparison) {
  std::set<std::string> seen;
  std::vector<std::string> lines;
  bool any = false;
  for (const model::ComparedData& data : comparison.data) {
    for (std::size_t m = 0; m < data.scores.size(); ++m) {
      const model::Score& score = data.scores[m];
      any = any || !score.failed();
      const std::string key = comparison.methods[m].name() + score.failure;
      if (!score.failed() || !seen.insert(key).second) continue;
      lines.push_back(
          fmt::format("{} on {}: {}", comparison.methods[m].name(), data.name, score.failure));
    }
  }
  if (!any) throw Error(Error::Kind::kParse, fmt::format("nothing to compare: {}", lines.front()));
  print_warnings(streams, lines);
}

void check_page(const CompareArguments& options) {
  if (options.html.empty()) {
    if (!options.figures.empty()) throw Error::bad_argument("--figure requires --html");
    return;
  }
  check_writable(options.html);  // before hours of training
}

void compare_verb(const CompareArguments& options, const CLI::App& verb, const Streams& streams) {
  const std::vector<model::Method> methods =
      model::make_methods(options.reductions, options.learners);
  const std::vector<DataArgument> arguments = arguments_of(options);
  check_page(options);
  std::vector<report::FigurePair> figures;
  figures.reserve(options.figures.size());
  for (const std::string& figure : options.figures) {
    figures.push_back(report::parse_figure(figure, methods));
  }
  ProgressLine line(streams, options.quiet);
  std::vector<std::string> warnings;
  const std::vector<model::CompareData> data =
      read_compare_data(arguments, options.read, streams.in, warnings);
  const model::Comparison comparison =
      compare(data, methods, options.compare, [&](const model::CompareProgress& state) {
        line.show(JobsProgress{state.done, state.jobs, state.share});
      });
  line.clear();
  print_warnings(streams, warnings);
  show_failures(streams, comparison);
  if (!options.html.empty()) {
    const ShownCommand command(options.learners);
    util::write_file(options.html,
                     comparison_html(command.of(comparison), command.line(verb), figures));
  }
  if (options.json) {
    print_json(streams, report::comparison_json(comparison));
  } else {
    print(streams, report::comparison_text(comparison));
  }
}

// Names separated by commas, in one argument: the next one may be a data file.
void add_names(CLI::App& verb, const std::string& option, std::vector<std::string>& names,
               const std::string& type, const std::string& help) {
  verb.add_option(option, names, help)->type_name(type)->delimiter(',')->allow_extra_args(false);
}

void add_splits(CLI::App& verb, model::CompareOptions& options) {
  CLI::Option* splits =
      verb.add_option(
              "--splits", options.splits,
              fmt::format("Random splits of each data set (default {}); with a test file, training "
                          "runs with different random draws (default {})",
                          model::CompareOptions::kSplits, model::CompareOptions::kTestSplits))
          ->type_name("N")
          ->check(whole_number(1));
  verb.add_option("--train-fraction", options.train_fraction,
                  fmt::format("Fraction of each split to train on (default {})",
                              model::CompareOptions::kTrainFraction))
      ->type_name("X");
  verb.add_option("--folds", options.folds,
                  "Cross-validation in N folds instead of random splits: each example is tested "
                  "once")
      ->type_name("N")
      ->check(whole_number(2))
      ->excludes(splits);
}

void add_learning(CLI::App& verb, model::NamedOptions& options) {
  const auto add = [&](std::string_view name, const std::string& help) {
    add_train_option(verb, options, name, help);
  };
  add("-m", fmt::format("Eliminations of ect where --reductions gives none (default 1 with "
                        "contested finals, else {})",
                        model::NamedOptions::kDefaultEliminations));
  add("--seeding", "Which labels meet first, as in train");
  add("--finals", "Finals of tournaments, as in train");
  add("--contenders", "Labels in contested finals, as in train");
  add("--routing", "Routing of training examples, as in train");
  add("--expand", "More features for linear learners, as in train");
  add("--trees", "Tournaments that are combined, as in train");
  add("--fast", "No tuning, as in train");
  add("--passes", "Passes of online learners, as in train");
  add("--cost-scale", "Scale of costs with --costs, as in train");
  add("--costing", "Rejection samples of batch learners, as in train");
  add("--l2", "Regularization, as in train");
}

}  // namespace

void add_compare(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<CompareArguments>();
  CLI::App* verb =
      app.add_subcommand("compare", "Compare reductions and learners on the same splits");
  verb->add_option("DATA", options->data,
                   "Files as for train; TRAIN,TEST trains on the first and tests on the second")
      ->required();
  verb->add_option("--test", options->test, "A test file for one DATA")->type_name("FILE");
  add_names(*verb, "--reductions", options->reductions, "A,...",
            "Reductions, also with eliminations as in ect:4 (default: all)");
  add_names(*verb, "--learners", options->learners, "X,...",
            fmt::format("Learners (default: {})", model::NamedOptions().learner));
  add_splits(*verb, options->compare);
  add_learning(*verb, options->compare.train);
  verb->add_flag("--costs", options->compare.costs,
                 "Compare by the costs of the predicted labels (columns cost:NAME), and train on "
                 "costs where the reduction can");
  verb->add_option("--html", options->html, "Also write an HTML page with figures to this file")
      ->type_name("FILE")
      ->check(output_file());
  add_names(*verb, "--figure", options->figures, "A:B,...",
            "Figures of that page: method A on the x axis, B on the y axis (default: those of the "
            "paper, else the first method against each of the others)");
  add_data_options(*verb, options->read);
  add_train_option(*verb, options->compare.train, "--seed", "Random seed (default 1)");
  verb->add_option(
          "--threads", options->compare.threads,
          "Training runs in parallel (default: all cores); errors do not depend on their number")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_flag("--json", options->json, "One JSON object instead of tables");
  verb->add_flag("--quiet", options->quiet, "No progress on the terminal");
  verb->footer(
      "In each split all methods train on the same examples, with the same random draw\n"
      "of who meets first. A combination that is not supported is shown as '-'.\n"
      "\n"
      "Examples:\n"
      "  ect compare glass.csv vehicle.csv --reductions tree,filter-tree,ect:4\n"
      "  ect compare letter-train.csv,letter-test.csv --learners hinge,logistic\n"
      "  ect compare *.csv --reductions tree,filter-tree --html report.html");
  verb->callback([options, verb, &streams] { compare_verb(*options, *verb, streams); });
}

}  // namespace ect::cli
