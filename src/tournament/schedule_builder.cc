// Builds the tables of a schedule. Matches are added in the order of their numbers, so that every
// table grows only at its end; adding an entrant also writes the forward edge of the match that it
// comes from. Losers of the last bracket and of the finals are eliminated and have no edge: `out`
// of a range counts such matches before it. That saves enough memory to hold the players' first
// places within 16 bytes per match. Cost: linear. Tests: schedule_test (forward edges are the
// reverse of entrants).
#include "tournament/schedule_builder.h"

#include <fmt/format.h>

#include <utility>

#include "ect/error.h"

namespace ect::tournament {
namespace {

std::uint32_t packed_entrant(Entrant entrant) {
  return static_cast<std::uint32_t>(entrant.from) << 30 | entrant.index;
}

// A part of the finals: the titles first to last - 1 and the level at which they are decided.
struct Part {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t level;
};

// The inner parts of the finals' tree below [first, last), children before parents.
std::uint32_t split(std::uint32_t first, std::uint32_t last, std::vector<Part>& parts) {
  if (last - first == 1) return 0;
  const std::uint32_t middle = first + left_half(last - first);
  const std::uint32_t left = split(first, middle, parts);
  const std::uint32_t right = split(middle, last, parts);
  parts.push_back({first, last, std::max(left, right) + 1});
  return parts.back().level;
}

}  // namespace

ScheduleBuilder::ScheduleBuilder(Player players, std::uint32_t eliminations,
                                 std::uint32_t games_to_win, FinalsSeries series) {
  if (eliminations == 0) throw Error::bad_argument("a tournament needs at least 1 elimination");
  if (games_to_win == 0) throw Error::bad_argument("a match needs at least 1 game to win");
  const std::uint64_t first_phase = (std::uint64_t{players} - 1) * eliminations;
  const std::uint64_t matches = first_phase + eliminations - 1;
  if (matches >= Schedule::kMaxMatches) {
    throw Error::bad_argument(
        fmt::format("{} players with {} eliminations make {} matches, too many to schedule (fewer "
                    "than {}; counting alone goes further)",
                    players, eliminations, matches, Schedule::kMaxMatches));
  }
  schedule_.players_ = players;
  schedule_.games_to_win_ = games_to_win;
  schedule_.finals_series_ = series;
  schedule_.first_phase_matches_ = static_cast<std::uint32_t>(first_phase);
  schedule_.entrants_.reserve(2 * matches);
  schedule_.winner_goes_.assign(matches, kNowhere);
  schedule_.loser_goes_.assign(first_phase - (players - 1), kNowhere);
  schedule_.player_starts_.assign(players, kNowhere);
  schedule_.title_goes_.assign(eliminations, kNowhere);
  schedule_.titles_.reserve(eliminations);
  schedule_.round_starts_.push_back(0);
}

void ScheduleBuilder::range(std::uint32_t bracket, std::uint32_t round) {
  const std::uint32_t first = schedule_.matches();
  std::uint32_t out = 0;
  if (!schedule_.ranges_.empty()) {
    const Schedule::BracketRound& before = schedule_.ranges_.back();
    const bool last_bracket = before.bracket == schedule_.title_goes_.size();
    out = before.out + (last_bracket ? first - before.first : 0);
  }
  schedule_.ranges_.push_back({first, bracket, round, out});
  while (schedule_.round_starts_.size() < round) schedule_.round_starts_.push_back(first);
}

std::uint32_t ScheduleBuilder::add(Entrant left, Entrant right) {
  const std::uint32_t match = schedule_.matches();
  arrive(left, {match, Side::kLeft});
  arrive(right, {match, Side::kRight});
  schedule_.entrants_.push_back(packed_entrant(left));
  schedule_.entrants_.push_back(packed_entrant(right));
  return match;
}

void ScheduleBuilder::arrive(Entrant entrant, Place at) {
  const std::uint32_t word = 2 * at.match + static_cast<std::uint32_t>(at.side);
  switch (entrant.from) {
    case From::kPlayer:
      schedule_.player_starts_[entrant.index] = word;
      break;
    case From::kWinnerOf:
      schedule_.winner_goes_[entrant.index] = word;
      break;
    case From::kLoserOf:
      schedule_.loser_goes_[entrant.index - range_near(entrant.index).out] = word;
      break;
  }
}

// The range of a match. Losers are added nearly in the order of their matches, so the search starts
// at the range that was found last.
const Schedule::BracketRound& ScheduleBuilder::range_near(std::uint32_t match) {
  const std::vector<Schedule::BracketRound>& ranges = schedule_.ranges_;
  while (near_ + 1 < ranges.size() && ranges[near_ + 1].first <= match) ++near_;
  while (ranges[near_].first > match) --near_;
  return ranges[near_];
}

void ScheduleBuilder::title(Entrant winner) { schedule_.titles_.push_back(winner); }

void ScheduleBuilder::finals() {
  const std::uint32_t titles = schedule_.eliminations();
  if (schedule_.players_ > 1) schedule_.round_starts_.push_back(schedule_.matches());
  schedule_.first_phase_rounds_ = schedule_.rounds();
  if (titles == 1) return;
  std::vector<Part> parts;
  const std::uint32_t levels = split(0, titles, parts);
  // decided[t]: the last final so far of the part that begins with title t.
  std::vector<std::uint32_t> decided(titles, kNowhere);
  for (std::uint32_t level = 1; level <= levels; ++level) {
    range(titles + 1, schedule_.first_phase_rounds_ + level);
    for (const Part& part : parts) {
      if (part.level != level) continue;
      const std::uint32_t match = schedule_.matches();
      const std::uint32_t middle = part.first + left_half(part.last - part.first);
      for (const auto& [title, side] :
           {std::pair{part.first, Side::kLeft}, std::pair{middle, Side::kRight}}) {
        const std::uint32_t word = 2 * match + static_cast<std::uint32_t>(side);
        // A title enters the finals while its holder also goes on in the brackets: two edges.
        const bool enters = decided[title] == kNowhere;
        (enters ? schedule_.title_goes_[title] : schedule_.winner_goes_[decided[title]]) = word;
        schedule_.entrants_.push_back(packed_entrant(
            enters ? schedule_.titles_[title] : Entrant{From::kWinnerOf, decided[title]}));
      }
      decided[part.first] = match;
      schedule_.final_titles_.push_back({part.first, part.last});
    }
  }
  schedule_.round_starts_.push_back(schedule_.matches());
}

Schedule ScheduleBuilder::finish() {
  schedule_.ranges_.shrink_to_fit();
  schedule_.round_starts_.shrink_to_fit();
  schedule_.final_titles_.shrink_to_fit();
  return std::move(schedule_);
}

}  // namespace ect::tournament
