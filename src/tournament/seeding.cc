// Seedings. Every kind of seeding becomes one binary tree, with its meetings sorted by the earliest
// round in which both sides are known. Five players as listed:
//
//   round 1: 0-1, 2-3 (4 waits)   round 2: 4-w(0,1) (w(2,3) waits)   round 3: w(2,3)-w(4,...)
//
// Cost: linear in the players; `ranked` O(k log k). Paper: Section 6, "there is substantial freedom
// in how the pairings of the first phase are done". Tests: seeding_test.
#include "ect/seeding.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <numeric>

#include "ect/error.h"
#include "ect/random.h"
#include "ect/schedule.h"

namespace ect {
namespace {

// Appends the meetings of `ranks`, strongest first, and returns the side that their winner is. The
// best two of any part go to different halves, the third best to the half of the second.
std::uint32_t meet_ranked(Player players, std::span<const std::uint32_t> ranks,
                          std::vector<Seeding::Meeting>& meetings) {
  if (ranks.size() == 1) return ranks.front();
  std::vector<std::uint32_t> halves[2];
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    halves[(i % 4 == 1 || i % 4 == 2) ? 1 : 0].push_back(ranks[i]);
  }
  const std::uint32_t left = meet_ranked(players, halves[0], meetings);
  const std::uint32_t right = meet_ranked(players, halves[1], meetings);
  meetings.push_back({left, right});
  return players + static_cast<std::uint32_t>(meetings.size()) - 1;
}

// Visits the meetings of a tree from the last round to the first, within a round in the order in
// which paired_as_listed() would make them. The list of sides before a round is found from the list
// after it: both sides of each of the round's meetings, and then the side that waited, which stands
// first in the list after.
void for_each_by_round(Player players, std::span<const Seeding::Meeting> meetings,
                       const std::vector<std::uint32_t>& height,
                       const std::function<void(std::uint32_t)>& visit) {
  if (meetings.empty()) return;
  std::vector<std::uint32_t> pool{players + static_cast<std::uint32_t>(meetings.size()) - 1};
  std::vector<std::uint32_t> before;
  for (std::uint32_t round = height.back(); round > 0; --round) {
    const auto first = std::find_if(pool.begin(), pool.end(),
                                    [&](std::uint32_t side) { return height[side] == round; });
    before.clear();
    for (auto side = first; side != pool.end(); ++side) {
      if (height[*side] == round) {
        visit(*side - players);
        before.insert(before.end(),
                      {meetings[*side - players].left, meetings[*side - players].right});
      } else {
        before.push_back(*side);
      }
    }
    before.insert(before.end(), pool.begin(), first);
    pool.swap(before);
  }
}

void check_players(std::uint64_t players) {
  if (players == 0) throw Error::bad_argument("a tournament needs at least 1 player");
  if (players > Schedule::kMaxMatches) {
    throw Error::bad_argument(fmt::format("{} players are too many to schedule (at most {})",
                                          players, Schedule::kMaxMatches));
  }
}

std::vector<Player> all_players(Player players) {
  check_players(players);  // before memory is allocated
  std::vector<Player> result(players);
  std::iota(result.begin(), result.end(), Player{0});
  return result;
}

}  // namespace

Seeding::Seeding(Player players) : players_(players), round_starts_{0} {
  check_players(players);
  meetings_.reserve(players - 1);
}

Seeding Seeding::paired_as_listed(std::span<const std::uint32_t> sides) {
  Seeding seeding(static_cast<Player>(sides.size()));
  std::vector<std::uint32_t> pool(sides.begin(), sides.end());
  while (pool.size() > 1) {
    const std::uint32_t waits = pool.size() % 2;
    const std::uint32_t waiting = pool.back();
    for (std::size_t i = 0; i + 1 < pool.size(); i += 2) {
      seeding.meetings_.push_back({pool[i], pool[i + 1]});
      // In place: slot i/2 + waits is read no later than now.
      pool[i / 2 + waits] =
          seeding.players_ + static_cast<std::uint32_t>(seeding.meetings_.size()) - 1;
    }
    if (waits != 0) pool.front() = waiting;
    pool.resize(pool.size() / 2 + waits);
    seeding.round_starts_.push_back(static_cast<std::uint32_t>(seeding.meetings_.size()));
  }
  return seeding;
}

Seeding Seeding::listed(Player players) { return paired_as_listed(all_players(players)); }

Seeding Seeding::order(std::span<const Player> order) {
  std::vector<bool> seen(order.size(), false);
  for (const Player player : order) {
    if (player >= order.size() || seen[player]) {
      throw Error::bad_argument(fmt::format(
          "a seeding order of {} players must name each of 0 to {} once (player {} does not fit)",
          order.size(), order.size() - 1, player));
    }
    seen[player] = true;
  }
  return paired_as_listed(order);
}

Seeding Seeding::random(Player players, std::uint64_t seed) {
  std::vector<Player> order = all_players(players);
  Random random(seed);
  random.shuffle(std::span(order));
  return paired_as_listed(order);
}

Seeding Seeding::ranked(Player players) {
  std::vector<Meeting> meetings;
  if (players > 1) meet_ranked(players, all_players(players), meetings);
  return tree(players, meetings);
}

Seeding Seeding::tree(Player players, std::span<const Meeting> meetings) {
  Seeding seeding(players);
  if (meetings.size() != players - 1) {
    throw Error::bad_argument(fmt::format("a seeding tree of {} players has {} meetings, not {}",
                                          players, players - 1, meetings.size()));
  }
  // The height of a meeting is its round. In a tree no side is used twice or before its own
  // meeting.
  std::vector<std::uint32_t> height(std::size_t{players} + meetings.size(), 0);
  std::vector<bool> used(height.size(), false);
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    for (const std::uint32_t side : {meetings[i].left, meetings[i].right}) {
      if (side >= players + i || used[side]) {
        throw Error::bad_argument(fmt::format(
            "meeting {} of the seeding tree has a side that is unknown or already used ({})", i,
            side));
      }
      used[side] = true;
      height[players + i] = std::max(height[players + i], height[side] + 1);
    }
  }
  // A counting sort by round. Within a round meetings are ordered as in listed(); in a very deep
  // tree, where that would take O(players * depth) time, in the order given.
  const std::uint32_t depth = meetings.empty() ? 0 : height.back();
  seeding.round_starts_.assign(depth + 1, 0);
  for (std::size_t i = 0; i < meetings.size(); ++i) ++seeding.round_starts_[height[players + i]];
  std::partial_sum(seeding.round_starts_.begin(), seeding.round_starts_.end(),
                   seeding.round_starts_.begin());
  std::vector<std::uint32_t> next(seeding.round_starts_);
  std::vector<std::uint32_t> place(meetings.size());
  if (depth <= 2 * static_cast<std::uint32_t>(std::bit_width(players - 1))) {
    for_each_by_round(players, meetings, height, [&](std::uint32_t meeting) {
      place[meeting] = next[height[players + meeting] - 1]++;
    });
  } else {
    for (std::size_t i = 0; i < meetings.size(); ++i) place[i] = next[height[players + i] - 1]++;
  }
  seeding.meetings_.resize(meetings.size());
  const auto moved = [&](std::uint32_t side) {
    return side < players ? side : players + place[side - players];
  };
  for (std::size_t i = 0; i < meetings.size(); ++i) {
    seeding.meetings_[place[i]] = {moved(meetings[i].left), moved(meetings[i].right)};
  }
  return seeding;
}

std::span<const Seeding::Meeting> Seeding::round(std::uint32_t round) const {
  return std::span(meetings_).subspan(round_starts_[round - 1],
                                      round_starts_[round] - round_starts_[round - 1]);
}

}  // namespace ect
