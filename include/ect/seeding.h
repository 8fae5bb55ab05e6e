#ifndef ECT_SEEDING_H_
#define ECT_SEEDING_H_

#include <cstdint>
#include <span>
#include <vector>

#include "ect/export.h"

namespace ect {

// A player is a label, a candidate answer or a person: a number from 0 to k-1.
using Player = std::uint32_t;

// Who meets whom in the first bracket: a binary tree over all players, every inner node a meeting.
// It is chosen before any outcome is known, so every guarantee of the tournament holds for every
// seeding. Immutable; threads may share it. All factories throw ect::Error for 0 players or too
// many.
class ECT_EXPORT Seeding {
 public:
  // A meeting of two sides. A value below players() is that player; players() + i is the winner
  // of meeting i.
  struct Meeting {
    std::uint32_t left;
    std::uint32_t right;
    bool operator==(const Meeting&) const = default;
  };

  // Players meet in the order of their numbers: neighbours first; in a round of odd size the last
  // one waits and is paired first in the next round.
  static Seeding listed(Player players);
  // The same in the given order. Throws ect::Error unless it is a permutation of 0 to size - 1.
  static Seeding order(std::span<const Player> order);
  // The same in a random order, which depends on the seed alone.
  static Seeding random(Player players, std::uint64_t seed);
  // Players are numbered from the strongest to the weakest: strong players meet late and get the
  // byes.
  static Seeding ranked(Player players);
  // Exactly this tree. A meeting must come after the meetings whose winners are its sides, and
  // every player and every meeting but the last must be a side exactly once; throws ect::Error
  // otherwise. Among the valid orders of meetings it does not matter which is given, unless the
  // tree is deeper than twice the least depth. tree() of the meetings() of any seeding above is
  // that seeding again.
  static Seeding tree(Player players, std::span<const Meeting> meetings);

  Player players() const { return players_; }
  // The rounds of the first bracket: the height of the tree.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(round_starts_.size()) - 1; }
  // All players - 1 meetings, those of round 1 first.
  std::span<const Meeting> meetings() const { return meetings_; }
  // The meetings of a round, 1 <= round <= depth(). A meeting is in the first round in which both
  // of its sides are known.
  std::span<const Meeting> round(std::uint32_t round) const;

 private:
  explicit Seeding(Player players);
  static Seeding paired_as_listed(std::span<const std::uint32_t> sides);

  Player players_;
  std::vector<Meeting> meetings_;
  std::vector<std::uint32_t> round_starts_;  // meetings of round r: [r-1] to [r]
};

}  // namespace ect

#endif  // ECT_SEEDING_H_
