#ifndef ECT_SELECT_CONTEST_H_
#define ECT_SELECT_CONTEST_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "ect/format.h"
#include "ect/schedule.h"
#include "ect/select.h"

namespace ect::selection {

// A game of a contest that can be played now.
struct ContestGame {
  std::uint32_t match;
  std::uint32_t game;     // of the match, from 1
  std::uint32_t bracket;  // as SelectedGame::bracket
  std::uint32_t round;    // from 1
  Player left;
  Player right;
};

// A tournament of any format, played game by game, each as soon as its players are known. One
// thread at a time may use it.
class Contest {
 public:
  virtual ~Contest() = default;
  // Appends the games that have become playable since the last call.
  virtual void take_ready(std::vector<ContestGame>& games) = 0;
  // Records the result of a game that take_ready() has returned. Each match has at most one open
  // game.
  virtual void record(std::uint32_t match, Side winner) = 0;
  virtual std::optional<Player> champion() const = 0;
  virtual std::span<const std::optional<Player>> titles() const { return {}; }
  // Whether players are eliminated by a number of losses, and only by that.
  virtual bool eliminates() const = 0;
  // Whether the player can no longer win.
  virtual bool is_out(Player player) const = 0;
};

// Makes a contest in which the seed draws the players. Throws ect::Error if the format has too many
// matches.
std::unique_ptr<Contest> make_contest(const Format& format, std::uint64_t seed);

}  // namespace ect::selection

#endif  // ECT_SELECT_CONTEST_H_
