// Seedings: the trees of all kinds, and refused input.
#include "ect/seeding.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <vector>

#include "ect/error.h"

namespace ect::tournament {
namespace {

using Meetings = std::vector<Seeding::Meeting>;

Meetings round_of(const Seeding& seeding, std::uint32_t round) {
  const auto meetings = seeding.round(round);
  return {meetings.begin(), meetings.end()};
}

// The round in which two players can first meet: the height of their lowest common ancestor.
std::uint32_t meeting_round(const Seeding& seeding, Player a, Player b) {
  std::vector<std::vector<Player>> below(seeding.players());
  for (Player p = 0; p < seeding.players(); ++p) below[p] = {p};
  for (std::uint32_t round = 1; round <= seeding.depth(); ++round) {
    for (const Seeding::Meeting& meeting : seeding.round(round)) {
      below.push_back(below[meeting.left]);
      below.back().insert(below.back().end(), below[meeting.right].begin(),
                          below[meeting.right].end());
      const auto has = [&](Player p) {
        return std::find(below.back().begin(), below.back().end(), p) != below.back().end();
      };
      if (has(a) && has(b)) return round;
    }
  }
  return 0;
}

TEST(Seeding, ListedPairsNeighboursAndTheWaitingPlayerNext) {
  const Seeding seeding = Seeding::listed(5);
  EXPECT_EQ(seeding.depth(), 3U);
  EXPECT_EQ(round_of(seeding, 1), (Meetings{{0, 1}, {2, 3}}));
  EXPECT_EQ(round_of(seeding, 2), (Meetings{{4, 5}}));  // 5: the winner of 0 and 1
  EXPECT_EQ(round_of(seeding, 3), (Meetings{{6, 7}}));
}

TEST(Seeding, OnePlayerHasNoMeeting) {
  EXPECT_EQ(Seeding::listed(1).depth(), 0U);
  EXPECT_EQ(Seeding::ranked(1).depth(), 0U);
  EXPECT_EQ(Seeding::tree(1, {}).depth(), 0U);
}

TEST(Seeding, DepthIsTheLogarithmForEveryNumberOfPlayers) {
  for (Player k = 1; k <= 2000; ++k) {
    EXPECT_EQ(Seeding::listed(k).depth(), std::bit_width(k - 1)) << k;
    EXPECT_EQ(Seeding::ranked(k).depth(), std::bit_width(k - 1)) << k;
  }
}

TEST(Seeding, RandomDependsOnTheSeedAlone) {
  const Seeding a = Seeding::random(100, 1);
  const Seeding b = Seeding::random(100, 1);
  const Seeding c = Seeding::random(100, 2);
  EXPECT_TRUE(std::equal(a.meetings().begin(), a.meetings().end(), b.meetings().begin()));
  EXPECT_FALSE(std::equal(a.meetings().begin(), a.meetings().end(), c.meetings().begin()));
}

TEST(Seeding, RankedLetsTheStrongMeetLate) {
  const Seeding seeding = Seeding::ranked(16);
  EXPECT_EQ(meeting_round(seeding, 0, 1), 4U);
  for (const Player a : {0U, 1U}) {
    for (const Player b : {2U, 3U}) EXPECT_GE(meeting_round(seeding, a, b), 3U);
  }
  EXPECT_EQ(meeting_round(seeding, 0, 15), 1U);
}

TEST(Seeding, RankedGivesByesToTheStrongest) {
  const Seeding seeding = Seeding::ranked(5);  // three of eight places are empty
  EXPECT_EQ(meeting_round(seeding, 3, 4), 1U);
  EXPECT_EQ(meeting_round(seeding, 0, 3), 2U);
}

TEST(Seeding, TreeKeepsItsShapeWhateverTheOrderOfMeetings) {
  // ((0 1) 2) and (3 4), the deeper side given first.
  const Meetings meetings{{0, 1}, {5, 2}, {3, 4}, {6, 7}};
  const Seeding seeding = Seeding::tree(5, meetings);
  EXPECT_EQ(seeding.depth(), 3U);
  EXPECT_EQ(round_of(seeding, 1), (Meetings{{0, 1}, {3, 4}}));
  EXPECT_EQ(round_of(seeding, 2), (Meetings{{5, 2}}));
  EXPECT_EQ(round_of(seeding, 3), (Meetings{{7, 6}}));
}

TEST(Seeding, RefusesWhatIsNoPermutationOrNoTree) {
  EXPECT_THROW(Seeding::listed(0), Error);
  EXPECT_THROW(Seeding::listed(Player{1} << 31), Error);
  EXPECT_THROW(Seeding::order(std::vector<Player>{0, 0}), Error);
  EXPECT_THROW(Seeding::order(std::vector<Player>{0, 2}), Error);
  EXPECT_THROW(Seeding::tree(3, Meetings{{0, 1}}), Error);
  EXPECT_THROW(Seeding::tree(3, Meetings{{0, 1}, {0, 2}}), Error);
  EXPECT_THROW(Seeding::tree(3, Meetings{{0, 4}, {1, 2}}), Error);
}

RC_GTEST_PROP(SeedingProperty, EveryPlayerAndEveryMeetingButTheLastIsASideOnce, ()) {
  const Player k = *rc::gen::inRange<Player>(1, 500);
  const Seeding seeding = *rc::gen::element(Seeding::listed(k), Seeding::ranked(k),
                                            Seeding::random(k, *rc::gen::arbitrary<unsigned>()));
  std::vector<int> used(2 * std::size_t{k} - 1, 0);
  for (const Seeding::Meeting& meeting : seeding.meetings()) {
    ++used.at(meeting.left);
    ++used.at(meeting.right);
  }
  RC_ASSERT(used.back() == 0);
  used.pop_back();
  RC_ASSERT(used == std::vector<int>(used.size(), 1));
}

// The meetings in another order, each side before its meeting: from left to right.
std::uint32_t copy_meetings(const Seeding& seeding, std::uint32_t side, Meetings& to) {
  if (side < seeding.players()) return side;
  const Seeding::Meeting meeting = seeding.meetings()[side - seeding.players()];
  const std::uint32_t left = copy_meetings(seeding, meeting.left, to);
  const std::uint32_t right = copy_meetings(seeding, meeting.right, to);
  to.push_back({left, right});
  return seeding.players() + static_cast<std::uint32_t>(to.size()) - 1;
}

TEST(Seeding, ATreeOfTheMeetingsOfASeedingIsThatSeedingInWhateverOrderTheyCome) {
  for (Player k = 2; k <= 300; ++k) {
    for (const Seeding& seeding : {Seeding::listed(k), Seeding::random(k, k), Seeding::ranked(k)}) {
      Meetings meetings;
      copy_meetings(seeding, 2 * k - 2, meetings);
      for (const Seeding& again :
           {Seeding::tree(k, meetings), Seeding::tree(k, seeding.meetings())}) {
        EXPECT_TRUE(std::ranges::equal(again.meetings(), seeding.meetings())) << k;
      }
    }
  }
}

}  // namespace
}  // namespace ect::tournament
