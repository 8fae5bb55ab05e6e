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
  std::uint32_t bracket;  // as SelectedGame
  std::uint32_t round;    // from 1
  Player left;
  Player right;
};

// A tournament of any format, as a selection plays it: game by game, each as soon as its players
// are known.
class Contest {
 public:
  virtual ~Contest() = default;
  // Adds the games that have become playable since the last call; at first all there are.
  virtual void take_ready(std::vector<ContestGame>& games) = 0;
  // The result of a game that was taken. In each match one game can be open at a time.
  virtual void record(std::uint32_t match, Side winner) = 0;
  virtual std::optional<Player> champion() const = 0;
  virtual std::span<const std::optional<Player>> titles() const { return {}; }
  // Whether whoever has lost often enough is out, and nobody else.
  virtual bool eliminates() const = 0;
  // Whether that player cannot win any more.
  virtual bool is_out(Player player) const = 0;
};

// Players are drawn by the seed. Throws where the format has too many matches.
std::unique_ptr<Contest> make_contest(const Format& format, std::uint64_t seed);

}  // namespace ect::selection

#endif  // ECT_SELECT_CONTEST_H_
