// Formats with a fixed schedule: single elimination, best-of-N, and the paper's tournament. A round
// consists of all games that are playable in the Tournament. Sizes are counted; the schedule is
// built only when the format is played. Tests: format_test (the counts agree with the schedule and
// with courses).
#include <fmt/format.h>

#include <utility>

#include "ect/count.h"
#include "ect/error.h"
#include "ect/tournament.h"
#include "tournament/counting.h"
#include "tournament/draw_finals.h"
#include "tournament/formats.h"

namespace ect::tournament {
namespace {

class SchedulePlay final : public FormatPlay {
 public:
  explicit SchedulePlay(Schedule schedule) : tournament_(std::move(schedule)) {}

  std::unique_ptr<FormatPlay> clone() const override {
    return std::make_unique<SchedulePlay>(*this);
  }

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

 private:
  Tournament tournament_;
};

// What single eliminations and the paper's tournament have in common.
class ScheduleFormat : public Format {
 public:
  ScheduleFormat(Player players, std::uint32_t eliminations, std::uint32_t games_to_win,
                 FinalsSeries series)
      : Format(players),
        eliminations_(eliminations),
        games_to_win_(games_to_win),
        series_(series) {}

  GameRange games() const override {
    return {first_phase_matches() * games_to_win_,
            first_phase_matches() * longest_series() +
                most_finals_games_in_all(eliminations_, players(), series_)};
  }

  std::uint64_t most_rounds() const override {
    return longest_series() * counts().first_phase_rounds +
           most_finals_games(eliminations_, players(), series_);
  }

  std::uint64_t importance_depth() const override {
    const Counts counts = this->counts();
    return longest_series() * counts.first_phase_rounds + counts.finals_importance_depth;
  }

  Guarantee guarantee() const override { return Guarantee::kLosses; }
  std::optional<std::uint64_t> games_to_unseat() const override {
    return std::uint64_t{eliminations_} * games_to_win_;
  }

  std::optional<std::uint64_t> scheduled_matches() const override {
    return first_phase_matches() + eliminations_ - 1;
  }
  std::unique_ptr<FormatPlay> start() const override {
    return std::make_unique<SchedulePlay>(*schedule(std::nullopt));
  }

 protected:
  std::uint32_t eliminations() const { return eliminations_; }
  std::uint32_t games_to_win() const { return games_to_win_; }
  FinalsSeries series() const { return series_; }
  Seeding seeding(std::optional<std::uint64_t> seed) const {
    return seed ? Seeding::random(players(), *seed) : Seeding::listed(players());
  }

 private:
  std::uint64_t first_phase_matches() const {
    return (std::uint64_t{players()} - 1) * eliminations_;
  }
  // The most games of a match of the first phase.
  std::uint64_t longest_series() const { return 2 * std::uint64_t{games_to_win_} - 1; }
  Counts counts() const { return count_schedule(players(), eliminations_, series_); }

  std::uint32_t eliminations_;
  std::uint32_t games_to_win_;
  FinalsSeries series_;
};

class SingleElimination final : public ScheduleFormat {
 public:
  SingleElimination(Player players, std::uint32_t games_to_win, std::string name)
      : ScheduleFormat(players, 1, games_to_win, FinalsSeries::kCharged), name_(std::move(name)) {}

  std::string name() const override { return name_; }
  std::optional<Schedule> schedule(std::optional<std::uint64_t> seed) const override {
    return single_elimination(seeding(seed), games_to_win());
  }

 private:
  std::string name_;
};

class ErrorCorrecting final : public ScheduleFormat {
 public:
  ErrorCorrecting(Player players, std::uint32_t eliminations, FinalsSeries series)
      : ScheduleFormat(players, eliminations, 1, series) {}

  std::string name() const override {
    return fmt::format("ect:{}{}", eliminations(),
                       series() == FinalsSeries::kMajority ? ":majority" : "");
  }
  std::optional<Schedule> schedule(std::optional<std::uint64_t> seed) const override {
    return error_correcting(seeding(seed), eliminations(), series());
  }
};

}  // namespace

std::unique_ptr<Format> single_format(Player players) {
  return std::make_unique<SingleElimination>(players, 1, "single");
}

std::unique_ptr<Format> best_of_format(Player players, std::uint32_t games) {
  std::string name = fmt::format("best-of-{}", games);
  if (games % 2 == 0) {
    throw Error::bad_argument(fmt::format("tournament '{}' needs an odd number of games", name));
  }
  return std::make_unique<SingleElimination>(players, games / 2 + 1, std::move(name));
}

std::unique_ptr<Format> error_correcting_format(Player players, std::uint32_t eliminations,
                                                FinalsSeries series) {
  return std::make_unique<ErrorCorrecting>(players, eliminations, series);
}

}  // namespace ect::tournament
