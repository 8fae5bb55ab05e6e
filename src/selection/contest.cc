// The two kinds of contest. A schedule is played by a Tournament, match by match: after a match is
// decided, only the matches that its players enter can have become playable. Other formats are
// paired round by round: the games of a round are open together, and the next round begins when all
// are over. Cost: O(log players) per game, and in the finals O(eliminations). Tests:
// selection_test.
#include "selection/contest.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "ect/random.h"
#include "ect/tournament.h"

namespace ect::selection {
namespace {

class ScheduledContest final : public Contest {
 public:
  explicit ScheduledContest(Schedule schedule)
      : tournament_(std::move(schedule)),
        finals_games_(tournament_.schedule().eliminations(), 0),
        last_final_(tournament_.schedule().players(), 0),
        out_(tournament_.schedule().players(), false) {
    for (const Game& game : tournament_.playable()) add(game);
  }

  void take_ready(std::vector<ContestGame>& games) override {
    games.insert(games.end(), ready_.begin(), ready_.end());
    ready_.clear();
  }

  void record(std::uint32_t match, Side winner) override {
    const Schedule& schedule = tournament_.schedule();
    const std::optional<Game> played = tournament_.playable(match);
    tournament_.record(match, winner);
    if (!tournament_.playable(match)) {
      put_out(match, winner == Side::kLeft ? played->right : played->left);
    }
    add_if_playable(match);  // the next game of the same match
    if (match < schedule.first_phase_matches()) {
      const std::optional<Place> winner_goes = schedule.winner_goes(match);
      const std::optional<Place> loser_goes = schedule.loser_goes(match);
      if (winner_goes) add_if_playable(winner_goes->match);
      if (loser_goes && !(winner_goes && winner_goes->match == loser_goes->match)) {
        add_if_playable(loser_goes->match);
      }
    }
    if (tournament_.finals_importance_depth()) add_finals();
  }

  std::optional<Player> champion() const override { return tournament_.champion(); }
  std::span<const std::optional<Player>> titles() const override {
    return tournament_.schedule().eliminations() > 1 ? tournament_.titles()
                                                     : std::span<const std::optional<Player>>();
  }
  bool eliminates() const override { return true; }
  bool is_out(Player player) const override { return out_[player]; }

 private:
  // Marks the loser of a match as eliminated if there is no next match for it, except holders of
  // titles, who play the finals.
  void put_out(std::uint32_t match, Player loser) {
    const Schedule& schedule = tournament_.schedule();
    if (match < schedule.first_phase_matches()) {
      const auto titles = tournament_.titles();
      if (schedule.loser_goes(match)) return;
      if (std::find(titles.begin(), titles.end(), std::optional(loser)) != titles.end()) return;
    }
    out_[loser] = true;
  }

  void add_if_playable(std::uint32_t match) {
    if (match >= tournament_.schedule().first_phase_matches()) return;
    if (const std::optional<Game> game = tournament_.playable(match)) add(*game);
  }

  // Adds the playable games of the finals. There are few finals, so all of them are checked.
  void add_finals() {
    const std::uint32_t first = tournament_.schedule().first_phase_matches();
    for (std::uint32_t i = 0; i < finals_games_.size(); ++i) {
      const std::optional<Game> game = tournament_.playable(first + i);
      if (!game || game->left_wins + game->right_wins < finals_games_[i]) continue;
      ++finals_games_[i];
      add(*game);
    }
  }

  void add(const Game& game) {
    const Schedule& schedule = tournament_.schedule();
    std::uint32_t round = 0;
    if (game.match < schedule.first_phase_matches()) {
      round = schedule.match(game.match).round;
    } else {
      std::uint32_t& left = last_final_[game.left];
      std::uint32_t& right = last_final_[game.right];
      left = right = std::max(left, right) + 1;
      round = schedule.first_phase_rounds() + left;
    }
    ready_.push_back({game.match, game.left_wins + game.right_wins + 1,
                      schedule.eliminations() > 1 ? game.bracket : 0, round, game.left,
                      game.right});
  }

  Tournament tournament_;
  std::vector<ContestGame> ready_;
  std::vector<std::uint32_t> finals_games_;  // by final: games that became ready so far
  std::vector<std::uint32_t> last_final_;    // by player: rounds of finals so far
  std::vector<bool> out_;                    // by player
};

class PairedContest final : public Contest {
 public:
  PairedContest(const Format& format, std::uint64_t seed)
      : play_(format.start()), drawn_(format.players()), losses_(format.players(), 0) {
    if (format.guarantee() == Guarantee::kLosses) out_after_ = format.games_to_unseat();
    std::iota(drawn_.begin(), drawn_.end(), Player{0});
    Random(seed).shuffle(std::span(drawn_));
    start_round();
  }

  void take_ready(std::vector<ContestGame>& games) override {
    if (std::exchange(taken_, true)) return;
    for (std::uint32_t i = 0; i < round_.size(); ++i) {
      games.push_back(
          {first_ + i, 1, 0, number_, drawn_[round_[i].first], drawn_[round_[i].second]});
    }
  }

  void record(std::uint32_t match, Side winner) override {
    const Pairing& game = round_[match - first_];
    winners_[match - first_] = winner == Side::kLeft ? game.first : game.second;
    ++losses_[drawn_[winner == Side::kLeft ? game.second : game.first]];
    if (--open_ > 0) return;
    play_->finish_round(winners_);
    first_ += static_cast<std::uint32_t>(round_.size());
    start_round();
  }

  std::optional<Player> champion() const override {
    if (!round_.empty()) return std::nullopt;
    return drawn_[play_->champion()];
  }
  bool eliminates() const override { return out_after_.has_value(); }
  bool is_out(Player player) const override { return out_after_ && losses_[player] >= *out_after_; }

 private:
  void start_round() {
    round_ = play_->next_round();
    winners_.assign(round_.size(), 0);
    open_ = round_.size();
    taken_ = false;
    ++number_;
  }

  std::unique_ptr<FormatPlay> play_;
  std::optional<std::uint64_t> out_after_;  // losses that eliminate; nothing if they do not
  std::vector<Player> drawn_;               // by place in the format: the player who drew it
  std::vector<std::uint32_t> losses_;       // by player
  std::vector<Pairing> round_;
  std::vector<Player> winners_;
  std::size_t open_ = 0;
  bool taken_ = false;
  std::uint32_t first_ = 0;  // the first match of the round
  std::uint32_t number_ = 0;
};

}  // namespace

std::unique_ptr<Contest> make_contest(const Format& format, std::uint64_t seed) {
  if (std::optional<Schedule> schedule = format.schedule(seed)) {
    return std::make_unique<ScheduledContest>(std::move(*schedule));
  }
  return std::make_unique<PairedContest>(format, seed);
}

}  // namespace ect::selection
