// The paper's Section 7: what no tournament can avoid.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "ect/adversary.h"
#include "ect/bounds.h"
#include "ect/error.h"

namespace ect::tournament {
namespace {

// The formats in all sizes that they allow.
template <class Check>
void for_formats(const std::vector<std::string>& names, Player least, Player most, Check check) {
  for (Player k = least; k <= most; ++k) {
    for (const std::string& name : names) {
      SCOPED_TRACE(testing::Message() << name << ", " << k << " players");
      std::unique_ptr<Format> format;
      try {
        format = make_format(name, k);
      } catch (const Error&) {
        continue;  // too few players for it
      }
      check(*format);
    }
  }
}

const std::vector<std::string> kBoundedFormats = {
    "single",  "best-of-3", "best-of-7", "ect:1",         "ect:2",         "ect:3",
    "ect:4",   "ect:5",     "ect:8",     "ect:13",        "elimination:2", "elimination:3",
    "swiss:1", "swiss:3",   "swiss:5",   "elimination:6", "round-robin"};

TEST(LowerBounds, TheParityAdversaryForcesARatioOfTwoInEveryFormat) {
  for_formats(kBoundedFormats, 3, 40, [](const Format& format) {
    for (const auto& [i, j] : {std::pair(0U, 1U), {0U, 2U}, {2U, 1U}}) {
      EXPECT_GE(parity_adversary(format, i, j).ratio(), 2);
    }
  });
}

TEST(LowerBounds, TheParityAdversaryLetsItsTwoPlayersWinInTurn) {
  // 0 and 1 meet first, in a best of five: 0, 1, 0, 1, 0. Then 0 beats 2 three times.
  const Forced forced = parity_adversary(*make_format("best-of-5", 3), 0, 1);
  EXPECT_EQ(forced.champion, 0U);
  EXPECT_EQ(forced.best, 1U);
  EXPECT_EQ(forced.turned, 3U);
  EXPECT_EQ(forced.rounds, 8U);
}

TEST(LowerBounds, TheFixedRoundsAdversaryForcesTheLemmasRatioWhereItApplies) {
  for_formats(kBoundedFormats, 3, 60, [](const Format& format) {
    const Player k = format.players();
    const Forced forced = fixed_rounds_adversary(format);
    EXPECT_NE(forced.best, forced.champion);
    if (k <= 4 && format.most_rounds() == 2) {
      // Too few whole rounds: one game of two turned is a ratio of 2.
      EXPECT_EQ(forced.ratio(), 2);
    } else {
      EXPECT_GE(forced.ratio(), 3 - 2.0 / k - 1e-12);
    }
  });
}

TEST(LowerBounds, ApplyExactlyWhereBoundsSaySo) {
  for (Player k = 3; k <= 40; ++k) {
    for (std::uint32_t m = 1; m <= 12; ++m) {
      const Bound lemma = bounds(k, m).lower_bound_fixed_rounds;
      const double ratio =
          fixed_rounds_adversary(*make_format("ect:" + std::to_string(m), k)).ratio();
      EXPECT_EQ(lemma.has_value(), ratio >= 3 - 2.0 / k - 1e-12) << k << " " << m;
    }
  }
}

TEST(LowerBounds, AgainstAnErrorCorrectingTournamentTheParityAdversaryTurnsAtLeastMGames) {
  for (const Player k : {8U, 64U, 1000U}) {
    for (const std::uint32_t m : {2U, 8U, 20U}) {
      const auto format = make_format("ect:" + std::to_string(m), k);
      EXPECT_GE(parity_adversary(*format, 0, 1).turned, m);
    }
  }
}

}  // namespace
}  // namespace ect::tournament
