// ect simulate: a grid of players, noises and tournament formats. Tests: cli_test.
#include "ect/simulate.h"

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/players.h"
#include "cli/print.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "ect/error.h"
#include "ect/format.h"
#include "report/simulation_report.h"

namespace ect::cli {
namespace {

constexpr std::uint64_t kMaxTrials = 100'000'000;  // some gigabytes of results

struct SimulateArguments {
  std::vector<std::string> players;
  report::SimulationGrid grid;
  Simulation common;  // trials, seed and threads of every cell
  bool json = false;
  bool quiet = false;
};

Player parse_players(const std::string& text) {
  const std::optional<std::uint64_t> count = parse_count(text);
  if (!count || *count == 0 || *count > std::numeric_limits<Player>::max()) {
    throw Error::bad_argument(fmt::format("--players: '{}' is not a whole number from 1 to {}",
                                          text, std::numeric_limits<Player>::max()));
  }
  return static_cast<Player>(*count);
}

std::vector<Simulation> cells(const report::SimulationGrid& grid, const Simulation& common) {
  std::vector<Simulation> result;
  for (const Player players : grid.players) {
    for (const std::string& noise : grid.noises) {
      for (const std::string& tournament : grid.tournaments) {
        Simulation cell = common;
        cell.players = players;
        cell.noise = noise;
        cell.tournament = tournament;
        result.push_back(cell);
      }
    }
  }
  return result;
}

void simulate_grid(const SimulateArguments& options, const Streams& streams) {
  report::SimulationGrid grid = options.grid;
  for (const std::string& text : options.players) grid.players.push_back(parse_players(text));
  grid.trials = options.common.trials;
  const std::vector<Simulation> simulations = cells(grid, options.common);
  for (const Simulation& cell : simulations) check_simulation(cell);  // before any work is done

  ProgressLine line(streams, options.quiet || simulations.size() == 1);
  for (const Simulation& cell : simulations) {
    line.show_now(fmt::format("{} of {}: {} players, {}, {}", grid.results.size() + 1,
                              simulations.size(), cell.players, cell.tournament, cell.noise));
    grid.results.push_back(simulate(cell));
  }
  line.clear();
  if (options.json) {
    print_json(streams, simulation_json(grid));
  } else {
    print(streams, simulation_text(grid));
  }
}

}  // namespace

void add_simulate(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<SimulateArguments>();
  options->grid.noises = {"none"};
  CLI::App* verb = app.add_subcommand(
      "simulate", "Estimate how often a tournament finds the best player despite wrong results");
  verb->add_option("--players", options->players, "Number of players; several separated by commas")
      ->type_name("K,...")
      ->required()
      ->delimiter(',');
  verb->add_option("--tournament", options->grid.tournaments,
                   format_list() + "; several separated by commas")
      ->type_name("F,...")
      ->required()
      ->delimiter(',');
  verb->add_option(
          "--noise", options->grid.noises,
          "none (default); iid:P flips each result with probability P; adversary:P flips up to P "
          "times the format's depth, rounded down, to make the best player lose ('-' in the table "
          "where that is no game); referee:P awards each game of a favourite to it with "
          "probability P (the median player; referee:P:RANK names another, 1 is the best); "
          "bradley-terry:S has log-odds of S per rank; several separated by commas")
      ->type_name("N,...")
      ->delimiter(',');
  verb->add_option("--trials", options->common.trials, "Tournaments to play (default 1000)")
      ->type_name("T")
      ->check(whole_number(1, kMaxTrials));
  verb->add_option("--seed", options->common.seed, "Random seed (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_option("--threads", options->common.threads,
                   "Threads (default: all cores); the result does not depend on their number")
      ->type_name("N")
      ->check(whole_number(1, std::numeric_limits<unsigned>::max()));
  verb->add_flag("--json", options->json, "One JSON object instead of tables");
  verb->add_flag("--quiet", options->quiet, "No progress on the terminal");
  verb->footer(
      "Example:\n"
      "  ect simulate --players 64 --tournament single,best-of-5,ect:4,round-robin \\\n"
      "      --noise iid:0.1,adversary:0.15,referee:0.7");
  verb->callback([options, &streams] { simulate_grid(*options, streams); });
}

}  // namespace ect::cli
