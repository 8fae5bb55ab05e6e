// Selections: the guarantee under wrong answers, numbers of games, and judges in turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "ect/error.h"
#include "ect/format.h"
#include "ect/random.h"
#include "ect/select.h"
#include "tests/helpers/select_helpers.h"

namespace ect::selection {
namespace {

const std::vector<std::string> kFormats = {
    "single",         "best-of-3",      "elimination:2", "elimination:3", "ect:1",
    "ect:2",          "ect:3",          "ect:5",         "swiss:5",       "round-robin",
    "ect:3:majority", "ect:5:majority", "independent:3"};

bool fits(const std::string& format, Player items) {
  if (format.starts_with("elimination:")) return items >= Player(format.back() - '0');
  return format != "swiss:5" || items == 1 || items - 1 + items % 2 >= 5;
}

TEST(Selection, ThePerfectJudgesBestWinsInEveryFormat) {
  for (const std::string& format : kFormats) {
    for (Player items = 1; items <= 20; ++items) {
      if (!fits(format, items)) continue;
      for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        const Selection done = select(items, smaller_wins, {.tournament = format, .seed = seed});
        ASSERT_TRUE(done.over());
        ASSERT_EQ(done.champion(), 0U) << format << ' ' << items;
        ASSERT_EQ(done.leader(), 0U);
      }
    }
  }
}

TEST(Selection, TakesAsManyGamesAsThePlanSays) {
  for (const std::string& format : kFormats) {
    for (Player items = 1; items <= 17; ++items) {
      if (!fits(format, items)) continue;
      const SelectionPlan plan = plan_selection(items, format);
      for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        // Some always by the same rule, which makes short finals; some by lot.
        Random random(seed);
        const JudgeFunction judge = [&](const Question& question) {
          if (seed <= 3) return smaller_wins(question);
          return random.chance(0.5) ? Verdict::kFirst : Verdict::kSecond;
        };
        const Selection done = select(items, judge, {.tournament = format, .seed = seed});
        ASSERT_GE(done.games().size(), plan.least_games) << format << ' ' << items;
        ASSERT_LE(done.games().size(), plan.most_games) << format << ' ' << items;
        ASSERT_LE(done.round(), plan.most_rounds) << format << ' ' << items;
      }
    }
  }
}

// Who answers one question after the other, the earliest first, is told the round of each, also
// where games of later rounds are open beside it.
TEST(Selection, TheRoundIsThatOfTheGameWhichIsAskedNext) {
  std::uint64_t later_ones = 0;
  for (const char* format : {"single", "best-of-3", "ect:2", "ect:3", "ect:5"}) {
    for (const Player items : {5U, 9U, 16U}) {
      const Schedule schedule = *make_format(format, items)->schedule(1);
      Selection selection(items, {.tournament = format});
      std::map<QuestionKey, Question> open;
      while (!selection.over()) {
        while (const auto question = selection.next()) open.emplace(question->key, *question);
        const Question question = open.begin()->second;
        if (question.key.match < schedule.first_phase_matches()) {
          ASSERT_EQ(selection.round(), schedule.match(question.key.match).round) << format;
        } else {
          ASSERT_GT(selection.round(), schedule.first_phase_rounds()) << format;
        }
        const std::uint32_t last = open.rbegin()->first.match;
        if (last < schedule.first_phase_matches()) {
          later_ones += schedule.match(last).round > selection.round() ? 1 : 0;
        }
        open.erase(open.begin());
        selection.answer(question.key, smaller_wins(question), 0);
      }
    }
  }
  EXPECT_GT(later_ones, 0U);  // so the round that was opened last would not do
}

// Any m - 1 results turned, wherever they are: all ways for one, many for more.
TEST(Selection, TheBestWinsAlthoughEliminationsLessOneResultsAreWrong) {
  for (const Player items : {2U, 3U, 5U, 8U}) {
    const SelectionPlan plan = plan_selection(items, "ect:2");
    EXPECT_EQ(plan.withstands, 1U);
    for (std::uint64_t wrong = 0; wrong < plan.most_games; ++wrong) {
      std::uint64_t asked = 0;
      const Selection done =
          select(items,
                 [&](const Question& question) {
                   const Verdict right = smaller_wins(question);
                   if (asked++ != wrong) return right;
                   return right == Verdict::kFirst ? Verdict::kSecond : Verdict::kFirst;
                 },
                 {.tournament = "ect:2"});
      ASSERT_EQ(done.champion(), 0U) << items << " items, wrong: " << wrong;
      ASSERT_GE(*done.overturned_by(), 2U);
    }
  }
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    int left = 3;
    const Selection done =
        select(9,
               [&](const Question& question) {
                 const Verdict right = smaller_wins(question);
                 if (left == 0 || !random.chance(0.2)) return right;
                 --left;
                 return right == Verdict::kFirst ? Verdict::kSecond : Verdict::kFirst;
               },
               {.tournament = "ect:4", .seed = seed});
    ASSERT_EQ(done.champion(), 0U);
    ASSERT_GE(*done.overturned_by(), 4U);
  }
}

// The answer to a question depends on the question alone, ties and all; they come in any order.
TEST(Selection, DoesNotDependOnTheOrderOfAnswers) {
  for (const std::string& format : kFormats) {
    for (const bool both : {false, true}) {
      const SelectOptions options{
          .tournament = format, .seed = 7, .judges = 3, .both_orders = both};
      std::vector<SelectedGame> before;
      for (std::uint64_t shuffle = 0; shuffle < 10; ++shuffle) {
        Selection selection(11, options);
        Random random(shuffle);
        std::vector<Question> open;
        while (!selection.over()) {
          while (const auto question = selection.next()) open.push_back(*question);
          ASSERT_FALSE(open.empty());
          const std::size_t which = random.below(open.size());
          const Question question = open[which];
          open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
          selection.answer(question.key, drawn_verdict(question), question.judge);
        }
        EXPECT_TRUE(open.empty());
        std::vector<SelectedGame> games(selection.games().begin(), selection.games().end());
        std::sort(games.begin(), games.end(), [](const SelectedGame& a, const SelectedGame& b) {
          return std::pair(a.match, a.game) < std::pair(b.match, b.game);
        });
        if (shuffle == 0) before = games;
        EXPECT_EQ(games, before) << format;
      }
    }
  }
}

TEST(Selection, NobodyIsInTwoOpenGames) {
  Selection selection(37, {.tournament = "ect:3"});
  Random random(1);
  std::vector<Question> open;
  while (!selection.over()) {
    while (const auto question = selection.next()) open.push_back(*question);
    std::set<Player> busy;
    for (const Question& question : open) {
      EXPECT_TRUE(busy.insert(question.first).second);
      EXPECT_TRUE(busy.insert(question.second).second);
    }
    const std::size_t which = random.below(open.size());
    selection.answer(open[which].key, drawn_verdict(open[which]), 0);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
  }
}

TEST(Selection, ATieIsAskedSwappedThenOfAnotherJudgeThenACoinDecides) {
  Selection selection(2, {.tournament = "single", .judges = 2});
  const Question first = *selection.next();
  EXPECT_EQ(first.key, (QuestionKey{0, 1, 1}));
  EXPECT_FALSE(selection.next());
  selection.answer(first.key, Verdict::kTie, first.judge);
  const Question swapped = *selection.next();
  EXPECT_EQ(swapped.key, (QuestionKey{0, 1, 2}));
  EXPECT_EQ(swapped.first, first.second);
  EXPECT_EQ(swapped.second, first.first);
  EXPECT_EQ(swapped.judge, first.judge);
  selection.answer(swapped.key, Verdict::kAbstain, swapped.judge);
  const Question another = *selection.next();
  EXPECT_EQ(another.judge, 1 - first.judge);
  EXPECT_FALSE(selection.over());
  selection.answer(another.key, Verdict::kTie, another.judge);
  ASSERT_TRUE(selection.over());
  ASSERT_EQ(selection.games().size(), 1U);
  EXPECT_TRUE(selection.games()[0].coin);
  EXPECT_EQ(selection.coins(), 1U);
  EXPECT_EQ(selection.judges()[first.judge].ties, 1U);
  EXPECT_EQ(selection.judges()[first.judge].abstentions, 1U);
}

TEST(Selection, BothOrdersMustAgree) {
  for (const std::uint32_t judges : {1U, 2U}) {
    Selection selection(2, {.tournament = "single", .judges = judges, .both_orders = true});
    const Question one = *selection.next();
    const Question two = *selection.next();
    EXPECT_EQ(one.first, two.second);
    EXPECT_EQ(one.judge, two.judge);
    selection.answer(two.key, Verdict::kFirst,
                     two.judge);  // always the item shown first: no opinion
    selection.answer(one.key, Verdict::kFirst, one.judge);
    EXPECT_EQ(selection.judges()[one.judge].changed_mind, 1U);
    EXPECT_EQ(selection.over(), judges == 1);
    EXPECT_EQ(selection.coins(), judges == 1 ? 1U : 0U);
    if (judges == 1) continue;
    const Question three = *selection.next();
    const Question four = *selection.next();
    EXPECT_NE(three.judge, one.judge);
    selection.answer(three.key, Verdict::kSecond, three.judge);
    selection.answer(four.key, Verdict::kFirst, four.judge);
    EXPECT_TRUE(selection.over());
    EXPECT_EQ(selection.champion(), three.second);
    EXPECT_EQ(selection.coins(), 0U);
  }
}

TEST(Selection, CoinsAndOrderAreFair) {
  int coins = 0;
  int first = 0;
  for (std::uint64_t seed = 0; seed < 2000; ++seed) {
    const Selection tie = select(2, [](const Question&) { return Verdict::kTie; },
                                 {.tournament = "single", .seed = seed});
    coins += *tie.champion() == 0 ? 1 : 0;
    Selection order(2, {.tournament = "single", .seed = seed});
    first += order.next()->first == 0 ? 1 : 0;
  }
  EXPECT_NEAR(coins, 1000, 150);
  EXPECT_NEAR(first, 1000, 150);
}

// With three judges nobody is judged by one of them much more than by another, and of those who
// lost three games hardly anybody lost them all by one judge.
TEST(Selection, JudgesRotate) {
  int all_by_one = 0;
  int out = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Selection done =
        select(64, drawn_verdict, {.tournament = "ect:3", .seed = seed, .judges = 3});
    std::map<Player, std::map<std::uint32_t, int>> lost;
    std::map<Player, std::map<std::uint32_t, int>> games;
    for (const SelectedGame& game : done.games()) {
      if (game.coin) continue;
      ++lost[game.loser][game.judge];
      ++games[game.loser][game.judge];
      ++games[game.winner][game.judge];
    }
    for (const auto& [item, by] : lost) {
      int sum = 0;
      int most = 0;
      for (const auto& [judge, count] : by) {
        sum += count;
        most = std::max(most, count);
      }
      if (sum < 3) continue;
      ++out;
      all_by_one += most == sum ? 1 : 0;
    }
  }
  EXPECT_GT(out, 500);
  EXPECT_LT(all_by_one * 50, out);  // with a random choice it would be a ninth
}

TEST(Selection, JudgesWhoSayOtherwiseAreCounted) {
  // Judge 1 says the opposite of judge 0; the finals of ect:8 are series of the same pair.
  const Selection done = select(
      2,
      [](const Question& question) {
        const bool right = question.judge == 0;
        return (question.first < question.second) == right ? Verdict::kFirst : Verdict::kSecond;
      },
      {.tournament = "ect:4", .judges = 2});
  const std::vector<JudgeCount> judges = done.judges();
  EXPECT_GT(judges[0].shared, 0U);
  EXPECT_EQ(judges[0].shared, judges[0].disagreed);
  EXPECT_EQ(judges[1].shared, judges[1].disagreed);
}

TEST(Selection, AnswersThatWereNotAskedForAreRefused) {
  Selection selection(4, {.tournament = "ect:2"});
  EXPECT_THROW(selection.answer({0, 1, 1}, Verdict::kFirst, 0), Error);  // not given yet
  const Question question = *selection.next();
  EXPECT_TRUE(selection.waits_for(question.key));
  EXPECT_THROW(selection.answer(question.key, Verdict::kFirst, 1), Error);
  selection.answer(question.key, Verdict::kFirst, 0);
  EXPECT_FALSE(selection.waits_for(question.key));
  EXPECT_THROW(selection.answer(question.key, Verdict::kFirst, 0), Error);
  EXPECT_THROW(selection.answer({0, 1, 40}, Verdict::kFirst, 0), Error);
  EXPECT_THROW(selection.answer({99, 1, 1}, Verdict::kFirst, 0), Error);
}

TEST(Selection, WhatCannotBeIsRefused) {
  EXPECT_THROW(Selection(0, {}), Error);
  EXPECT_THROW(Selection(2, {.judges = 0}), Error);
  EXPECT_THROW(Selection(2, {.judges = 257}), Error);
  EXPECT_THROW(Selection(2, {.tournament = "knockout"}), Error);
  EXPECT_THROW(Selection(2, {.tournament = "ect:1000000000"}), Error);
  EXPECT_THROW(tournament_within(10, 8), Error);
}

TEST(Selection, OneItemIsTheBestOfOne) {
  for (const std::string format : {"single", "ect:3", "round-robin", "elimination:1"}) {
    Selection selection(1, {.tournament = format});
    EXPECT_TRUE(selection.over());
    EXPECT_FALSE(selection.next());
    EXPECT_EQ(selection.champion(), 0U);
  }
}

TEST(Selection, SizesComeFromWhatIsFearedOrPaid) {
  EXPECT_EQ(tournament_to_withstand(0), "ect:1");
  EXPECT_EQ(tournament_to_withstand(3), "ect:4");
  EXPECT_EQ(tournament_within(16, 15), "ect:1");
  for (const Player items : {2U, 16U, 100U}) {
    for (std::uint64_t budget = items; budget < 20 * items; budget += 3) {
      const std::string chosen = tournament_within(items, budget);
      EXPECT_LE(plan_selection(items, chosen).most_games, budget);
      const std::string next = "ect:" + std::to_string(std::stoi(chosen.substr(4)) + 1);
      EXPECT_GT(plan_selection(items, next).most_games, budget);
    }
  }
}

TEST(Selection, TitlesAreKnownAtTheEnd) {
  const Selection done = select(10, smaller_wins, {.tournament = "ect:3"});
  ASSERT_EQ(done.titles().size(), 3U);
  for (const auto& title : done.titles()) EXPECT_EQ(title, 0U);
  EXPECT_TRUE(select(10, smaller_wins, {.tournament = "round-robin"}).titles().empty());
  EXPECT_FALSE(select(10, smaller_wins, {.tournament = "swiss:4"}).overturned_by());
}

}  // namespace
}  // namespace ect::selection
