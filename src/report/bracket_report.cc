// The output of `ect bracket`: sizes, rounds and the schedule, as text and as JSON.
// Tests: report_test.
#include "report/bracket_report.h"

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "report/table.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

// JSON numbers above 64 bits are rounded, as every reader would round them.
nlohmann::ordered_json count_json(WideCount count) {
  if (count <= std::numeric_limits<std::uint64_t>::max()) return static_cast<std::uint64_t>(count);
  return static_cast<double>(count);
}

std::string entrant_text(const Entrant& entrant, const std::vector<std::string>& names) {
  switch (entrant.from) {
    case From::kPlayer:
      return util::shortened(names[entrant.index], 26);
    case From::kWinnerOf:
      return fmt::format("winner of {}", entrant.index + 1);
    default:
      return fmt::format("loser of {}", entrant.index + 1);
  }
}

nlohmann::ordered_json entrant_json(const Entrant& entrant, const std::vector<std::string>& names) {
  switch (entrant.from) {
    case From::kPlayer:
      return {{"player", names[entrant.index]}};
    case From::kWinnerOf:
      return {{"winner_of", entrant.index + 1}};
    default:
      return {{"loser_of", entrant.index + 1}};
  }
}

// The number of matches of each bracket in a round; the finals are the last entry.
std::vector<std::uint32_t> by_bracket(const Schedule& schedule, std::uint32_t round) {
  std::vector<std::uint32_t> count(schedule.eliminations() + 1, 0);
  const Schedule::Range matches = schedule.round(round);
  for (std::uint32_t n = matches.first; n < matches.last; ++n) ++count[schedule.bracket(n) - 1];
  return count;
}

}  // namespace

std::string bracket_text(const Counts& counts) {
  std::string text = fmt::format("Error-correcting tournament: {}, {}\n\n",
                                 plural(counts.players, "player", "players"),
                                 plural(counts.eliminations, "elimination", "eliminations"));
  const WideCount finals = counts.matches - counts.first_phase_matches;
  text += fmt::format("  first phase   {} in {}\n",
                      plural(counts.first_phase_matches, "match", "matches"),
                      plural(counts.first_phase_rounds, "round", "rounds"));
  text += fmt::format("  finals        {}, importance depth {} (at most {})\n",
                      plural(finals, "match", "matches"), counts.finals_importance_depth,
                      plural(counts.finals_most_games, "game in a row", "games in a row"));
  text += fmt::format("  in all        {}, importance depth {}\n\n",
                      plural(counts.matches, "match", "matches"), counts.importance_depth);
  if (counts.players == 1) {
    text += "A single player wins without a game.\n";
  } else if (counts.eliminations == 1) {
    text += "One wrong result can unseat the best player: use two eliminations or more (-m).\n";
  } else {
    text += fmt::format("Any {} tolerated; it takes {} to unseat the best player.\n",
                        counts.eliminations == 2
                            ? "single wrong result is"
                            : fmt::format("{} wrong results are", counts.eliminations - 1),
                        counts.eliminations);
  }
  return text;
}

nlohmann::ordered_json bracket_json(const Counts& counts) {
  nlohmann::ordered_json report;
  report["players"] = counts.players;
  report["eliminations"] = counts.eliminations;
  report["matches"] = count_json(counts.matches);
  report["first_phase"] = {{"matches", count_json(counts.first_phase_matches)},
                           {"rounds", counts.first_phase_rounds}};
  report["finals"] = {{"matches", count_json(counts.matches - counts.first_phase_matches)},
                      {"importance_depth", counts.finals_importance_depth},
                      {"most_games", counts.finals_most_games}};
  report["importance_depth"] = counts.importance_depth;
  report["wrong_results_tolerated"] = counts.eliminations - 1;
  return report;
}

std::string rounds_text(const Schedule& schedule) {
  const std::uint32_t brackets = schedule.eliminations();
  const bool apart = brackets <= 6;
  Table table;
  table.column("round");
  if (apart) {
    for (std::uint32_t b = 1; b <= brackets; ++b) table.column(fmt::format("bracket {}", b));
  } else {
    table.column("matches");
    table.column("brackets");
  }
  for (std::uint32_t round = 1; round <= schedule.first_phase_rounds(); ++round) {
    const std::vector<std::uint32_t> count = by_bracket(schedule, round);
    std::vector<std::string> cells{fmt::format("{}", round)};
    std::uint32_t sum = 0;
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    for (std::uint32_t b = 1; b <= brackets; ++b) {
      const std::uint32_t matches = count[b - 1];
      sum += matches;
      if (matches > 0 && first == 0) first = b;
      if (matches > 0) last = b;
      if (apart) cells.push_back(matches == 0 ? "" : fmt::format("{}", matches));
    }
    if (!apart) {
      cells.push_back(fmt::format("{}", sum));
      cells.push_back(first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last));
    }
    table.row(std::move(cells));
  }
  return table.text();
}

std::string schedule_text(const Schedule& schedule, const std::vector<std::string>& names) {
  std::string text;
  for (std::uint32_t round = 1; round <= schedule.rounds(); ++round) {
    const bool finals = round > schedule.first_phase_rounds();
    text += finals ? fmt::format("\nFinals, level {}\n", round - schedule.first_phase_rounds())
                   : fmt::format("\nRound {}\n", round);
    Table table;
    table.column("match");
    table.column(finals ? "" : "bracket");
    table.column("", Table::Align::kLeft);
    table.column("", Table::Align::kLeft);
    const Schedule::Range matches = schedule.round(round);
    for (std::uint32_t n = matches.first; n < matches.last; ++n) {
      const Match match = schedule.match(n);
      std::string left = entrant_text(match.left, names);
      std::string right = entrant_text(match.right, names);
      if (match.weight() > 1) {
        left += fmt::format(" (needs {})", match.left_needs);
        right += fmt::format(" (needs {})", match.right_needs);
      }
      table.row(
          {fmt::format("{}", n + 1), finals ? "" : fmt::format("{}", match.bracket), left, right});
    }
    text += table.text();
  }
  return text;
}

nlohmann::ordered_json schedule_json(const Schedule& schedule,
                                     const std::vector<std::string>& names) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
    const Match match = schedule.match(n);
    const bool final = n >= schedule.first_phase_matches();
    nlohmann::ordered_json item;
    item["match"] = n + 1;
    item["bracket"] =
        final ? nlohmann::ordered_json("finals") : nlohmann::ordered_json(match.bracket);
    item["round"] = match.round;
    item["left"] = entrant_json(match.left, names);
    item["right"] = entrant_json(match.right, names);
    item["left_needs"] = match.left_needs;
    item["right_needs"] = match.right_needs;
    list.push_back(std::move(item));
  }
  return list;
}

}  // namespace ect::report
