// The table of formats, and their names. A name is a pattern of the table with its capital letter
// replaced by a number: `ect:4` is `ect:M`. Nothing else parses names of formats; all other code
// asks the Format. Tests: format_test.
#include "ect/format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "ect/error.h"
#include "tournament/formats.h"
#include "util/text.h"

namespace ect {
namespace {

constexpr Player kMaxRoundRobinPlayers = 1U << 14;  // it holds all pairs in memory

constexpr std::array kFormats{
    FormatKind{"single", "",
               [](Player players, std::uint32_t) { return tournament::single_format(players); }},
    FormatKind{"best-of-N", "", tournament::best_of_format},
    FormatKind{"elimination:M", "the bracketed kind", tournament::bracketed_elimination},
    FormatKind{"ect:M", "",
               [](Player players, std::uint32_t eliminations) {
                 return tournament::error_correcting_format(players, eliminations,
                                                            FinalsSeries::kCharged);
               }},
    FormatKind{"ect:M:majority", "finals of an odd number of games",
               [](Player players, std::uint32_t eliminations) {
                 return tournament::error_correcting_format(players, eliminations,
                                                            FinalsSeries::kMajority);
               }},
    FormatKind{"swiss:R", "", tournament::swiss},
    FormatKind{"round-robin", "",
               [](Player players, std::uint32_t) { return tournament::round_robin(players); },
               kMaxRoundRobinPlayers},
    FormatKind{"independent:T", "T single eliminations, most titles win", tournament::independent},
};

// A pattern, split at its capital letter; without one, all of it is `before`.
struct Pattern {
  explicit Pattern(std::string_view pattern) {
    const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto letter = std::find_if(pattern.begin(), pattern.end(), capital);
    before = pattern.substr(0, static_cast<std::size_t>(letter - pattern.begin()));
    has_number = letter != pattern.end();
    if (has_number) after = pattern.substr(before.size() + 1);
  }

  bool fits(std::string_view name) const {
    if (!has_number) return name == before;
    return name.size() >= before.size() + after.size() && name.starts_with(before) &&
           name.ends_with(after);
  }

  std::string_view before;
  std::string_view after;
  bool has_number = false;
};

// The kind whose pattern fits. `ect:M` and `ect:M:majority` both fit `ect:2:majority`: the longer
// pattern counts.
const FormatKind* kind_of(std::string_view name) {
  const FormatKind* found = nullptr;
  for (const FormatKind& kind : kFormats) {
    if (!Pattern(kind.pattern).fits(name)) continue;
    if (found == nullptr || kind.pattern.size() > found->pattern.size()) found = &kind;
  }
  return found;
}

std::uint32_t number_in(std::string_view name, const Pattern& pattern) {
  if (!pattern.has_number) return 1;
  const std::size_t length = name.size() - pattern.before.size() - pattern.after.size();
  const auto number = util::parse_number<std::uint32_t>(name.substr(pattern.before.size(), length));
  if (!number || *number == 0) {
    throw Error::bad_argument(fmt::format("tournament '{}' needs a number from 1 to {} after '{}'",
                                          name, std::numeric_limits<std::uint32_t>::max(),
                                          pattern.before));
  }
  return *number;
}

Error unknown(std::string_view name) {
  std::string expected;
  for (std::size_t i = 0; i < kFormats.size(); ++i) {
    if (i > 0) expected += i + 1 == kFormats.size() ? " or " : ", ";
    expected += kFormats[i].pattern;
  }
  return Error::bad_argument(fmt::format("unknown tournament '{}' (expected {})", name, expected));
}

}  // namespace

std::span<const FormatKind> format_kinds() { return kFormats; }

std::string format_list() {
  std::string list;
  for (const FormatKind& kind : kFormats) {
    if (!list.empty()) list += ", ";
    list += kind.pattern;
    if (!kind.note.empty()) list += fmt::format(" ({})", kind.note);
  }
  return list;
}

std::unique_ptr<Format> make_format(std::string_view name, Player players) {
  if (players == 0) throw Error::bad_argument("a tournament needs at least 1 player");
  const FormatKind* kind = kind_of(name);
  if (kind == nullptr) throw unknown(name);
  const std::uint32_t number = number_in(name, Pattern(kind->pattern));
  if (players > kind->max_players) {
    throw Error::bad_argument(fmt::format("{} players are too many for '{}' (at most {})", players,
                                          name, kind->max_players));
  }
  return kind->make(players, number);
}

std::optional<std::uint64_t> Format::withstands() const {
  const std::optional<std::uint64_t> unseated = games_to_unseat();
  if (!unseated) return std::nullopt;
  return *unseated - 1;
}

std::optional<Schedule> Format::schedule(std::optional<std::uint64_t> /*seed*/) const {
  return std::nullopt;
}

std::optional<std::uint64_t> Format::scheduled_matches() const { return std::nullopt; }

Course run(const Format& format, const Referee& referee) { return run(*format.start(), referee); }

Course run(FormatPlay& play, const Referee& referee) {
  Course result;
  std::vector<Player> winners;
  for (auto round = play.next_round(); !round.empty(); round = play.next_round()) {
    winners.clear();
    for (const Pairing& game : round) winners.push_back(referee(game));
    play.finish_round(winners);
    result.games += round.size();
    ++result.rounds;
  }
  result.champion = play.champion();
  return result;
}

}  // namespace ect
