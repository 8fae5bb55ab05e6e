// The pausable tournament. A player who decides a match moves along the schedule's forward edges to
// the next one; a match with two players and no winner yet can be played. Taking a game back
// follows the same edges and empties what lies behind them.
//
// Cost: a recorded game O(log matches), whatever the size of the tournament; drawing the finals
// once. Tests: tournament_test (every result pattern of small tournaments, undo restores the
// state).
#include "ect/tournament.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "ect/error.h"
#include "tournament/draw_finals.h"

namespace ect {

Tournament::Tournament(std::shared_ptr<const Schedule> schedule)
    : schedule_(std::move(schedule)),
      states_(schedule_->first_phase_matches()),
      titles_(schedule_->eliminations()),
      losses_(schedule_->players(), 0) {
  for (Player p = 0; p < schedule_->players(); ++p) arrive(p, schedule_->player_starts(p));
  if (schedule_->players() == 1) {
    for (std::uint32_t b = 1; b <= schedule_->eliminations(); ++b) award(b, 0);
  }
}

Tournament::Tournament(Schedule schedule, std::vector<std::string> names)
    : Tournament(std::make_shared<const Schedule>(std::move(schedule))) {
  set_names(std::move(names));
}

Game Tournament::game(std::uint32_t match) const {
  const State& state = states_[match];
  Game game{match,
            schedule_->eliminations() + 1,
            state.left,
            state.right,
            state.left_wins,
            state.right_wins,
            1,
            1};
  if (in_finals(match)) {
    const Final& final = finals_[match - schedule_->first_phase_matches()];
    const GamesNeeded needs =
        games_needed(schedule_->finals_series(), final.left_charge, final.right_charge);
    game.left_needs = needs.left;
    game.right_needs = needs.right;
  } else {
    const Match planned = schedule_->match(match);
    game.bracket = planned.bracket;
    game.left_needs = planned.left_needs;
    game.right_needs = planned.right_needs;
  }
  return game;
}

bool Tournament::decided(const Game& game) {
  return game.left_wins == game.left_needs || game.right_wins == game.right_needs;
}

std::vector<Game> Tournament::playable() const {
  std::vector<Game> games;
  games.reserve(ready_.size());
  for (const std::uint32_t match : ready_) games.push_back(game(match));
  return games;
}

std::optional<Game> Tournament::playable(std::uint32_t match) const {
  if (!ready_.contains(match)) return std::nullopt;
  return game(match);
}

void Tournament::record(std::uint32_t match, Side side) {
  if (!ready_.contains(match)) {
    throw Error::bad_argument(fmt::format("match {} cannot be played now", match));
  }
  State& state = states_[match];
  ++(side == Side::kLeft ? state.left_wins : state.right_wins);
  ++losses_[side == Side::kLeft ? state.right : state.left];
  history_.push_back({match, side});
  if (decided(game(match))) {
    ready_.erase(match);
    decide(match, side);
  }
}

void Tournament::undo(std::uint32_t match) {
  const auto last = std::find_if(history_.rbegin(), history_.rend(),
                                 [&](const Result& result) { return result.match == match; });
  if (last == history_.rend()) {
    throw Error::bad_argument(fmt::format("match {} has no game to take back", match));
  }
  const Side side = last->winner;
  history_.erase(std::next(last).base());
  if (decided(game(match))) {
    withdraw(match);
    ready_.insert(match);
    // What depended on it has been emptied, and left the history with no score behind it.
    std::erase_if(history_, [&](const Result& result) {
      return result.match >= states_.size() ||
             (result.match != match && states_[result.match].games() == 0);
    });
  }
  State& state = states_[match];
  --(side == Side::kLeft ? state.left_wins : state.right_wins);
  --losses_[side == Side::kLeft ? state.right : state.left];
}

// A match has just been won: both players go on.
void Tournament::decide(std::uint32_t match, Side side) {
  const State& state = states_[match];
  const Player winner = side == Side::kLeft ? state.left : state.right;
  const Player loser = side == Side::kLeft ? state.right : state.left;
  if (in_finals(match)) {
    const std::optional<Place> next = finals_[match - schedule_->first_phase_matches()].winner_goes;
    if (next) {
      arrive(winner, next);
    } else {
      champion_ = winner;
    }
    return;
  }
  arrive(winner, schedule_->winner_goes(match));
  arrive(loser, schedule_->loser_goes(match));
  if (schedule_->is_bracket_final(match)) award(schedule_->bracket(match), winner);
}

// The opposite of decide.
void Tournament::withdraw(std::uint32_t match) {
  if (in_finals(match)) {
    const std::optional<Place> next = finals_[match - schedule_->first_phase_matches()].winner_goes;
    if (next) {
      leave(next);
    } else {
      champion_.reset();
    }
    return;
  }
  if (titles_won_ == titles_.size()) drop_finals();
  if (schedule_->is_bracket_final(match)) {
    titles_[schedule_->bracket(match) - 1].reset();
    --titles_won_;
  }
  leave(schedule_->winner_goes(match));
  leave(schedule_->loser_goes(match));
}

void Tournament::arrive(Player player, std::optional<Place> at) {
  if (!at) return;
  State& state = states_[at->match];
  (at->side == Side::kLeft ? state.left : state.right) = player;
  if (state.left != kNobody && state.right != kNobody) ready_.insert(at->match);
}

// The opposite of arrive: the games that were played at that match with that player are void.
void Tournament::leave(std::optional<Place> at) {
  if (!at) return;
  State& state = states_[at->match];
  if (state.games() > 0 && decided(game(at->match))) withdraw(at->match);
  forget_games(state);
  ready_.erase(at->match);
  (at->side == Side::kLeft ? state.left : state.right) = kNobody;
}

void Tournament::forget_games(State& state) {
  if (state.games() == 0) return;
  losses_[state.left] -= state.right_wins;
  losses_[state.right] -= state.left_wins;
  state.left_wins = state.right_wins = 0;
}

void Tournament::award(std::uint32_t bracket, Player holder) {
  titles_[bracket - 1] = holder;
  if (++titles_won_ == titles_.size()) draw_finals();
}

void Tournament::draw_finals() {
  std::vector<Player> holders;
  std::vector<std::uint32_t> charges;
  for (const std::optional<Player>& holder : titles_) {
    const auto known = std::find(holders.begin(), holders.end(), *holder);
    if (known == holders.end()) {
      holders.push_back(*holder);
      charges.push_back(1);
    } else {
      ++charges[static_cast<std::size_t>(known - holders.begin())];
    }
  }
  if (holders.size() == 1) champion_ = holders.front();
  const tournament::DrawnFinals drawn =
      ect::tournament::draw_finals(charges, schedule_->finals_series());
  finals_depth_ = drawn.importance_depth;
  const std::uint32_t first = schedule_->first_phase_matches();
  states_.resize(first + drawn.meetings.size());
  for (const tournament::DrawnFinals::Meeting& meeting : drawn.meetings) {
    const std::uint32_t match = first + static_cast<std::uint32_t>(finals_.size());
    finals_.push_back({meeting.left_charge, meeting.right_charge, std::nullopt});
    for (const auto& [side, place] : {std::pair{meeting.left, Place{match, Side::kLeft}},
                                      std::pair{meeting.right, Place{match, Side::kRight}}}) {
      if (side < holders.size()) {
        arrive(holders[side], place);
      } else {
        finals_[side - holders.size()].winner_goes = place;
      }
    }
  }
}

void Tournament::drop_finals() {
  const std::uint32_t first = schedule_->first_phase_matches();
  for (std::uint32_t match = first; match < states_.size(); ++match) {
    forget_games(states_[match]);
    ready_.erase(match);
  }
  states_.resize(first);
  finals_.clear();
  finals_depth_ = 0;
  champion_.reset();
}

std::optional<std::uint64_t> Tournament::finals_importance_depth() const {
  if (titles_won_ < titles_.size()) return std::nullopt;
  return finals_depth_;
}

std::uint64_t Tournament::still_tolerated() const {
  const std::uint64_t least = *std::min_element(losses_.begin(), losses_.end());
  const std::uint64_t needed = std::uint64_t{schedule_->eliminations()} * schedule_->games_to_win();
  return least < needed ? needed - 1 - least : 0;
}

std::uint64_t Tournament::overturned_by() const {
  const Player leader = champion_.value_or(
      static_cast<Player>(std::min_element(losses_.begin(), losses_.end()) - losses_.begin()));
  std::optional<std::uint64_t> fewest;
  for (Player p = 0; p < losses_.size(); ++p) {
    if (p != leader && (!fewest || losses_[p] < *fewest)) fewest = losses_[p];
  }
  return fewest.value_or(0);
}

bool Tournament::operator==(const Tournament& that) const {
  return schedule_ == that.schedule_ && states_ == that.states_ && finals_ == that.finals_ &&
         finals_depth_ == that.finals_depth_ && titles_ == that.titles_ &&
         titles_won_ == that.titles_won_ && champion_ == that.champion_ && ready_ == that.ready_ &&
         losses_ == that.losses_ && history_ == that.history_;
}

}  // namespace ect
