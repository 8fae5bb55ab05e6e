// What a format says of itself, for every line of the table of formats.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "ect/adversary.h"
#include "ect/count.h"
#include "ect/error.h"
#include "ect/format.h"
#include "ect/random.h"
#include "ect/tournament.h"

namespace ect::tournament {
namespace {

// A name of that kind; the same for all numbers if the pattern has none.
std::string name_of(const FormatKind& kind, std::uint32_t number) {
  std::string name(kind.pattern);
  const auto capital = [](char c) { return c >= 'A' && c <= 'Z'; };
  const auto letter = std::find_if(name.begin(), name.end(), capital);
  if (letter == name.end()) return name;
  return name.replace(letter, letter + 1, std::to_string(number));
}

// Every kind with every small number in every small size that it allows.
template <class Check>
void for_formats(std::uint32_t most, Player most_players, Check check) {
  for (const FormatKind& kind : format_kinds()) {
    for (std::uint32_t number = 1; number <= most; ++number) {
      const std::string name = name_of(kind, number);
      for (Player k = 1; k <= most_players; ++k) {
        SCOPED_TRACE(testing::Message() << name << ", " << k << " players");
        std::unique_ptr<Format> format;
        try {
          format = make_format(name, k);
        } catch (const Error&) {
          continue;  // an even best-of-N, or too few players for it
        }
        check(name, *format);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

Referee random_results(std::uint64_t seed) {
  return [random = Random(seed)](const Pairing& game) mutable {
    return random.chance(0.5) ? game.first : game.second;
  };
}

TEST(FormatAnswers, EveryKindCanBeMadeAndIsNamedInListsAndErrors) {
  std::string error;
  try {
    make_format("foo", 8);
  } catch (const Error& unknown) {
    error = unknown.what();
  }
  EXPECT_EQ(error,
            "unknown tournament 'foo' (expected single, best-of-N, elimination:M, ect:M, "
            "ect:M:majority, swiss:R, round-robin or independent:T)");
  for (const FormatKind& kind : format_kinds()) {
    EXPECT_EQ(make_format(name_of(kind, 3), 8)->players(), 8U);
    EXPECT_NE(error.find(kind.pattern), std::string::npos) << kind.pattern;
    EXPECT_NE(format_list().find(kind.pattern), std::string::npos) << kind.pattern;
    EXPECT_THROW(make_format(name_of(kind, 3), kind.max_players + 1), Error) << kind.pattern;
  }
}

TEST(FormatAnswers, TheNameOfAFormatMakesItAgain) {
  for_formats(9, 12, [](const std::string& name, const Format& format) {
    ASSERT_EQ(format.name(), name);
    const auto again = make_format(format.name(), format.players());
    ASSERT_EQ(again->name(), name);
    ASSERT_EQ(again->games().most, format.games().most);
    ASSERT_EQ(again->most_rounds(), format.most_rounds());
  });
}

void expect_within(const Format& format, std::uint64_t games, std::uint64_t rounds) {
  ASSERT_GE(games, format.games().least);
  ASSERT_LE(games, format.games().most);
  ASSERT_LE(rounds, format.most_rounds());
}

// All possible results of the remaining games.
void try_every_course(const Format& format, const FormatPlay& play, std::uint64_t games,
                      std::uint64_t rounds) {
  const std::vector<Pairing> round = play.next_round();
  if (round.empty()) {
    expect_within(format, games, rounds);
    return;
  }
  std::vector<Player> winners(round.size());
  for (std::uint32_t pattern = 0; pattern < 1U << round.size(); ++pattern) {
    for (std::size_t i = 0; i < round.size(); ++i) {
      winners[i] = (pattern >> i & 1) != 0 ? round[i].first : round[i].second;
    }
    const auto next = play.clone();
    next->finish_round(winners);
    try_every_course(format, *next, games + round.size(), rounds + 1);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(FormatAnswers, NoCourseOfASmallFormatLeavesItsGamesAndRounds) {
  int tried = 0;
  for_formats(4, 6, [&](const std::string&, const Format& format) {
    if (format.games().most > 12) return;
    ++tried;
    try_every_course(format, *format.start(), 0, 0);
  });
  EXPECT_GT(tried, 50);
}

TEST(FormatAnswers, RandomCoursesKeepToTheGamesAndRounds) {
  for_formats(6, 19, [&](const std::string&, const Format& format) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Course course = run(format, random_results(seed));
      expect_within(format, course.games, course.rounds);
    }
  });
}

// Plays a schedule game by game, the first that can be played first.
Course play_schedule(Schedule schedule, const Referee& referee) {
  Tournament tournament(std::move(schedule));
  Course course;
  while (!tournament.over()) {
    const Game game = tournament.playable().front();
    const bool left = referee({game.left, game.right}) == game.left;
    tournament.record(game.match, left ? Side::kLeft : Side::kRight);
    ++course.games;
  }
  course.champion = *tournament.champion();
  return course;
}

TEST(FormatAnswers, TheScheduleAgreesWithTheFormat) {
  int scheduled = 0;
  for_formats(9, 20, [&](const std::string&, const Format& format) {
    const std::optional<Schedule> listed = format.schedule(std::nullopt);
    ASSERT_EQ(listed.has_value(), format.scheduled_matches().has_value());
    if (!listed) return;
    ++scheduled;
    ASSERT_EQ(listed->matches(), format.scheduled_matches());
    ASSERT_EQ(std::uint64_t{listed->eliminations()} * listed->games_to_win(),
              format.games_to_unseat());
    const std::uint64_t series = 2 * std::uint64_t{listed->games_to_win()} - 1;
    ASSERT_EQ(series * listed->first_phase_rounds() + count(*listed).finals_importance_depth,
              format.importance_depth());
    // The order of the games is another one, so results depend on the pair alone.
    for (Player shift = 0; shift < 3; ++shift) {
      const Referee referee = [shift](const Pairing& game) {
        const Player low = std::min(game.first, game.second);
        return (game.first + game.second) % 3 == shift ? low : game.other(low);
      };
      const Course course = run(format, referee);
      const Course other = play_schedule(*listed, referee);
      ASSERT_EQ(other.champion, course.champion);
      ASSERT_EQ(other.games, course.games);
      const Course drawn = play_schedule(*format.schedule(shift), referee);
      expect_within(format, drawn.games, 0);
    }
  });
  EXPECT_GT(scheduled, 100);
}

TEST(FormatAnswers, WithstandsWhatItSaysAndNoMore) {
  int tried = 0;
  for_formats(4, 5, [&](const std::string&, const Format& format) {
    const std::optional<std::uint64_t> unseated = format.games_to_unseat();
    ASSERT_EQ(unseated.has_value(), format.guarantee() != Guarantee::kNone);
    if (!unseated) {
      ASSERT_FALSE(format.withstands());
      return;
    }
    ASSERT_EQ(format.withstands(), *unseated - 1);
    if (format.players() == 1 || format.games().most > 14) return;
    ++tried;
    Ranks ranks(format.players());
    std::iota(ranks.begin(), ranks.end(), Player{0});
    Random random(format.players());
    for (int draw = 0; draw < 3; ++draw) {
      random.shuffle(std::span(ranks));
      ASSERT_FALSE(fewest_turned_games(format, ranks, *format.withstands()));
      ASSERT_TRUE(fewest_turned_games(format, ranks, *unseated));
    }
  });
  EXPECT_GT(tried, 30);
}

TEST(FormatAnswers, WhereLossesCountEverybodyElseHasLostEnough) {
  for_formats(6, 19, [](const std::string&, const Format& format) {
    if (format.guarantee() != Guarantee::kLosses) return;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      std::vector<std::uint64_t> losses(format.players(), 0);
      const Referee results = random_results(seed);
      const Course course = run(format, [&](const Pairing& game) {
        const Player winner = results(game);
        ++losses[game.other(winner)];
        return winner;
      });
      for (Player p = 0; p < format.players(); ++p) {
        ASSERT_TRUE(p == course.champion || losses[p] >= *format.games_to_unseat());
      }
    }
  });
}

}  // namespace
}  // namespace ect::tournament
