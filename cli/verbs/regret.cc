// ect regret: the regret of each reduction beside its proved bound. Tests: regret_cli_test.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <stdexcept>

#include "cli/print.h"
#include "cli/verbs.h"
#include "ect/regret_table.h"
#include "report/regret_report.h"

namespace ect::cli {
namespace {

void show_regrets(RegretOptions options, bool json, const CLI::App& verb, const Streams& streams) {
  // Only the random distribution has costs, or two classes.
  const bool random_only = options.costs || options.classes < 3;
  if (random_only && verb.count("--distribution") == 0) options.distributions = {"random"};
  const std::vector<RegretRow> rows = measure_regrets(options);
  if (json) {
    print_json(streams, report::regret_json(options, rows));
  } else {
    print(streams, report::regret_text(options, rows));
  }
  const auto broken =
      std::find_if(rows.begin(), rows.end(), [](const RegretRow& row) { return row.broken; });
  if (broken != rows.end()) {
    throw std::runtime_error(
        fmt::format("the bound of {} does not hold on {}: this is a bug in ect", broken->reduction,
                    broken->distribution));
  }
}

}  // namespace

void add_regret(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<RegretOptions>();
  const auto json = std::make_shared<bool>(false);
  CLI::App* verb =
      app.add_subcommand("regret", "Measure the regret of each reduction beside its proved bound");
  verb->add_option("--classes", options->classes, "Number of classes (default 8)")
      ->type_name("K")
      ->check(whole_number(2));
  verb->add_option("--inputs", options->inputs, "Number of different inputs per trial (default 8)")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_option("--distribution", options->distributions,
                   "Distribution of labels given the input: random; inconsistent (the paper's "
                   "Section 3); words or dense as in 'ect synth'; several separated by commas "
                   "(default inconsistent,random)")
      ->type_name("D,...")
      ->delimiter(',');
  verb->add_option(
          "--nodes", options->nodes,
          "How binary problems are answered: exact (the best answer), planted (flipped at the "
          "rate), learned (by a learner); several separated by commas (default exact,planted)")
      ->type_name("N,...")
      ->delimiter(',');
  verb->add_option("--rate", options->rate,
                   "Probability that a planted answer is flipped (default 0.1)")
      ->type_name("E");
  verb->add_option("--learner", options->learner, "Learner of learned nodes (default hinge)")
      ->type_name("L");
  verb->add_option("--examples", options->examples,
                   "Training examples of learned nodes (default 1000)")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_option("--reductions", options->reductions,
                   "Reductions, separated by commas (default: all); one-vs-all:votes decodes by "
                   "votes, ect:4 has 4 eliminations, ect:contested and ect:4:contested have "
                   "contested finals (learned nodes only)")
      ->type_name("R,...")
      ->delimiter(',');
  verb->add_option("-m", options->eliminations,
                   "Eliminations of ect (default 4 ln K, rounded up; with contested finals 1)")
      ->type_name("M")
      ->check(whole_number(1));
  verb->add_flag("--costs", options->costs,
                 "Random costs of each class instead of labels, for reductions that support costs");
  verb->add_option("--trials", options->trials,
                   "Number of random draws to average over (default 20)")
      ->type_name("T")
      ->check(whole_number(1));
  verb->add_option("--seed", options->seed, "Random seed (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_flag("--json", *json, "One JSON object; 'man ect' lists the keys of its rows");
  add_quiet(*verb);
  verb->footer(
      "Examples:\n"
      "  ect regret                         # the paper's introduction, measured\n"
      "  ect regret --nodes learned --distribution dense --examples 300\n"
      "  ect regret --nodes learned --reductions filter-tree,ect:4,ect:contested\n"
      "  ect regret --classes 16 --reductions filter-tree,ect --rate 0.3 --json");
  verb->callback(
      [options, json, verb, &streams] { show_regrets(*options, *json, *verb, streams); });
}

}  // namespace ect::cli
