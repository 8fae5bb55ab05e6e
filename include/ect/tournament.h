#ifndef ECT_TOURNAMENT_H_
#define ECT_TOURNAMENT_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ect/export.h"
#include "ect/schedule.h"

namespace ect {

// One game to be played, of a match that may be a series.
struct Game {
  std::uint32_t match;
  std::uint32_t bracket;  // from 1; the finals are bracket eliminations + 1
  Player left;
  Player right;
  std::uint32_t left_wins;  // of this match, so far
  std::uint32_t right_wins;
  std::uint32_t left_needs;  // in all
  std::uint32_t right_needs;
  bool operator==(const Game&) const = default;
};

struct Result {
  std::uint32_t match;
  Side winner;
  bool operator==(const Result&) const = default;
};

// A tournament between real players, which can stop after any game and go on later.
//
// The first phase is the schedule's. Once it is over, equal title holders are merged, so that
// nobody plays twice in any round of the finals: a holder's charge is the number of its titles,
// and the finals are drawn anew to make their importance depth least. Matches of the finals are
// numbered from schedule().first_phase_matches() on.
//
// The champion depends on the results alone, not on the order in which they are recorded.
// Not for several threads at once.
class ECT_EXPORT Tournament {
 public:
  explicit Tournament(std::shared_ptr<const Schedule> schedule);
  // Players have the names given, or none. Throws ect::Error for names that are empty or come
  // twice, and for another number of them than of players.
  explicit Tournament(Schedule schedule, std::vector<std::string> names = {});

  // Reads what save() wrote, and is then as it was; games go on. Throws ect::Error: kInputOutput
  // for a file that cannot be read, kParse for one that is not a saved tournament or whose games
  // cannot have been played.
  static Tournament load(const std::string& path);
  // The same from the text of such a file; `file` stands for it in errors.
  static Tournament from_json(std::string_view text, const std::string& file = "tournament");
  // Writes players, schedule and games as JSON, or replaces the file as a whole: a crash leaves the
  // old one or the new one. Throws ect::Error of kind kInputOutput.
  void save(const std::string& path) const;
  // What save() writes.
  std::string to_json() const;

  // `player N`, N from 1, where players have no names.
  std::string name(Player player) const;
  // Who has that name, of those that were given.
  std::optional<Player> find(std::string_view name) const;

  const Schedule& schedule() const { return *schedule_; }

  // The games that can be played now, by match. Nobody is in two of them.
  std::vector<Game> playable() const;
  // The game of that match that can be played now.
  std::optional<Game> playable(std::uint32_t match) const;
  // Records the next game of a match. Throws when that match cannot be played now.
  void record(std::uint32_t match, Side winner);
  // Takes back the last recorded game of a match, and every game that depended on it: those of
  // matches that the players reached through it. Throws when the match has no game.
  void undo(std::uint32_t match);

  bool over() const { return ready_.empty(); }
  std::optional<Player> champion() const { return champion_; }
  // Who won bracket 1 to eliminations(), as far as known.
  std::span<const std::optional<Player>> titles() const { return titles_; }
  // The importance depth of the finals as drawn; nothing before the first phase is over.
  std::optional<std::uint64_t> finals_importance_depth() const;

  // The games recorded, in the order of recording; those taken back have left it.
  std::span<const Result> history() const { return history_; }
  std::uint64_t losses(Player player) const { return losses_[player]; }

  // Wrong results that may still come without unseating the best player, whoever that is: it has
  // lost `least losses` games so far, each of them wrongly, and stands until it has lost m.
  std::uint64_t still_tolerated() const;
  // The recorded games that must have been wrong if anybody but the leader is the best: the fewest
  // games that another player has lost. The leader is the champion, or while there is none the
  // player with the fewest losses. At the end this is at least the number of eliminations (of
  // games to win, in a single elimination), but 0 for a player alone.
  std::uint64_t overturned_by() const;

  // The same results on the same schedule object; names do not matter.
  bool operator==(const Tournament& that) const;

 private:
  static constexpr Player kNobody = 0xffffffff;

  struct State {  // of a match
    Player left = kNobody;
    Player right = kNobody;
    std::uint32_t left_wins = 0;
    std::uint32_t right_wins = 0;
    std::uint32_t games() const { return left_wins + right_wins; }
    bool operator==(const State&) const = default;
  };
  // A final between merged title holders, as drawn.
  struct Final {
    std::uint32_t left_charge;
    std::uint32_t right_charge;
    std::optional<Place> winner_goes;
    bool operator==(const Final&) const = default;
  };

  void set_names(std::vector<std::string> names);
  bool in_finals(std::uint32_t match) const { return match >= schedule_->first_phase_matches(); }
  Game game(std::uint32_t match) const;
  static bool decided(const Game& game);

  void arrive(Player player, std::optional<Place> at);
  void leave(std::optional<Place> at);
  void decide(std::uint32_t match, Side winner);
  void withdraw(std::uint32_t match);
  void forget_games(State& state);
  void award(std::uint32_t bracket, Player holder);
  void draw_finals();
  void drop_finals();

  std::shared_ptr<const Schedule> schedule_;
  std::vector<State> states_;  // matches of the first phase, then the finals once drawn
  std::vector<Final> finals_;
  std::uint64_t finals_depth_ = 0;
  std::vector<std::optional<Player>> titles_;
  std::uint32_t titles_won_ = 0;
  std::optional<Player> champion_;
  std::set<std::uint32_t> ready_;  // matches that can be played now
  std::vector<std::uint32_t> losses_;
  std::vector<Result> history_;
  std::vector<std::string> names_;  // empty: players have none
  std::map<std::string, Player, std::less<>> numbers_;
};

}  // namespace ect

#endif  // ECT_TOURNAMENT_H_
