// Large sizes: memory and time for millions of matches.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "ect/count.h"
#include "ect/random.h"
#include "ect/schedule.h"
#include "ect/walk.h"

namespace ect::model {
namespace {

TEST(Large, AMillionPlayersWithTwentyEliminationsFitInAGibibyte) {
  const Schedule schedule = error_correcting(1'048'576, 20);
  EXPECT_EQ(schedule.matches(), 1'048'575U * 20 + 19);
  EXPECT_LT(static_cast<double>(schedule.bytes()), 16.01 * schedule.matches());
  const Counts counts = count_error_correcting(1'048'576, 20);
  EXPECT_EQ(schedule.first_phase_rounds(), counts.first_phase_rounds);
  EXPECT_EQ(schedule.rounds(), counts.first_phase_rounds + counts.finals_levels);
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    std::uint32_t questions = 0;
    const Player champion = descend(schedule, [&](std::uint32_t n) {
      ++questions;
      return Random(seed, n).chance(0.5) ? Side::kLeft : Side::kRight;
    });
    EXPECT_LT(champion, schedule.players());
    EXPECT_LE(questions, schedule.rounds());
  }
  rusage usage{};
  ASSERT_EQ(getrusage(RUSAGE_SELF, &usage), 0);
  EXPECT_LT(usage.ru_maxrss, 1024 * 1024);  // KiB
}

TEST(Large, DescendIsPlayOverTwoHundredThousandMatches) {
  const Schedule schedule = error_correcting(Seeding::random(10'000, 9), 20);
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const auto answer = [&](std::uint32_t n) {
      return Random(seed, n).chance(0.5) ? Side::kLeft : Side::kRight;
    };
    const Played played =
        play(schedule, [&](std::uint32_t n, Player, Player) { return answer(n); });
    EXPECT_EQ(descend(schedule, answer), played.champion);
  }
}

}  // namespace
}  // namespace ect::model
