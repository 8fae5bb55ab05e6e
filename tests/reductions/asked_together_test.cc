// The groups of matches and labels that are evaluated on the same example.
#include "reductions/tournament/asked_together.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ect/seeding.h"
#include "learners/learner.h"

namespace ect::reductions {
namespace {

using Lists = std::vector<std::vector<std::uint32_t>>;

// Every number below `count` is in one list, and no list is too long.
void expect_a_partition(const Lists& lists, std::uint32_t count) {
  std::vector<std::uint32_t> all;
  for (const std::vector<std::uint32_t>& list : lists) {
    EXPECT_FALSE(list.empty());
    EXPECT_LE(list.size(), learners::Packing::kMaxTogether);
    all.insert(all.end(), list.begin(), list.end());
  }
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(all[i], i);
}

TEST(AskedTogether, EveryMatchAndLabelIsInOneList) {
  for (std::uint32_t players = 2; players < 80; ++players) {
    for (std::uint32_t eliminations = 1; eliminations < 5; ++eliminations) {
      const Schedule schedule = error_correcting(players, eliminations);
      expect_a_partition(matches_together(schedule), schedule.matches());
      expect_a_partition(labels_together(schedule), players);
    }
  }
}

TEST(AskedTogether, ADescentComesToAFewListsOnly) {
  const Schedule schedule = single_elimination(256);
  const Lists lists = matches_together(schedule);
  std::vector<std::size_t> list_of(schedule.matches());
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const std::uint32_t match : lists[i]) list_of[match] = i;
  }
  // From every label up: 8 matches, 16 a list, so that 4 levels and 4 levels, or 5 and 3.
  for (Player label = 0; label < 256; ++label) {
    std::vector<std::size_t> met;
    for (auto at = schedule.player_starts(label); at; at = schedule.winner_goes(at->match)) {
      met.push_back(list_of[at->match]);
    }
    ASSERT_EQ(met.size(), 8U);
    met.erase(std::unique(met.begin(), met.end()), met.end());
    EXPECT_LE(met.size(), 3U);
  }
}

TEST(AskedTogether, LabelsAreInTheOrderOfTheBracket) {
  const Schedule schedule = single_elimination(40);
  const Lists lists = labels_together(schedule);
  ASSERT_EQ(lists.size(), 3U);
  // Who meets in the first round stands side by side.
  std::size_t beside = 0;
  for (std::uint32_t match = 0; match < schedule.round(1).last; ++match) {
    for (const std::vector<std::uint32_t>& list : lists) {
      const auto at = std::find(list.begin(), list.end(), schedule.left(match).index);
      if (at != list.end() && at + 1 != list.end() && at[1] == schedule.right(match).index) {
        ++beside;
      }
    }
  }
  EXPECT_GE(beside + 2, schedule.round(1).last);
}

}  // namespace
}  // namespace ect::reductions
