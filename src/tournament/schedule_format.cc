// A fixed schedule as a format: each round plays every game that a Tournament has ready.
#include <utility>

#include "ect/count.h"
#include "ect/tournament.h"
#include "tournament/draw_finals.h"
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
    return first_phase_games() + count(tournament_.schedule()).finals_importance_depth;
  }

  std::uint64_t most_rounds() const override {
    const Schedule& schedule = tournament_.schedule();
    return first_phase_games() +
           most_finals_games(schedule.eliminations(), schedule.players(), schedule.finals_series());
  }

  std::optional<std::uint64_t> games_to_unseat() const override {
    return std::uint64_t{tournament_.schedule().eliminations()} *
           tournament_.schedule().games_to_win();
  }

 private:
  // One after the other, every series at its longest.
  std::uint64_t first_phase_games() const {
    const Schedule& schedule = tournament_.schedule();
    return (2 * std::uint64_t{schedule.games_to_win()} - 1) * schedule.first_phase_rounds();
  }

  Tournament tournament_;
};

}  // namespace

std::unique_ptr<Format> schedule_format(Schedule schedule) {
  return std::make_unique<ScheduleFormat>(std::move(schedule));
}

}  // namespace ect
