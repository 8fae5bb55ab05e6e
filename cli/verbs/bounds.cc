// ect bounds: the paper's bounds for a tournament beside the measured values. Tests: cli_test.
#include "ect/bounds.h"

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/players.h"
#include "cli/print.h"
#include "cli/verbs.h"
#include "ect/count.h"
#include "report/bounds_report.h"

namespace ect::cli {

void add_bounds(CLI::App& app, const Streams& streams) {
  struct BoundsArguments {
    std::string players;
    std::uint64_t eliminations = 2;
    bool json = false;
  };
  const auto options = std::make_shared<BoundsArguments>();
  CLI::App* verb = app.add_subcommand(
      "bounds", "Show the paper's bounds for a tournament beside measured values");
  verb->add_option("PLAYERS", options->players,
                   "Number of players (1000, 2^62), or a file of names")
      ->required();
  verb->add_option("-m", options->eliminations, "Eliminations (default 2)")
      ->type_name("M")
      ->check(whole_number(1, kMaxCountedEliminations));
  verb->add_flag("--json", options->json, "One JSON object; a case that does not apply is null");
  add_quiet(*verb);
  verb->footer(
      "Examples:\n"
      "  ect bounds 1000 -m 28\n"
      "  ect bounds 2^62 -m 248 --json");
  verb->callback([options, &streams] {
    const Players players(options->players, streams.in);
    const Bounds result = bounds(players.count(), options->eliminations);
    if (options->json) {
      print_json(streams, report::bounds_json(result));
    } else {
      print(streams, report::bounds_text(result));
    }
  });
}

}  // namespace ect::cli
