#ifndef ECT_FORMAT_H_
#define ECT_FORMAT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ect/export.h"
#include "ect/schedule.h"

namespace ect {

// A game between two players.
struct Pairing {
  Player first;
  Player second;

  bool has(Player player) const { return first == player || second == player; }
  // Requires that `player` is one of the two.
  Player other(Player player) const { return player == first ? second : first; }
  bool operator==(const Pairing&) const = default;
};

// A tournament in progress, paired round by round. Deterministic: the same results give the same
// pairings and the same champion. One thread at a time may use it.
class ECT_EXPORT FormatPlay {
 public:
  virtual ~FormatPlay() = default;
  // An independent copy, which may go on differently.
  virtual std::unique_ptr<FormatPlay> clone() const = 0;

  // The games of the next round; empty once the champion is known. No player is in two of them.
  virtual std::vector<Pairing> next_round() const = 0;
  // Records a whole round. Requires the winner of each game of next_round(), in the same order.
  virtual void finish_round(std::span<const Player> winners) = 0;
  // Requires that next_round() is empty.
  virtual Player champion() const = 0;
};

// How many games there can be: bounds, which need not be reached.
struct GameRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

// The reason for Format::withstands().
enum class Guarantee : std::uint8_t {
  kNone,    // no guarantee is known
  kLosses,  // a player is eliminated only by games_to_unseat() losses or more, so that the results
            // themselves show how many of them must be wrong if the champion is not the best
  kTitles,  // several tournaments are played, and most titles win
  kScore,   // all play all and most wins count: the game of the two best alone may decide
};

// A tournament format for a number of players: its length, its guarantee and how it is played.
// Immutable, so threads may share it, and cheap to make, as it stores nothing per player. To add
// a format, write a file in src/tournament and a line in format_kinds(); the tests find it there.
class ECT_EXPORT Format {
 public:
  explicit Format(Player players) : players_(players) {}
  virtual ~Format() = default;
  Player players() const { return players_; }

  // make_format(name(), players()) is the same format.
  virtual std::string name() const = 0;

  virtual GameRange games() const = 0;
  // The most rounds that a course of the format can take.
  virtual std::uint64_t most_rounds() const = 0;
  // The paper's measure of length: rounds of games in the worst case, a weighted match of an
  // error-correcting tournament's finals counted max(charges) times.
  virtual std::uint64_t importance_depth() const = 0;

  virtual Guarantee guarantee() const = 0;
  // The fewest games that must be turned (decided for the weaker player) to unseat the best player
  // while all others are decided by strength; nothing without a guarantee. Tests compare it with an
  // exhaustive search.
  virtual std::optional<std::uint64_t> games_to_unseat() const = 0;
  // The largest number of wrong results that cannot unseat the best player: games_to_unseat() - 1.
  std::optional<std::uint64_t> withstands() const;

  // The matches, if they are fixed before the first result, and nothing otherwise. `seed` shuffles
  // the players; without one they meet as they are listed, as in start(). Throws ect::Error for too
  // many matches.
  virtual std::optional<Schedule> schedule(std::optional<std::uint64_t> seed) const;
  // The number of matches of schedule(), computed without building it; nothing if it has none.
  virtual std::optional<std::uint64_t> scheduled_matches() const;
  // The tournament before its first round. Throws ect::Error for too many matches.
  virtual std::unique_ptr<FormatPlay> start() const = 0;

 private:
  Player players_;
};

// A row of the table of formats.
struct FormatKind {
  // The pattern of the names. A capital letter stands for a number from 1, as in `ect:M`.
  std::string_view pattern;
  std::string_view note;  // for lists of formats, if the pattern needs one; else empty
  // Makes the format. `number` is 1 if the pattern has none. Throws ect::Error for a number that
  // the format cannot have.
  std::unique_ptr<Format> (*make)(Player players, std::uint32_t number);
  Player max_players = 1U << 24;  // all players are held in memory while the format is played
};
// All formats. The table lives as long as the program.
ECT_EXPORT std::span<const FormatKind> format_kinds();
// The patterns with their notes and commas between them, for help texts.
ECT_EXPORT std::string format_list();

// Makes the format of that name. Throws ect::Error for a name that matches no pattern of
// format_kinds(), and for a number of players that the format cannot have.
ECT_EXPORT std::unique_ptr<Format> make_format(std::string_view name, Player players);

// Decides a game: returns one of the two players.
using Referee = std::function<Player(const Pairing&)>;

// The outcome of a format that was played.
struct Course {
  Player champion = 0;
  std::uint64_t games = 0;
  std::uint64_t rounds = 0;
};

// Plays a format from its start to its end. Throws what start() and the referee throw.
ECT_EXPORT Course run(const Format& format, const Referee& referee);
// Plays the rest of a tournament; only the games and rounds of this call are counted.
ECT_EXPORT Course run(FormatPlay& play, const Referee& referee);

}  // namespace ect

#endif  // ECT_FORMAT_H_
