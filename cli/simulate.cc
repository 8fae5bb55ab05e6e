#include "ect/simulate.h"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/verbs.h"
#include "report/simulation_report.h"

namespace ect::cli {
namespace {

struct Options {
  std::vector<Player> players;
  std::vector<std::string> tournaments;
  std::vector<std::string> noises = {"none"};
  Simulation common;  // trials, seed and threads of every cell
  bool json = false;
  bool quiet = false;
};

void simulate_grid(const Options& options, const Streams& streams) {
  std::vector<SimulatedRow> rows;
  for (const Player players : options.players) {
    for (const std::string& noise : options.noises) {
      for (const std::string& tournament : options.tournaments) {
        Simulation cell = options.common;
        cell.players = players;
        cell.noise = noise;
        cell.tournament = tournament;
        rows.push_back({cell, {}});
      }
    }
  }
  const bool show_progress = streams.err_is_terminal && !options.quiet && rows.size() > 1;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Simulation& cell = rows[i].simulation;
    if (show_progress) {
      streams.err << fmt::format("\r\x1b[K{} of {}: {} players, {}, {}", i + 1, rows.size(),
                                 cell.players, cell.tournament, cell.noise)
                  << std::flush;
    }
    rows[i].result = simulate(cell);
  }
  if (show_progress) streams.err << "\r\x1b[K" << std::flush;
  if (options.json) {
    streams.out << simulation_json(rows).dump(2) << '\n';
  } else {
    streams.out << simulation_text(rows);
  }
}

}  // namespace

void add_simulate(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand(
      "simulate", "How often a tournament finds the best player although answers are wrong");
  verb->add_option("--players", options->players, "How many, or several numbers with commas")
      ->type_name("K,...")
      ->required()
      ->delimiter(',')
      ->check(whole_number(1));
  verb->add_option("--tournament", options->tournaments,
                   "single, best-of-N, elimination:M (the bracketed kind), ect:M, swiss:R, "
                   "round-robin; several with commas")
      ->type_name("F,...")
      ->required()
      ->delimiter(',');
  verb->add_option("--noise", options->noises,
                   "none (default); iid:P flips each result with probability P; adversary:P turns "
                   "up to P times the depth of them, to unseat the best; referee:P awards each "
                   "game of a favourite to it with probability P (the median player; "
                   "referee:P:RANK names another, 1 being the best); bradley-terry:S is log-odds "
                   "of S a rank; several with commas")
      ->type_name("N,...")
      ->delimiter(',');
  verb->add_option("--trials", options->common.trials, "Tournaments to play (default 1000)")
      ->type_name("T")
      ->check(whole_number(1));
  verb->add_option("--seed", options->common.seed, "Fixes everything random (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_option("--threads", options->common.threads,
                   "Threads (default: all cores); the result does not depend on them")
      ->type_name("N")
      ->check(whole_number(1));
  verb->add_flag("--json", options->json, "One JSON object instead of tables");
  verb->add_flag("--quiet", options->quiet, "No progress on the terminal");
  verb->footer(
      "Example:\n"
      "  ect simulate --players 64 --tournament single,best-of-5,ect:4,round-robin \\\n"
      "      --noise iid:0.1,adversary:0.15,referee:0.7");
  verb->callback([options, &streams] { simulate_grid(*options, streams); });
}

}  // namespace ect::cli
