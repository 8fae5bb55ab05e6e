#ifndef ECT_SEEDING_H_
#define ECT_SEEDING_H_

#include <cstdint>
#include <span>
#include <vector>

namespace ect {

// A player is a label, a candidate answer or a person: a number from 0 to k-1.
using Player = std::uint32_t;

// Who meets whom in the first bracket: a binary tree over all players, every inner node a meeting.
// Chosen before anything is known about outcomes, so every guarantee of the tournament stands
// whatever the seeding is. Immutable; threads may share it.
class Seeding {
 public:
  // A meeting of two sides. A value below players() is that player; players() + i is the winner
  // of meeting i.
  struct Meeting {
    std::uint32_t left;
    std::uint32_t right;
    bool operator==(const Meeting&) const = default;
  };

  // Players meet as they stand in a list: neighbours first; in a round of odd size the last waits
  // and is paired first in the next round.
  static Seeding listed(Player players);
  static Seeding order(std::span<const Player> order);  // throws unless it is a permutation
  static Seeding random(Player players, std::uint64_t seed);
  // Player 0 is thought the strongest, and so on: the strong meet late and have the byes.
  static Seeding ranked(Player players);
  // That exact tree. Meetings may come in any order in which sides stand before their meeting;
  // everything but the last meeting must be a side exactly once. Throws otherwise. In which order
  // they come does not matter, unless the tree is deeper than twice what is needed; the tree of
  // the meetings of any of the seedings above is that seeding again.
  static Seeding tree(Player players, std::span<const Meeting> meetings);

  Player players() const { return players_; }
  // Rounds that the first bracket takes: the height of the tree.
  std::uint32_t depth() const { return static_cast<std::uint32_t>(round_starts_.size()) - 1; }
  // All players - 1 meetings, those of round 1 first.
  std::span<const Meeting> meetings() const { return meetings_; }
  // The meetings of a round, 1 <= round <= depth(): as early as both sides are known.
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
