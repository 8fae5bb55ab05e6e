// Converts a schedule, and the games played on it, to what a picture shows. Matches of the first
// phase are those of the schedule. Their players are those of their games: a player who is the
// winner or loser of an earlier match is on that side, and a new player on the other. In the finals
// a player enters with all titles it holds, and later as the winner of its last final, with the
// titles of both. Example: A holds titles 1 and 3, B holds 2; their final has A on the left with
// charge 2, with two lines, and A needs 1 game, B 2. Cost: O(matches + games log games + titles *
// finals). Tests: select_report_test.
#include "report/drawn_bracket.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ect::report {
namespace {

DrawnMatch planned(const Schedule& schedule, std::uint32_t n) {
  const Match match = schedule.match(n);
  DrawnMatch drawn;
  drawn.left = {{match.left}, match.left_needs, match.right_needs, std::nullopt, 0};
  drawn.right = {{match.right}, match.right_needs, match.left_needs, std::nullopt, 0};
  drawn.bracket = match.bracket;
  drawn.round = match.round;
  drawn.title = schedule.is_bracket_final(n);
  return drawn;
}

// The score between two players, in games of one match.
struct Score {
  Player one = 0;
  Player two = 0;
  std::uint32_t one_wins = 0;
  std::uint32_t two_wins = 0;
  std::uint32_t coins = 0;

  bool has(Player player) const { return player == one || player == two; }
  Player other(Player player) const { return player == one ? two : one; }
  std::uint32_t wins(Player player) const { return player == one ? one_wins : two_wins; }
};

using Scores = std::map<std::uint32_t, Score>;  // by match

std::optional<Scores> scores_of(std::span<const SelectedGame> games, Player players) {
  Scores scores;
  for (const SelectedGame& game : games) {
    if (game.winner >= players || game.loser >= players || game.winner == game.loser) {
      return std::nullopt;
    }
    const Score fresh{std::min(game.winner, game.loser), std::max(game.winner, game.loser), 0, 0,
                      0};
    Score& score = scores.try_emplace(game.match, fresh).first->second;
    if (!score.has(game.winner) || !score.has(game.loser)) return std::nullopt;
    ++(game.winner == score.one ? score.one_wins : score.two_wins);
    if (game.coin) ++score.coins;
  }
  return scores;
}

class PlayedBracket {
 public:
  PlayedBracket(const Schedule& schedule, Scores scores)
      : schedule_(schedule), scores_(std::move(scores)) {}

  std::optional<DrawnBracket> draw() {
    drawn_.brackets = schedule_.eliminations();
    drawn_.first_phase_matches = schedule_.first_phase_matches();
    drawn_.first_phase_rounds = schedule_.first_phase_rounds();
    drawn_.rounds = drawn_.first_phase_rounds;
    for (std::uint32_t n = 0; n < drawn_.first_phase_matches; ++n) {
      if (!play_first_phase(n)) return std::nullopt;
    }
    for (const auto& [match, score] : scores_) {
      if (match >= drawn_.first_phase_matches && !play_final(score)) return std::nullopt;
    }
    find_champion();
    return std::move(drawn_);
  }

 private:
  // The player who comes from an earlier match, if known.
  std::optional<Player> arriving(const Entrant& entrant) const {
    if (entrant.from == From::kPlayer) return std::nullopt;
    const DrawnMatch& match = drawn_.matches[entrant.index];
    const std::optional<Side> won = match.winner();
    if (!won) return std::nullopt;
    return match.side(entrant.from == From::kWinnerOf ? *won : other(*won)).player;
  }

  // Whether these games can belong to that match.
  bool play_first_phase(std::uint32_t n) {
    DrawnMatch match = planned(schedule_, n);
    match.left.player = arriving(match.left.from.front());
    match.right.player = arriving(match.right.from.front());
    const auto played = scores_.find(n);
    if (played != scores_.end()) {
      const Score& score = played->second;
      for (const DrawnSide* side : {&match.left, &match.right}) {
        if (side->player && !score.has(*side->player)) return false;
      }
      if (!match.left.player) {
        match.left.player = match.right.player ? score.other(*match.right.player) : score.one;
      }
      match.right.player = score.other(*match.left.player);
      keep_score(match, score);
    }
    drawn_.matches.push_back(std::move(match));
    return true;
  }

  static void keep_score(DrawnMatch& match, const Score& score) {
    match.left.wins = score.wins(*match.left.player);
    match.right.wins = score.wins(*match.right.player);
    match.coins = score.coins;
  }

  // Whether both players are known.
  bool play_final(const Score& score) {
    DrawnMatch match;
    match.bracket = drawn_.brackets + 1;
    match.left = finalist(score.one);
    match.right = finalist(score.two);
    if (match.left.charge == 0 || match.right.charge == 0) return false;
    match.left.needs = match.right.charge;
    match.right.needs = match.left.charge;
    match.round = drawn_.first_phase_rounds;
    for (const Player player : {score.one, score.two}) {
      const auto last = last_final_.find(player);
      if (last != last_final_.end()) {
        match.round = std::max(match.round, drawn_.matches[last->second].round);
      }
    }
    ++match.round;
    drawn_.rounds = std::max(drawn_.rounds, match.round);
    keep_score(match, score);
    last_final_[score.one] = last_final_[score.two] =
        static_cast<std::uint32_t>(drawn_.matches.size());
    drawn_.matches.push_back(std::move(match));
    return true;
  }

  DrawnSide finalist(Player player) const {
    DrawnSide side;
    side.player = player;
    const auto last = last_final_.find(player);
    if (last != last_final_.end()) {
      const DrawnMatch& before = drawn_.matches[last->second];
      side.from = {{From::kWinnerOf, last->second}};
      side.charge = before.left.charge + before.right.charge;
      return side;
    }
    for (std::uint32_t bracket = 1; bracket <= drawn_.brackets; ++bracket) {
      const Entrant title = schedule_.title(bracket);
      if (arriving(title) == player) side.from.push_back(title);
    }
    side.charge = static_cast<std::uint32_t>(side.from.size());
    return side;
  }

  void find_champion() {
    if (drawn_.matches.empty()) return;
    const auto last = static_cast<std::uint32_t>(drawn_.matches.size()) - 1;
    const std::optional<Side> won = drawn_.matches[last].winner();
    if (!won) return;
    // The last final has decided all titles, or one player holds them all.
    const DrawnMatch& match = drawn_.matches[last];
    const std::uint32_t titles = last < drawn_.first_phase_matches
                                     ? finalist(*match.side(*won).player).charge
                                     : match.left.charge + match.right.charge;
    if (titles == drawn_.brackets) drawn_.champion = Entrant{From::kWinnerOf, last};
  }

  const Schedule& schedule_;
  Scores scores_;
  DrawnBracket drawn_;
  std::map<Player, std::uint32_t> last_final_;  // that it has played
};

}  // namespace

std::optional<Side> DrawnMatch::winner() const {
  if (!left.player || !right.player) return std::nullopt;
  if (left.wins >= left.needs) return Side::kLeft;
  if (right.wins >= right.needs) return Side::kRight;
  return std::nullopt;
}

DrawnBracket drawn_plan(const Schedule& schedule) {
  DrawnBracket drawn;
  drawn.brackets = schedule.eliminations();
  drawn.first_phase_matches = schedule.first_phase_matches();
  drawn.first_phase_rounds = schedule.first_phase_rounds();
  drawn.rounds = schedule.rounds();
  for (std::uint32_t n = 0; n < schedule.matches(); ++n) {
    drawn.matches.push_back(planned(schedule, n));
  }
  drawn.champion = schedule.champion();
  return drawn;
}

std::optional<DrawnBracket> drawn_games(const Schedule& schedule,
                                        std::span<const SelectedGame> games) {
  std::optional<Scores> scores = scores_of(games, schedule.players());
  if (!scores) return std::nullopt;
  return PlayedBracket(schedule, std::move(*scores)).draw();
}

}  // namespace ect::report
