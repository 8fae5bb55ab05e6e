// Counting tournaments: equal to the reference table and to built schedules.
#include "ect/count.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/schedule.h"
#include "tests/helpers/patterns.h"
#include "tests/helpers/places.h"
#include "tests/helpers/shared_data.h"

namespace ect::tournament {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Count, IsExactlyTheReferenceForEverySizeInIt) {
  std::ifstream file(source_path("tests/files/depth.csv"));
  ASSERT_TRUE(file);
  std::string line;
  std::getline(file, line);
  ASSERT_EQ(line,
            "players,eliminations,first_phase_matches,all_matches,first_phase_rounds,"
            "finals_importance_depth,importance_depth");
  int sizes = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::vector<std::uint64_t> value;
    for (std::string field; std::getline(fields, field, ',');) value.push_back(std::stoull(field));
    ASSERT_EQ(value.size(), 7U);
    SCOPED_TRACE(line);
    const Counts counts = count_error_correcting(value[0], value[1]);
    EXPECT_TRUE(counts.first_phase_matches == value[2]);
    EXPECT_TRUE(counts.matches == value[3]);
    EXPECT_EQ(counts.first_phase_rounds, value[4]);
    EXPECT_EQ(counts.finals_importance_depth, value[5]);
    EXPECT_EQ(counts.importance_depth, value[6]);
    ++sizes;
  }
  EXPECT_EQ(sizes, 291);
}

TEST(Count, TheReferenceKeptHereIsTheSharedOne) {
  ECT_NEEDS_FILE(shared, shared_file("reference/depth.csv"));
  EXPECT_EQ(text_of(source_path("tests/files/depth.csv")), text_of(shared));
}

TEST(Count, IsTheBuiltSchedule) {
  for (Player k = 1; k <= 130; ++k) {
    for (std::uint32_t m = 1; m <= 15; ++m) {
      SCOPED_TRACE(testing::Message() << k << " players, " << m << " eliminations");
      const Counts counts = count_error_correcting(k, m);
      const Schedule schedule = error_correcting(k, m);
      ASSERT_TRUE(counts.matches == schedule.matches());
      ASSERT_TRUE(counts.first_phase_matches == schedule.first_phase_matches());
      ASSERT_EQ(counts.first_phase_rounds, schedule.first_phase_rounds());
      ASSERT_EQ(counts.finals_levels, schedule.rounds() - schedule.first_phase_rounds());
      // Depths of the finals from the schedule's own needs, along the longest way.
      std::vector<std::uint64_t> depth(schedule.matches(), 0);
      std::vector<std::uint64_t> games(schedule.matches(), 0);
      for (std::uint32_t n = schedule.first_phase_matches(); n < schedule.matches(); ++n) {
        const Match match = schedule.match(n);
        for (const Entrant& entrant : {match.left, match.right}) {
          if (entrant.from == From::kPlayer) continue;
          depth[n] = std::max(depth[n], depth[entrant.index]);
          games[n] = std::max(games[n], games[entrant.index]);
        }
        depth[n] += match.weight();
        games[n] += match.left_needs + match.right_needs - 1;
      }
      if (m > 1) {
        ASSERT_EQ(depth.back(), counts.finals_importance_depth);
        ASSERT_EQ(games.back(), counts.finals_most_games);
      }
    }
  }
}

TEST(Count, OfASeededScheduleHasTheRoundsOfItsTree) {
  EXPECT_EQ(count(error_correcting(16, 3)).importance_depth,
            count_error_correcting(16, 3).importance_depth);
  const Schedule deep = error_correcting(ladder(16), 3);  // bracket 1 alone takes 15 rounds
  const Counts counts = count(deep);
  EXPECT_EQ(counts.first_phase_rounds, deep.first_phase_rounds());
  EXPECT_GE(counts.first_phase_rounds, 15U);
  EXPECT_EQ(counts.importance_depth, counts.first_phase_rounds + 3);
  EXPECT_TRUE(counts.matches == deep.matches());
}

TEST(Count, BracketsCloseInTheSameRoundsWhateverComesAfterThem) {
  const std::vector<std::uint64_t> closing = closing_rounds(1000, 40);
  for (std::uint64_t m = 1; m <= 40; ++m) {
    EXPECT_EQ(closing[m - 1], count_error_correcting(1000, m).first_phase_rounds);
  }
}

TEST(Count, GoesToTwoToThe62nd) {
  const Counts counts = count_error_correcting(kMaxCountedPlayers, 248);
  EXPECT_TRUE(counts.first_phase_matches == (WideCount{kMaxCountedPlayers} - 1) * 248);
  EXPECT_EQ(closing_rounds(kMaxCountedPlayers, 1).back(), 62U);
}

TEST(Count, EightPlayersThreeEliminationsIsShallowerThanTheBracketedKind) {
  EXPECT_EQ(count_error_correcting(8, 3).importance_depth, 10U);
  EXPECT_EQ(count_bracketed_elimination(8, 3).importance_depth, 12U);
}

TEST(Count, RefusesWhatItCannotCount) {
  EXPECT_THROW(count_error_correcting(0, 1), Error);
  EXPECT_THROW(count_error_correcting(1, 0), Error);
  EXPECT_THROW(count_error_correcting(kMaxCountedPlayers + 1, 1), Error);
  EXPECT_THROW(count_error_correcting(2, kMaxCountedEliminations + 1), Error);
  EXPECT_NO_THROW(count_error_correcting(2, kMaxCountedEliminations));
  EXPECT_THROW(count_bracketed_elimination(3, 4), Error);
}

}  // namespace
}  // namespace ect::tournament
