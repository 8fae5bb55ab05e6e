// Cutting a tournament into parts.
#include "cluster/cut.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace ect::cluster {
namespace {

TEST(Cut, PartsTheTreeWhereMostExamplesAre) {
  const std::vector<Seeding::Meeting> meetings = {{0, 1}, {3, 4}, {2, 6}, {5, 7}};
  const std::vector<std::uint32_t> examples = {1, 1, 9, 5, 5};
  const Cut cut = cut_tournament(Seeding::tree(5, meetings), examples, 3);
  ASSERT_EQ(cut.parts.size(), 3U);
  EXPECT_EQ(cut.parts[0].labels, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(cut.parts[1].labels, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(cut.parts[2].labels, (std::vector<std::uint32_t>{3, 4}));
  EXPECT_EQ(cut.top.rounds(), 2U);
}

// Every match of the whole is one of the top or of one part, and joins the same labels there.
void expect_sound(Player players, std::uint32_t parts, std::uint64_t seed) {
  std::vector<std::uint32_t> examples(players);
  for (Player label = 0; label < players; ++label) examples[label] = label % 7;
  const Cut cut = cut_tournament(Seeding::random(players, seed), examples, parts);
  EXPECT_EQ(cut.parts.size(), std::min(parts, players));
  std::set<std::uint32_t> matches(cut.top_matches.begin(), cut.top_matches.end());
  std::set<std::uint32_t> labels;
  for (const Cut::Part& part : cut.parts) {
    matches.insert(part.matches.begin(), part.matches.end());
    labels.insert(part.labels.begin(), part.labels.end());
    EXPECT_EQ(part.schedule.players(), part.labels.size());
    for (std::uint32_t match = 0; match < part.matches.size(); ++match) {
      const Entrant left = part.schedule.left(match);
      const Entrant whole = cut.whole.left(part.matches[match]);
      EXPECT_EQ(whole.from, left.from);
      const auto& names = left.from == From::kPlayer ? part.labels : part.matches;
      EXPECT_EQ(whole.index, names[left.index]);
    }
  }
  EXPECT_EQ(matches.size(), players - 1);
  EXPECT_EQ(labels.size(), players);
  for (Player label = 0; label < players; ++label) {
    EXPECT_EQ(cut.parts[cut.part_of[label]].labels[cut.place_in_part[label]], label);
  }
}

TEST(Cut, HasEveryMatchAndLabelOnce) {
  for (const Player players : {2U, 3U, 8U, 33U}) {
    for (const std::uint32_t parts : {1U, 2U, 3U, 7U, 64U}) {
      expect_sound(players, parts, players + parts);
    }
  }
}

}  // namespace
}  // namespace ect::cluster
