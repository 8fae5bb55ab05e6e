// The tree of the first bracket as text and as JSON.
#include "report/seeding_report.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "util/display_width.h"

namespace ect::report {
namespace {

std::string letter(Player player) { return std::string(1, static_cast<char>('a' + player)); }
std::string label_number(Player player) { return fmt::format("label number {}", player); }

TEST(SeedingReport, ASmallTreeIsALine) {
  EXPECT_EQ(seeding_text(error_correcting(5, 2), letter, 80), "  [[c, d], [e, [a, b]]]\n");
  EXPECT_EQ(seeding_text(error_correcting(1, 1), letter, 80), "  a\n");
}

TEST(SeedingReport, WhatDoesNotFitALineIsIndented) {
  EXPECT_EQ(seeding_text(error_correcting(6, 1), letter, 16),
            "  6 meet\n"
            "    [e, f]\n"
            "    4 meet\n"
            "      [a, b]\n"
            "      [c, d]\n");
}

TEST(SeedingReport, OfManyPlayersTheFirstLevelsAreShown) {
  const std::string text = seeding_text(error_correcting(1000, 3), label_number, 80);
  EXPECT_NE(text.find("    512 meet\n"), std::string::npos) << text;
  EXPECT_NE(text.find("        128: label number "), std::string::npos) << text;
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_LE(util::display_width(line), 80U);
  EXPECT_EQ(count, 15U);
}

TEST(SeedingReport, LinesKeepToTheWidthWhateverTheNames) {
  for (const Player players : {2U, 7U, 26U, 64U, 65U, 300U}) {
    std::istringstream lines(seeding_text(
        error_correcting(players, 1), [](Player player) { return std::string(player % 50, 'x'); },
        80));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(util::display_width(line), 80U);
  }
}

TEST(SeedingReport, JsonIsTheTreeUpToAStatedSize) {
  EXPECT_EQ(seeding_json(error_correcting(5, 3), letter).dump(), R"([["c","d"],["e",["a","b"]]])");
  EXPECT_TRUE(seeding_json(error_correcting(kMaxInSeedingTree, 1), letter).is_array());
  EXPECT_TRUE(seeding_json(error_correcting(kMaxInSeedingTree + 1, 1), letter).is_null());
}

TEST(SeedingReport, AChainIsNoHarm) {
  std::vector<Seeding::Meeting> meetings{{0, 1}};
  constexpr Player kPlayers = 300000;
  for (Player p = 2; p < kPlayers; ++p) meetings.push_back({p, kPlayers + p - 2});
  const Schedule schedule = error_correcting(Seeding::tree(kPlayers, meetings), 1);
  EXPECT_NE(seeding_text(schedule, label_number, 80).find("299999 meet"), std::string::npos);
}

}  // namespace
}  // namespace ect::report
