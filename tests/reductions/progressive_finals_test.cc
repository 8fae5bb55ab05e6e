// Finals that are trained online, settled by what they answered to new examples.
#include "reductions/contested/progressive_finals.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "ect/seeding.h"
#include "reductions/contested/contested.h"
#include "reductions/reductions.h"

namespace ect::reductions {
namespace {

constexpr std::uint32_t kLabels = 40;

std::unique_ptr<ContestedReduction> online_finals() {
  return ContestedReduction::online(
      TournamentReduction(error_correcting(Seeding::random(kLabels, 1), 1), Routing::kFiltered), 0);
}

// Two contenders: the path prefers the first, the scores the second. The first is right with the
// probability `path_is_right`, else the second.
void add_answers(ProgressiveFinals& finals, std::size_t count, double path_is_right,
                 std::uint64_t seed = 1) {
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    ProgressiveFinals::Answer answer;
    answer.strengths = {{-1, -0.7F}, {1, -0.8F}};
    answer.by_path = 2;
    answer.right = random.chance(path_is_right) ? 0 : 1;
    answer.outside = 0.01;
    finals.add(answer);
  }
}

TEST(ProgressiveFinals, ScoresAreKeptWhereTheyHaveFewerMistakes) {
  const auto reduction = online_finals();
  ProgressiveFinals finals(*reduction);
  add_answers(finals, 1000, 0.2);
  const auto settled = finals.settled();
  EXPECT_EQ(settled->online_scores(), kLabels);
  EXPECT_EQ(settled->problems(), 2 * kLabels - 1);
  EXPECT_NE(settled->finals().find("contested by joint"), std::string::npos) << settled->finals();
}

TEST(ProgressiveFinals, PathsAloneAreKeptWhereScoresGainNothing) {
  for (const double path_is_right : {0.8, 0.5}) {
    const auto reduction = online_finals();
    ProgressiveFinals finals(*reduction);
    add_answers(finals, 1000, path_is_right);
    const auto settled = finals.settled();
    EXPECT_EQ(settled->online_scores(), 0U) << path_is_right;
    EXPECT_EQ(settled->problems(), kLabels - 1);
    EXPECT_NE(settled->finals().find("contested by paths"), std::string::npos);
  }
}

TEST(ProgressiveFinals, AGainWithinItsStandardErrorIsNone) {
  const auto reduction = online_finals();
  ProgressiveFinals finals(*reduction);
  // 12 of 24 differ: the difference is 0 and its standard error 5; then scores win 8 more times.
  for (int i = 0; i < 24; ++i) add_answers(finals, 1, i % 2);
  EXPECT_EQ(finals.settled()->online_scores(), 0U);
  add_answers(finals, 8, 0);
  EXPECT_EQ(finals.settled()->online_scores(), kLabels);
}

TEST(ProgressiveFinals, WithoutAnswersFinalsStayAsTheyAre) {
  const auto reduction = online_finals();
  EXPECT_EQ(ProgressiveFinals(*reduction).settled()->stored(), reduction->stored());
}

TEST(ProgressiveFinals, OnlyTheLastAnswersTell) {
  const auto reduction = online_finals();
  ProgressiveFinals finals(*reduction);
  add_answers(finals, 5000, 1);
  EXPECT_EQ(finals.settled()->online_scores(), 0U);
  add_answers(finals, 4096, 0.1);
  ProgressiveFinals late(*reduction);
  add_answers(late, 4096, 0.1);
  EXPECT_EQ(finals.settled()->stored(), late.settled()->stored());
}

TEST(ProgressiveFinals, GoOnFromACheckpoint) {
  for (const std::size_t before : {0U, 100U, 5000U}) {
    const auto reduction = online_finals();
    ProgressiveFinals whole(*reduction);
    add_answers(whole, before, 0.3);
    util::ByteWriter to;
    whole.save(to);
    ProgressiveFinals restored(*reduction);
    util::ByteReader from(to.bytes(), "checkpoint");
    restored.restore(from);
    from.expect_end();
    add_answers(whole, 700, 0.4, 2);
    add_answers(restored, 700, 0.4, 2);
    EXPECT_EQ(restored.settled()->stored(), whole.settled()->stored());
  }
}

TEST(ProgressiveFinals, SettledFinalsAreStoredAndLoaded) {
  for (const double path_is_right : {0.1, 0.8}) {
    const auto reduction = online_finals();
    ProgressiveFinals finals(*reduction);
    add_answers(finals, 600, path_is_right);
    const auto settled = finals.settled();
    const auto loaded = reduction_named("ect").load_contested(settled->stored(), kLabels);
    EXPECT_EQ(loaded->stored(), settled->stored());
    EXPECT_EQ(loaded->finals(), settled->finals());
    std::vector<std::uint32_t> damaged = settled->stored();
    if (path_is_right < 0.5) {
      damaged[9] += 2 * 5;  // flags of joint finals: more than all of the path would not count
      EXPECT_THROW(reduction_named("ect").load_contested(damaged, kLabels), Error);
    }
  }
}

TEST(ProgressiveFinals, DamagedAnswersAreRefused) {
  const auto reduction = online_finals();
  ProgressiveFinals finals(*reduction);
  add_answers(finals, 1, 0);
  util::ByteWriter to;
  finals.save(to);
  std::vector<std::byte> bytes(to.bytes().begin(), to.bytes().end());
  bytes[sizeof(Mixture) + sizeof(std::uint64_t) + 2] = std::byte{1};  // 65538 contenders
  util::ByteReader from(bytes, "checkpoint");
  EXPECT_THROW(finals.restore(from), Error);
}

}  // namespace
}  // namespace ect::reductions
