// Schedules to words and back, and what becomes of words that somebody has changed.
#include "tournament/pack.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "ect/error.h"
#include "ect/random.h"
#include "ect/walk.h"

namespace ect::tournament {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::size_t kHead = 4;  // players, eliminations, games to win, ranges

std::uint32_t word(From from, std::uint32_t index) {
  return static_cast<std::uint32_t>(from) << 30 | index;
}

// Nothing where the words are refused as those of a damaged model.
std::optional<Schedule> unpacked(const Words& words) {
  try {
    return unpack_schedule(words);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kModelFormat) << error.what();
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos);
    return std::nullopt;
  }
}

void expect_same_match(const Schedule& a, const Schedule& b, std::uint32_t n) {
  const Match left = a.match(n);
  const Match right = b.match(n);
  ASSERT_EQ(left.left, right.left);
  ASSERT_EQ(left.right, right.right);
  ASSERT_EQ(left.bracket, right.bracket);
  ASSERT_EQ(left.round, right.round);
  ASSERT_EQ(left.left_needs, right.left_needs);
  ASSERT_EQ(left.right_needs, right.right_needs);
  ASSERT_EQ(a.winner_goes(n), b.winner_goes(n));
  ASSERT_EQ(a.loser_goes(n), b.loser_goes(n));
  ASSERT_EQ(a.is_bracket_final(n), b.is_bracket_final(n));
}

void expect_same(const Schedule& a, const Schedule& b) {
  ASSERT_EQ(a.players(), b.players());
  ASSERT_EQ(a.eliminations(), b.eliminations());
  ASSERT_EQ(a.games_to_win(), b.games_to_win());
  ASSERT_EQ(a.matches(), b.matches());
  ASSERT_EQ(a.first_phase_matches(), b.first_phase_matches());
  ASSERT_EQ(a.rounds(), b.rounds());
  ASSERT_EQ(a.first_phase_rounds(), b.first_phase_rounds());
  ASSERT_EQ(a.champion(), b.champion());
  for (std::uint32_t n = 0; n < a.matches(); ++n) expect_same_match(a, b, n);
  for (std::uint32_t round = 1; round <= a.rounds(); ++round) {
    ASSERT_EQ(a.round(round).first, b.round(round).first);
    ASSERT_EQ(a.round(round).last, b.round(round).last);
  }
  for (Player p = 0; p < a.players(); ++p) ASSERT_EQ(a.player_starts(p), b.player_starts(p));
  for (std::uint32_t bracket = 1; bracket <= a.eliminations(); ++bracket) {
    ASSERT_EQ(a.title(bracket), b.title(bracket));
    ASSERT_EQ(a.title_goes(bracket), b.title_goes(bracket));
  }
}

// Both walks end, at the same player of those that are there, whoever wins.
void expect_walks_agree(const Schedule& schedule, Random& random) {
  std::vector<Side> answers(schedule.matches());
  for (int pattern = 0; pattern < 8; ++pattern) {
    for (Side& side : answers) side = random.chance(0.5) ? Side::kLeft : Side::kRight;
    std::uint32_t questions = 0;
    const Player champion = descend(schedule, [&](std::uint32_t match) {
      ++questions;
      return answers.at(match);
    });
    ASSERT_LE(questions, schedule.rounds());
    ASSERT_LT(champion, schedule.players());
    const Played played =
        play(schedule, [&](std::uint32_t match, Player, Player) { return answers.at(match); });
    ASSERT_EQ(played.champion, champion);
  }
}

TEST(Pack, EverySmallScheduleComesBackAsItWas) {
  for (Player k = 2; k <= 20; ++k) {
    for (std::uint32_t m = 1; m <= 6; ++m) {
      for (const Seeding& seeding :
           {Seeding::listed(k), Seeding::ranked(k), Seeding::random(k, m)}) {
        SCOPED_TRACE(testing::Message() << k << " players, " << m << " eliminations");
        const Schedule schedule = error_correcting(seeding, m);
        const Words words = pack(schedule);
        ASSERT_NO_FATAL_FAILURE(expect_same(unpack_schedule(words), schedule));
        ASSERT_EQ(pack(unpack_schedule(words)), words);
      }
    }
  }
}

TEST(Pack, LargerSchedulesAndSeriesComeBackToo) {
  Random random(11);
  for (int i = 0; i < 30; ++i) {
    const auto k = static_cast<Player>(2 + random.below(500));
    const auto m = static_cast<std::uint32_t>(1 + random.below(12));
    SCOPED_TRACE(testing::Message() << k << " players, " << m << " eliminations");
    const Schedule schedule = error_correcting(Seeding::random(k, random.next()), m);
    ASSERT_NO_FATAL_FAILURE(expect_same(unpack_schedule(pack(schedule)), schedule));
    const Schedule series = single_elimination(k, 1 + m);
    ASSERT_NO_FATAL_FAILURE(expect_same(unpack_schedule(pack(series)), series));
  }
}

TEST(Pack, OneChangedWordIsRefusedOrStillATournament) {
  Random random(5);
  int refused = 0;
  int taken = 0;
  for (const auto& [k, m] : {std::pair(2U, 1U), {2U, 3U}, {3U, 2U}, {5U, 2U}, {7U, 4U}, {9U, 1U}}) {
    const Words words = pack(error_correcting(k, m));
    const std::uint32_t matches = (k - 1) * m;
    for (std::size_t i = 0; i < words.size(); ++i) {
      Words bad = {0, 1, words[i] + 1, words[i] - 1, 1U << 30, 1U << 31, 0xffffffff};
      for (std::uint32_t n = 0; n <= matches; ++n) {
        bad.insert(bad.end(), {word(From::kWinnerOf, n), word(From::kLoserOf, n), n});
      }
      for (const std::uint32_t value : bad) {
        if (value == words[i]) continue;
        SCOPED_TRACE(testing::Message() << k << ',' << m << ": word " << i << " is " << value);
        Words changed = words;
        changed[i] = value;
        const std::optional<Schedule> schedule = unpacked(changed);
        ++(schedule ? taken : refused);
        if (schedule) {
          ASSERT_NO_FATAL_FAILURE(expect_walks_agree(*schedule, random));
        }
      }
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(taken, 0);  // another number of games, or a title from another match of its bracket
}

TEST(Pack, TwoEntrantsThatChangePlacesAreRefusedOrStillATournament) {
  Random random(6);
  for (const auto& [k, m] : {std::pair(4U, 2U), {6U, 3U}}) {
    const Words words = pack(error_correcting(k, m));
    for (std::size_t i = kHead; i < words.size(); ++i) {
      for (std::size_t j = i + 1; j < words.size(); ++j) {
        Words changed = words;
        std::swap(changed[i], changed[j]);
        const std::optional<Schedule> schedule = unpacked(changed);
        if (schedule) {
          ASSERT_NO_FATAL_FAILURE(expect_walks_agree(*schedule, random));
        }
      }
    }
  }
}

TEST(Pack, EveryCutAndEveryWordTooManyIsRefused) {
  for (const auto& [k, m] : {std::pair(2U, 1U), {3U, 2U}, {8U, 3U}}) {
    Words words = pack(error_correcting(k, m));
    for (std::size_t size = 0; size < words.size(); ++size) {
      EXPECT_FALSE(unpacked(Words(words.begin(), words.begin() + static_cast<int>(size)))) << size;
    }
    words.push_back(0);
    EXPECT_FALSE(unpacked(words));
  }
}

TEST(Pack, MatchesThatWaitForEachOtherAreRefused) {
  // Two brackets of two players: match 0 in round 1, match 1 in round 2.
  const Words good = pack(error_correcting(2, 2));
  const std::size_t entrants = kHead + std::size_t{3} * good[kHead - 1];
  ASSERT_TRUE(unpacked(good));
  for (const From from : {From::kWinnerOf, From::kLoserOf}) {
    Words itself = good;
    itself[entrants] = word(from, 0);
    EXPECT_FALSE(unpacked(itself));
    Words later = good;
    later[entrants] = word(from, 1);
    EXPECT_FALSE(unpacked(later));
  }
  // Four players: a match of round 1 that waits for its neighbour in the same round.
  Words neighbour = pack(single_elimination(4));
  neighbour[kHead + 6 + 2] = word(From::kWinnerOf, 0);
  EXPECT_FALSE(unpacked(neighbour));
}

TEST(Pack, CountsBeyondTheWordsAreRefusedBeforeMemoryIsTaken) {
  const Words good = pack(error_correcting(3, 2));
  for (std::size_t i = 0; i < kHead; ++i) {
    if (i == 2) continue;  // games to win may be many
    for (const std::uint32_t huge : {1U << 20, 1U << 30, (1U << 31) + 1, 0xffffffffU}) {
      Words words = good;
      words[i] = huge;
      EXPECT_FALSE(unpacked(words)) << i << ' ' << huge;
    }
  }
  EXPECT_FALSE(unpacked({0xffffffff, 0xffffffff, 1, 0xffffffff}));
  EXPECT_FALSE(unpacked(pack(error_correcting(1, 1))));  // fewer than two players
}

}  // namespace
}  // namespace ect::tournament
