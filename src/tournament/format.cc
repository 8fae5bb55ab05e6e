#include "ect/format.h"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <utility>

#include "ect/error.h"
#include "tournament/formats.h"
#include "util/text.h"

namespace ect {
namespace {

// The number behind `prefix`, where the name has that form.
std::optional<std::uint32_t> argument(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return std::nullopt;
  const auto number = parse_number<std::uint32_t>(name.substr(prefix.size()));
  if (!number || *number == 0) {
    throw Error::bad_argument(fmt::format("tournament '{}' needs a number from 1 to {} after '{}'",
                                          name, std::numeric_limits<std::uint32_t>::max(), prefix));
  }
  return number;
}

// A trial holds all players in memory, and a round robin all pairs.
void check_players(std::string_view name, Player players) {
  const Player most = name == "round-robin" ? 1U << 14 : 1U << 24;
  if (players == 0) throw Error::bad_argument("a tournament needs at least 1 player");
  if (players > most) {
    throw Error::bad_argument(
        fmt::format("{} players are too many for '{}' (at most {})", players, name, most));
  }
}

}  // namespace

std::optional<EctFormat> parse_ect(std::string_view name) {
  constexpr std::string_view kMajority = ":majority";
  const bool majority = name.ends_with(kMajority);
  const auto eliminations =
      argument(majority ? name.substr(0, name.size() - kMajority.size()) : name, "ect:");
  if (!eliminations) return std::nullopt;
  return EctFormat{*eliminations, majority ? FinalsSeries::kMajority : FinalsSeries::kCharged};
}

std::optional<Schedule> make_schedule(std::string_view name, Player players,
                                      std::optional<std::uint64_t> seed) {
  check_players(name, players);
  const auto seeding = [&] {
    return seed ? Seeding::random(players, *seed) : Seeding::listed(players);
  };
  if (name == "single") return single_elimination(seeding());
  if (const auto games = argument(name, "best-of-")) {
    if (*games % 2 == 0) {
      throw Error::bad_argument(fmt::format("tournament '{}' needs an odd number of games", name));
    }
    return single_elimination(seeding(), *games / 2 + 1);
  }
  if (const auto ect = parse_ect(name)) {
    return error_correcting(seeding(), ect->eliminations, ect->series);
  }
  return std::nullopt;
}

std::unique_ptr<Format> make_format(std::string_view name, Player players) {
  if (auto schedule = make_schedule(name, players, std::nullopt)) {
    return schedule_format(std::move(*schedule));
  }
  if (name == "round-robin") return round_robin(players);
  if (const auto eliminations = argument(name, "elimination:")) {
    return bracketed_elimination(players, *eliminations);
  }
  if (const auto rounds = argument(name, "swiss:")) return swiss(players, *rounds);
  if (const auto tournaments = argument(name, "independent:")) {
    return independent(players, *tournaments);
  }
  throw Error::bad_argument(fmt::format(
      "unknown tournament '{}' (expected single, best-of-N, elimination:M, ect:M, ect:M:majority, "
      "swiss:R, round-robin or independent:T)",
      name));
}

Course run(Format& format, const Referee& referee) {
  Course result;
  std::vector<Player> winners;
  for (auto round = format.next_round(); !round.empty(); round = format.next_round()) {
    winners.clear();
    for (const Pairing& game : round) winners.push_back(referee(game));
    format.finish_round(winners);
    result.games += round.size();
    ++result.rounds;
  }
  result.champion = format.champion();
  return result;
}

}  // namespace ect
