// ect bracket: plans a tournament, lists its matches and draws it. Tests: cli_test.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "cli/players.h"
#include "cli/print.h"
#include "cli/verbs.h"
#include "ect/count.h"
#include "ect/error.h"
#include "ect/schedule.h"
#include "report/bracket_report.h"
#include "report/bracket_svg.h"
#include "util/file.h"

namespace ect::cli {
namespace {

struct BracketArguments {
  std::string players;
  std::uint64_t eliminations = 2;
  std::string seeding = "listed";
  std::uint64_t seed = 1;
  std::string svg;
  bool schedule = false;
  bool json = false;
};

// Larger tournaments are only counted, not built.
constexpr WideCount kMaxShown = 1'000'000;

// Throws before anything too large is built.
void check_size(const BracketArguments& options, const Counts& counts) {
  const bool drawn = !options.svg.empty();
  const WideCount most = drawn ? WideCount{report::kMaxDrawnMatches} : kMaxShown;
  if (counts.matches > most) {
    throw Error::bad_argument(fmt::format("{} matches are too many to {} (at most {})",
                                          counts.matches, drawn ? "draw" : "list", most));
  }
}

Schedule build(const BracketArguments& options, const Counts& counts) {
  check_size(options, counts);
  const auto k = static_cast<Player>(counts.players);
  const Seeding seeding = options.seeding == "random"   ? Seeding::random(k, options.seed)
                          : options.seeding == "ranked" ? Seeding::ranked(k)
                                                        : Seeding::listed(k);
  return error_correcting(seeding, static_cast<std::uint32_t>(options.eliminations));
}

void bracket(const BracketArguments& options, const Streams& streams) {
  const Players players(options.players, streams.in);
  Counts counts = count_error_correcting(players.count(), options.eliminations);
  std::unique_ptr<const Schedule> schedule;
  if (options.schedule || !options.svg.empty() || counts.matches <= kMaxShown) {
    schedule = std::make_unique<const Schedule>(build(options, counts));
    counts = count(*schedule);
  }
  // All output is computed before any of it is written.
  const std::string picture =
      options.svg.empty() ? "" : report::bracket_svg(*schedule, players.names());
  nlohmann::ordered_json report;
  std::string text;
  if (options.json) {
    report = report::bracket_json(counts);
    if (options.schedule) report["schedule"] = report::schedule_json(*schedule, players.names());
  } else {
    text = report::bracket_text(counts);
    if (options.schedule) {
      text += report::schedule_text(*schedule, players.names());
    } else if (schedule && schedule->first_phase_rounds() > 0) {
      text += "\nMatches in each round of the first phase:\n\n" + report::rounds_text(*schedule);
    }
    if (!options.svg.empty()) text += "\nPicture: " + options.svg + '\n';
  }
  if (!options.svg.empty()) util::write_file(options.svg, picture);
  if (options.json) {
    print_json(streams, report);
  } else {
    print(streams, text);
  }
}

}  // namespace

void add_bracket(CLI::App& app, const Streams& streams) {
  const auto options = std::make_shared<BracketArguments>();
  CLI::App* verb =
      app.add_subcommand("bracket", "Plan a tournament: sizes, rounds, matches, picture");
  verb->add_option("PLAYERS", options->players,
                   "Number of players (8, 2^20), or a file of names, one per line, plain, gz or "
                   "zst ('-': stdin)")
      ->required();
  verb->add_option("-m", options->eliminations,
                   "Eliminations: any M-1 wrong results are tolerated (default 2)")
      ->type_name("M")
      ->check(whole_number(1, kMaxCountedEliminations));
  verb->add_option("--seeding", options->seeding,
                   "Who meets whom first: listed (neighbours; default), random, or ranked (the "
                   "list is ordered by strength, and the strongest meet late)")
      ->type_name("S")
      ->check(CLI::IsMember({"listed", "random", "ranked"}));
  verb->add_option("--seed", options->seed, "Seed of --seeding random (default 1)")
      ->type_name("N")
      ->check(whole_number(0));
  verb->add_option("--svg", options->svg, "Draw the tournament to this file")
      ->type_name("FILE")
      ->check(output_file());
  verb->add_flag("--schedule", options->schedule, "List every match");
  verb->add_flag("--json", options->json, "One JSON object instead of text");
  add_quiet(*verb);
  verb->footer(
      "Examples:\n"
      "  ect bracket 8 -m 3 --schedule\n"
      "  ect bracket players.txt -m 2 --seeding ranked --svg bracket.svg");
  verb->callback([options, &streams] { bracket(*options, streams); });
}

}  // namespace ect::cli
