// A fixed schedule as a format: each round plays every game that a Tournament has ready.
#include <utility>

#include "ect/count.h"
#include "ect/tournament.h"
#include "tournament/formats.h"

namespace ect {
namespace {

class ScheduleFormat : public Format {
 public:
  explicit ScheduleFormat(Schedule schedule) : tournament_(std::move(schedule)) {}

  std::unique_ptr<Format> clone() const override { return std::make_unique<ScheduleFormat>(*this); }

  Player players() const override { return tournament_.schedule().players(); }
  std::vector<Pairing> next_round() const override {
    std::vector<Pairing> round;
    for (const Game& game : tournament_.playable()) round.push_back({game.left, game.right});
    return round;
  }

  void finish_round(std::span<const Player> winners) override {
    const std::vector<Game> games = tournament_.playable();
    for (std::size_t i = 0; i < games.size(); ++i) {
      tournament_.record(games[i].match, winners[i] == games[i].left ? Side::kLeft : Side::kRight);
    }
  }

  Player champion() const override { return *tournament_.champion(); }

  std::uint64_t importance_depth() const override {
    const Schedule& schedule = tournament_.schedule();
    return longest_series() * schedule.first_phase_rounds() + finals().finals_importance_depth;
  }

  // With finals of charges a and b as 2 max(a, b) - 1 games, as the paper's Section 7 plays them.
  std::uint64_t most_rounds() const override {
    const Counts counts = finals();
    return longest_series() * tournament_.schedule().first_phase_rounds() +
           2 * counts.finals_importance_depth - counts.finals_levels;
  }

  std::optional<std::uint64_t> games_to_unseat() const override {
    return std::uint64_t{tournament_.schedule().eliminations()} *
           tournament_.schedule().games_to_win();
  }

 private:
  std::uint64_t longest_series() const {
    return 2 * std::uint64_t{tournament_.schedule().games_to_win()} - 1;
  }
  // The finals' shape does not depend on the players.
  Counts finals() const { return count_error_correcting(1, tournament_.schedule().eliminations()); }

  Tournament tournament_;
};

}  // namespace

std::unique_ptr<Format> schedule_format(Schedule schedule) {
  return std::make_unique<ScheduleFormat>(std::move(schedule));
}

}  // namespace ect
