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

#include "ect/schedule.h"

namespace ect {

struct Pairing {
  Player first;
  Player second;

  bool has(Player player) const { return first == player || second == player; }
  // Requires that `player` is one of the two.
  Player other(Player player) const { return player == first ? second : first; }
  bool operator==(const Pairing&) const = default;
};

// A tournament that is being played, paired round by round.
// Deterministic: the same results give the same pairings and the same champion.
class FormatPlay {
 public:
  virtual ~FormatPlay() = default;
  virtual std::unique_ptr<FormatPlay> clone() const = 0;

  // The games of the next round; none once the champion is known. Nobody is in two of them.
  virtual std::vector<Pairing> next_round() const = 0;
  // The winner of each game of next_round(), in its order.
  virtual void finish_round(std::span<const Player> winners) = 0;
  // Requires that next_round() is empty.
  virtual Player champion() const = 0;
};

// How many games there can be; both ends are bounds, not always reached.
struct GameRange {
  std::uint64_t least = 0;
  std::uint64_t most = 0;
};

// What Format::withstands() rests on.
enum class Guarantee : std::uint8_t {
  kNone,    // no number of wrong results is known that cannot unseat the best player
  kLosses,  // a player who cannot win any more has lost games_to_unseat() games or more, so that
            // the results themselves tell how many of them must be wrong if the champion is not the
            // best
  kTitles,  // several tournaments, most titles win
  kScore,   // most wins over all others: one result, that of the two best, may decide
};

// A tournament format for a number of players: what it takes, what it promises and how it is
// played. It never changes, so threads may share it, and holds no players: making one is cheap.
// A new one is a file in src/tournament and a line in format_kinds(); tests take it from there.
class Format {
 public:
  explicit Format(Player players) : players_(players) {}
  virtual ~Format() = default;
  Player players() const { return players_; }

  // make_format(name(), players()) is the same format.
  virtual std::string name() const = 0;

  virtual GameRange games() const = 0;
  // No course of the format takes more rounds.
  virtual std::uint64_t most_rounds() const = 0;
  // The paper's measure of length: rounds of games in the worst case, a weighted match of an
  // error-correcting tournament's finals counted max(charges) times.
  virtual std::uint64_t importance_depth() const = 0;

  virtual Guarantee guarantee() const = 0;
  // The fewest games that must be turned to unseat the best player, where all others are decided
  // by strength; nothing where there is no guarantee. (Tests: equal to an exhaustive search.)
  virtual std::optional<std::uint64_t> games_to_unseat() const = 0;
  // So many wrong results cannot unseat the best player.
  std::optional<std::uint64_t> withstands() const;

  // The matches, where they are fixed before the first result, with players drawn by `seed` or as
  // they are listed; start() plays the latter. Throws where there are too many.
  virtual std::optional<Schedule> schedule(std::optional<std::uint64_t> seed) const;
  // How many that schedule has, before memory is taken for them; nothing where there is none.
  virtual std::optional<std::uint64_t> scheduled_matches() const;
  // The tournament before its first round. Throws where there are too many matches.
  virtual std::unique_ptr<FormatPlay> start() const = 0;

 private:
  Player players_;
};

// A line of the table of formats.
struct FormatKind {
  // Of its names. A capital letter stands for a number from 1, as in `ect:M`.
  std::string_view pattern;
  std::string_view note;  // for lists, where the pattern does not tell; else empty
  // `number` is 1 where the pattern has none. Throws for a number that means nothing.
  std::unique_ptr<Format> (*make)(Player players, std::uint32_t number);
  Player max_players = 1U << 24;  // a course holds all of them in memory
};
std::span<const FormatKind> format_kinds();
// The patterns with their notes and commas between them, for help texts.
std::string format_list();

// The format of that name. Throws for a name that is of no kind in format_kinds(), and for a number
// of players that the format cannot have.
std::unique_ptr<Format> make_format(std::string_view name, Player players);

// Decides a game: returns one of the two.
using Referee = std::function<Player(const Pairing&)>;

struct Course {
  Player champion = 0;
  std::uint64_t games = 0;
  std::uint64_t rounds = 0;
};

// Plays a format from its start to its end.
Course run(const Format& format, const Referee& referee);
// Plays the rest; games and rounds are counted from here.
Course run(FormatPlay& play, const Referee& referee);

}  // namespace ect

#endif  // ECT_FORMAT_H_
