// What a selection counts: coins and why they were tossed, who is still in, questions.
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "ect/select.h"
#include "tests/helpers/select_helpers.h"

namespace ect::selection {
namespace {

// Both are coins; a reader must know which of them a judge has looked at.
TEST(SelectionCounts, CoinsAfterTiesAndCoinsWithoutAnAnswerAreCountedApart) {
  const auto played = [](Verdict first, Verdict second, bool both_orders) {
    int asked = 0;
    return select(2, [&](const Question&) { return asked++ == 0 ? first : second; },
                  {.tournament = "single", .both_orders = both_orders});
  };
  for (const bool both : {false, true}) {
    const Selection silent = played(Verdict::kAbstain, Verdict::kAbstain, both);
    EXPECT_EQ(silent.coin_count().unanswered, 1U);
    EXPECT_EQ(silent.coin_count().tied, 0U);
    EXPECT_TRUE(silent.games()[0].unanswered);
    EXPECT_EQ(unanswered_pairs(silent.games()), (std::vector<UnansweredPair>{{0, 1, 1}}));
    const Selection half_silent = played(Verdict::kAbstain, Verdict::kTie, both);
    EXPECT_EQ(half_silent.coin_count().unanswered, 0U);
    EXPECT_EQ(half_silent.coin_count().tied, 1U);
    EXPECT_TRUE(half_silent.games()[0].coin);
    EXPECT_FALSE(half_silent.games()[0].unanswered);
    EXPECT_TRUE(unanswered_pairs(half_silent.games()).empty());
  }
  EXPECT_EQ(played(Verdict::kFirst, Verdict::kFirst, true).coin_count().tied, 1U);
}

TEST(SelectionCounts, CoinsFromATenthOfTheGamesOnAreManyAndFromAHalfOnMost) {
  EXPECT_FALSE((CoinCount{.games = 0}.many()));
  EXPECT_FALSE((CoinCount{.games = 21, .tied = 1, .unanswered = 1}.many()));
  EXPECT_TRUE((CoinCount{.games = 20, .tied = 1, .unanswered = 1}.many()));
  EXPECT_FALSE((CoinCount{.games = 5, .tied = 1, .unanswered = 1}.most()));
  EXPECT_TRUE((CoinCount{.games = 4, .tied = 1, .unanswered = 1}.most()));
  EXPECT_DOUBLE_EQ((CoinCount{.games = 8, .tied = 1, .unanswered = 1}.share()), 0.25);
}

TEST(SelectionCounts, PairsWithoutAnAnswerAreListedOnceWithTheirGames) {
  // All judges abstain from games of item 1.
  const Selection done = select(4,
                                [](const Question& question) {
                                  if (question.first == 1 || question.second == 1)
                                    return Verdict::kAbstain;
                                  return smaller_wins(question);
                                },
                                {.tournament = "ect:5"});
  std::map<std::pair<Player, Player>, std::uint64_t> expected;
  for (const SelectedGame& game : done.games()) {
    EXPECT_EQ(game.unanswered, game.winner == 1 || game.loser == 1);
    if (game.unanswered) ++expected[std::minmax(game.winner, game.loser)];
  }
  std::map<std::pair<Player, Player>, std::uint64_t> listed;
  std::uint64_t games = 0;
  for (const UnansweredPair& pair : unanswered_pairs(done.games())) {
    EXPECT_LT(pair.first, pair.second);
    EXPECT_TRUE(listed.emplace(std::pair(pair.first, pair.second), pair.games).second);
    games += pair.games;
  }
  EXPECT_EQ(listed, expected);
  EXPECT_EQ(games, done.coin_count().unanswered);
  EXPECT_GT(games, listed.size());  // some pair came up again
}

// Plays by lot, and from so many games on for `favourite` only. Nothing where it ends before.
std::optional<Selection> won_from(Player items, const SelectOptions& options, std::size_t games,
                                  Player favourite, std::vector<bool>* in) {
  Selection selection(items, options);
  while (!selection.over()) {
    const Question question = *selection.next();
    const bool begun = selection.games().size() >= games;
    if (begun && in != nullptr && in->empty()) {
      for (Player item = 0; item < items; ++item) in->push_back(selection.still_in(item));
    }
    Verdict verdict = Random(question.seed).chance(0.5) ? Verdict::kFirst : Verdict::kSecond;
    if (begun && question.first == favourite) verdict = Verdict::kFirst;
    if (begun && question.second == favourite) verdict = Verdict::kSecond;
    selection.answer(question.key, verdict, 0);
  }
  if (selection.games().size() <= games) return std::nullopt;
  return selection;
}

// At every moment of many small tournaments: who is in wins if it wins all its games from then on;
// who is out does not, and plays none.
TEST(SelectionCounts, WhoIsStillInCanWinAndNobodyElse) {
  constexpr Player kItems = 5;
  std::size_t checked = 0;
  for (const std::string format :
       {"single", "best-of-3", "elimination:2", "elimination:3", "ect:2", "ect:3"}) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const SelectOptions options{.tournament = format, .seed = seed};
      for (std::size_t games = 0; games < plan_selection(kItems, format).most_games; ++games) {
        for (Player favourite = 0; favourite < kItems; ++favourite) {
          std::vector<bool> in;
          const auto done = won_from(kItems, options, games, favourite, &in);
          if (!done) continue;
          ASSERT_EQ(*done->champion() == favourite, in[favourite])
              << format << " seed " << seed << " after " << games << ", item " << favourite;
          ASSERT_TRUE(done->still_in(*done->champion()));
          ASSERT_TRUE(in[favourite] || done->wins(favourite) < games);
          ++checked;
        }
      }
    }
  }
  EXPECT_GT(checked, 1000U);
}

TEST(SelectionCounts, WhereNoLossPutsAnItemOutAllAreInUntilTheEnd) {
  Selection selection(6, {.tournament = "round-robin"});
  while (!selection.over()) {
    for (Player item = 0; item < 6; ++item) EXPECT_TRUE(selection.still_in(item));
    const Question question = *selection.next();
    selection.answer(question.key, smaller_wins(question), 0);
  }
  for (Player item = 0; item < 6; ++item) EXPECT_EQ(selection.still_in(item), item == 0);
}

TEST(SelectionCounts, TakesAsManyQuestionsAsThePlanSays) {
  for (const std::string format : {"single", "best-of-3", "ect:3", "swiss:3", "round-robin"}) {
    for (const std::uint32_t judges : {1U, 3U}) {
      for (const bool both : {false, true}) {
        const SelectOptions options{.tournament = format, .judges = judges, .both_orders = both};
        const SelectionPlan plan = plan_selection(9, options);
        const auto questions = [&](const JudgeFunction& judge) {
          std::uint64_t asked = 0;
          const Selection done = select(
              9, [&](const Question& question) { return ++asked, judge(question); }, options);
          EXPECT_GE(asked, plan.least_questions);
          EXPECT_LE(asked, plan.most_questions);
          return std::pair<double, double>(asked, done.games().size());
        };
        // The most of one game and the least of one game come up in every game.
        const auto [least, games] = questions(smaller_wins);
        EXPECT_EQ(least / games, double(plan.least_questions) / double(plan.least_games));
        const auto [most, tied] = questions([](const Question&) { return Verdict::kTie; });
        EXPECT_EQ(most / tied, double(plan.most_questions) / double(plan.most_games));
        questions(drawn_verdict);
      }
    }
  }
}

}  // namespace
}  // namespace ect::selection
