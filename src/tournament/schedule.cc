// Queries of a schedule. Its tables are described in schedule_builder.cc, which fills them.
// Tests: schedule_test.
#include "ect/schedule.h"

#include <iterator>

#include "tournament/schedule_builder.h"

namespace ect {
namespace {

std::optional<Place> place(std::uint32_t word) {
  if (word == tournament::ScheduleBuilder::kNowhere) return std::nullopt;
  return Place{word / 2, static_cast<Side>(word % 2)};
}

template <class T>
std::size_t bytes_of(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

}  // namespace

const Schedule::BracketRound& Schedule::range_of(std::uint32_t match) const {
  const auto after = std::upper_bound(
      ranges_.begin(), ranges_.end(), match,
      [](std::uint32_t value, const BracketRound& range) { return value < range.first; });
  return *std::prev(after);
}

Match Schedule::match(std::uint32_t match) const {
  const BracketRound& range = range_of(match);
  Match result{left(match), right(match), range.bracket, range.round, games_to_win_, games_to_win_};
  if (match >= first_phase_matches_) {
    const Range titles = final_titles_[match - first_phase_matches_];
    const std::uint32_t charge = titles.last - titles.first;
    const GamesNeeded needs =
        games_needed(finals_series_, left_half(charge), charge - left_half(charge));
    result.left_needs = needs.left;
    result.right_needs = needs.right;
  }
  return result;
}

Entrant Schedule::champion() const {
  if (eliminations() == 1) return titles_.front();
  return {From::kWinnerOf, matches() - 1};
}

bool Schedule::is_bracket_final(std::uint32_t match) const {
  return match < first_phase_matches_ &&
         titles_[bracket(match) - 1] == Entrant{From::kWinnerOf, match};
}

std::optional<Place> Schedule::player_starts(Player player) const {
  return place(player_starts_[player]);
}

std::optional<Place> Schedule::winner_goes(std::uint32_t match) const {
  return place(winner_goes_[match]);
}

std::optional<Place> Schedule::loser_goes(std::uint32_t match) const {
  if (match >= first_phase_matches_) return std::nullopt;
  const BracketRound& range = range_of(match);
  if (range.bracket == eliminations()) return std::nullopt;
  return place(loser_goes_[match - range.out]);
}

std::optional<Place> Schedule::title_goes(std::uint32_t bracket) const {
  return place(title_goes_[bracket - 1]);
}

std::size_t Schedule::bytes() const {
  return bytes_of(entrants_) + bytes_of(winner_goes_) + bytes_of(loser_goes_) +
         bytes_of(player_starts_) + bytes_of(title_goes_) + bytes_of(titles_) + bytes_of(ranges_) +
         bytes_of(round_starts_) + bytes_of(final_titles_);
}

}  // namespace ect
