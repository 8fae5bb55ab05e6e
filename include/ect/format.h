#ifndef ECT_FORMAT_H_
#define ECT_FORMAT_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
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

// A tournament format that is paired round by round, for comparing formats under one runner.
// Deterministic: the same results give the same pairings and the same champion.
class Format {
 public:
  virtual ~Format() = default;
  virtual std::unique_ptr<Format> clone() const = 0;
  virtual Player players() const = 0;

  // The games of the next round; none once the champion is known. Nobody is in two of them.
  virtual std::vector<Pairing> next_round() const = 0;
  // The winner of each game of next_round(), in its order.
  virtual void finish_round(std::span<const Player> winners) = 0;
  // Requires that next_round() is empty.
  virtual Player champion() const = 0;

  // The paper's measure of length: rounds of games in the worst case, a weighted match of an
  // error-correcting tournament's finals counted max(charges) times.
  virtual std::uint64_t importance_depth() const = 0;
  // No course of the format takes more rounds.
  virtual std::uint64_t most_rounds() const = 0;
  // The fewest games that must be turned to unseat the best player, where all others are decided
  // by strength; nothing where no formula is known. (Tests: equal to an exhaustive search.)
  virtual std::optional<std::uint64_t> games_to_unseat() const = 0;
};

// `single`, `best-of-N` (N odd), `elimination:M` (the paper's bracketed m-elimination), `ect:M`,
// `ect:M:majority` (FinalsSeries), `swiss:R`, `round-robin`, `independent:T` (T single
// eliminations, most titles win). Throws for anything else.
std::unique_ptr<Format> make_format(std::string_view name, Player players);

// The schedule of the formats that have one: single, best-of-N and ect:M with and without majority,
// with players drawn by `seed`, or as they are listed. Throws as make_format, but has nothing for
// other names.
std::optional<Schedule> make_schedule(std::string_view name, Player players,
                                      std::optional<std::uint64_t> seed);

// Decides a game: returns one of the two.
using Referee = std::function<Player(const Pairing&)>;

struct Course {
  Player champion = 0;
  std::uint64_t games = 0;
  std::uint64_t rounds = 0;
};

// Plays a format to its end.
Course run(Format& format, const Referee& referee);

}  // namespace ect

#endif  // ECT_FORMAT_H_
