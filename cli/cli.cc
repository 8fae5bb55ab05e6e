// The program: adds all verbs, parses the command line, and turns errors into one line on stderr
// and an exit status. Tests: cli_test.
#include "cli/cli.h"

#include <algorithm>
#include <exception>
#include <istream>
#include <new>
#include <ostream>

#include "cli/print.h"
#include "cli/stop_signals.h"
#include "cli/verbs.h"
#include "ect/error.h"
#include "model/checkpoint.h"

namespace ect::cli {
namespace {

// Messages of other libraries may have several lines.
std::string one_line(std::string message) {
  std::replace(message.begin(), message.end(), '\n', ' ');
  return message;
}

int fail(const Streams& streams, const std::string& message, int status) {
  print_error(streams, one_line(message));
  return status;
}

// Points to the help of the given verb.
std::string usage_hint(const CLI::App& app) {
  const std::vector<CLI::App*> meant = app.get_subcommands();
  return " (see 'ect " + (meant.empty() ? "" : meant.front()->get_name() + ' ') + "--help')";
}

}  // namespace

int run(std::vector<std::string> arguments, const Streams& streams) {
  CLI::App app{
      "Error-correcting tournaments find the best of k players in O(m + log k) rounds\n"
      "even if some results are wrong (Beygelzimer, Langford, Ravikumar).\n",
      "ect"};
  app.set_version_flag("--version", std::string("ect ") + ECT_VERSION);
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpFormatter>());
  app.footer(
      "Examples:\n"
      "  ect train intents.tsv -o intents.model\n"
      "  ect test intents.model intents-test.tsv\n"
      "  ect compare glass.csv vehicle.csv --html report.html\n"
      "  ect select prompts.txt --judge './judge {a} {b}' --withstand 2\n"
      "  ect bracket 8 -m 3              # a tournament that withstands 2 wrong results\n"
      "  ect bounds 1000 -m 28           # the paper's bounds beside measured values\n"
      "  ect simulate --players 16 --tournament single,ect:4 --noise adversary:0.15\n"
      "  ect regret                      # the regret of each reduction and its bound\n"
      "  ect synth --classes 64 -o train.svm  # data with a known Bayes error\n"
      "\n"
      "'ect COMMAND --help' lists the options of a command.");
  add_train(app, streams);
  add_predict(app, streams);
  add_test(app, streams);
  add_info(app, streams);
  add_compare(app, streams);
  add_select(app, streams);
  add_synth(app, streams);
  add_bracket(app, streams);
  add_bounds(app, streams);
  add_simulate(app, streams);
  add_regret(app, streams);
  for (CLI::App* verb : app.get_subcommands(nullptr)) {
    verb->parse_complete_callback([verb] { keep_outputs_apart(*verb); });
  }

  if (arguments.empty()) {
    streams.err << app.help() << std::flush;
    return 2;
  }
  const auto named = [&](const CLI::App* verb) { return verb->get_name() == arguments[0]; };
  if (!arguments[0].starts_with('-') && app.get_subcommands(named).empty()) {
    return fail(streams, "unknown command '" + arguments[0] + "' (see 'ect --help')", 2);
  }
  std::reverse(arguments.begin(), arguments.end());  // CLI11 takes them in reverse
  try {
    app.parse(arguments);
    streams.out.flush();
    if (!streams.out) return fail(streams, "cannot write the result", 1);
    return 0;
  } catch (const CLI::Success& request) {  // --help, --version
    app.exit(request, streams.out, streams.err);
    streams.out.flush();
    return streams.out ? 0 : fail(streams, "cannot write the help", 1);
  } catch (const CLI::ParseError& error) {
    return fail(streams, std::string(error.what()) + usage_hint(app), 2);
  } catch (const model::Stopped& stopped) {
    return fail(streams, stopped.what(), 128 + StopSignals::last());  // the convention of shells
  } catch (const Error& error) {
    return fail(streams, error.what(), error.kind() == Error::Kind::kBadArgument ? 2 : 1);
  } catch (const std::bad_alloc&) {
    return fail(streams, "out of memory", 1);
  } catch (const std::exception& error) {
    return fail(streams, error.what(), 1);
  }
}

}  // namespace ect::cli
