// Reports of selections: what they say, in 80 columns, as JSON, and as a page.
#include "report/select_report.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "ect/random.h"
#include "ect/schedule.h"
#include "report/bracket_svg.h"
#include "report/drawn_bracket.h"
#include "report/select_html.h"
#include "report/selection_facts.h"
#include "tests/helpers/markup_helpers.h"
#include "util/display_width.h"

namespace ect::report {
namespace {

const std::vector<std::string> kFormats = {"single", "best-of-3",     "ect:1",   "ect:2",
                                           "ect:3",  "elimination:3", "swiss:3", "round-robin"};

void expect_lines_of_eighty_columns(const std::string& text) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    EXPECT_LE(util::display_width(line), 80U) << line;
}

std::vector<std::string> letters(Player items) {
  std::vector<std::string> names;
  for (Player i = 0; i < items; ++i) names.emplace_back(1, static_cast<char>('A' + i));
  return names;
}

// The item of the smaller number wins.
Verdict right(const Question& question) {
  return question.first < question.second ? Verdict::kFirst : Verdict::kSecond;
}

Selection by_right(Player items, const std::string& tournament) {
  SelectOptions options;
  options.tournament = tournament;
  return select(items, right, options);
}

// A judge that is sometimes wrong, sometimes undecided and sometimes abstains.
Selection by_noise(Player items, const std::string& tournament, std::uint64_t seed) {
  SelectOptions options;
  options.tournament = tournament;
  options.seed = seed;
  options.judges = 3;
  options.both_orders = seed % 2 == 0;
  Random random(seed, 1);
  return select(
      items,
      [&](const Question& question) {
        const double drawn = random.uniform();
        if (drawn < 0.1) return Verdict::kTie;
        if (drawn < 0.15) return Verdict::kAbstain;
        return drawn < 0.7 ? right(question) : Verdict::kFirst;
      },
      options);
}

TEST(PlanText, SaysGamesQuestionsRoundsAndWhatIsPromised) {
  const auto text = [](Player items, const std::string& tournament, std::uint32_t judges = 1,
                       bool both = false) {
    const SelectOptions options{.tournament = tournament, .judges = judges, .both_orders = both};
    return plan_text(items, options, plan_selection(items, options));
  };
  EXPECT_EQ(text(16, "ect:3"),
            "16 items, ect:3: 45 to 48 games in at most 12 rounds, 45 to 96 questions. The\n"
            "  best item wins if no more than 2 results are wrong.\n"
            "One question a game; after a tie or an abstention one with the items swapped,\n"
            "  then a coin decides.\n");
  EXPECT_EQ(text(16, "ect:3", 2, true),
            "16 items, ect:3: 45 to 48 games in at most 12 rounds, 90 to 192 questions. The\n"
            "  best item wins if no more than 2 results are wrong.\n"
            "2 judges in turn. Two questions a game, each item shown first once; where the\n"
            "  answers differ, two more from another judge, then a coin decides.\n");
  EXPECT_EQ(count(text(2, "ect:2"), "than 1 result"), 1U);
  EXPECT_EQ(count(text(2, "single"), "single: 1 game in at most 1 round, 1 to 2 questions. One"),
            1U);
  EXPECT_EQ(count(text(9, "swiss:3"), "is not known"), 1U);
  EXPECT_EQ(count(text(9, "round-robin"), "the two best items"), 1U);
  EXPECT_EQ(text(1, "ect:2"), "1 item: it wins without a game.\n");
  for (const std::string& format : kFormats) {
    for (const bool both : {false, true})
      expect_lines_of_eighty_columns(text(1000, format, 200, both));
  }
}

TEST(SelectionText, TellsTheWholeStory) {
  SelectionSpent spent{12, 0.5, 2.25, 1, {}};
  EXPECT_EQ(selection_text(by_right(4, "ect:2"), letters(4), spent),
            "Winner: A\n"
            "Item 1 of 4. If any other item is the best, at least 2 of the 6 results were\n"
            "  wrong: each other item has lost 2 games or more.\n"
            "\n"
            "Its games: 4 won, 0 lost\n"
            "  game  bracket   result  against  decided by\n"
            "     1  1         won     C        judge 1\n"
            "     2  1, title  won     B        judge 1\n"
            "     3  2         won     C        judge 1\n"
            "     4  2, title  won     B        judge 1\n"
            "\n"
            "The strongest by all games (Bradley-Terry, logarithm of odds)\n"
            "     item  strength  won  lost\n"
            "  1  A         2.12    4     0\n"
            "  2  B        -0.10    1     2\n"
            "  3  C        -0.10    1     2\n"
            "  4  D        -1.68    0     2\n"
            "\n"
            "  judge    answers   first  ties  abstained  changed  disagreed\n"
            "  judge 1        6  83.3 %     0          0        -          -\n"
            "  first: chose the item shown first; changed: answers that changed with the\n"
            "  order; disagreed: with most other judges of the same pair\n"
            "\n"
            "6 games, 12 questions (1 retry), at most 5 rounds, cost 0.5, 2.25 s.\n");
}

TEST(SelectionText, RanksWhereThereAreNoTitles) {
  const std::string text =
      selection_text(by_right(4, "round-robin"), letters(4), {6, 0, 0.5, 0, {"me"}});
  EXPECT_TRUE(
      text.starts_with("Winner: A\n"
                       "Item 1 of 4. How many wrong results this withstands is not known: in "
                       "round-robin\n  losses do not eliminate an item.\n"
                       "\n"
                       "Its games: 3 won, 0 lost\n"
                       "  game  result  against\n"))
      << text;
  EXPECT_EQ(count(text,
                  "     item  strength  won  lost\n"
                  "  1  A         1.74    3     0\n"
                  "  2  B         0.52    2     1\n"
                  "  3  C        -0.52    1     2\n"
                  "  4  D        -1.74    0     3\n"),
            1U)
      << text;
}

TEST(SelectionText, NamesRunnersUpByTheirTitlesAndRanksAllTheSame) {
  // B beats A in their first game.
  bool turned = false;
  SelectOptions options;
  options.tournament = "ect:3";
  const Selection selection = select(
      4,
      [&](const Question& question) {
        const bool both = question.first + question.second == 1;
        if (!both || std::exchange(turned, true)) return right(question);
        return question.first == 1 ? Verdict::kFirst : Verdict::kSecond;
      },
      options);
  const std::string text = selection_text(selection, letters(4), {});
  EXPECT_EQ(count(text, "  runner-up  titles  won  lost\n  B          1       "), 1U) << text;
  EXPECT_EQ(count(text, "finals"), 1U) << text;
  EXPECT_EQ(count(text, "Bradley"), 1U) << text;
  EXPECT_EQ(count(selection_html(selection, letters(4), {}), "The strongest by all games"), 1U);
}

TEST(SelectionText, FitsEightyColumnsInEveryFormat) {
  const std::vector<std::string> long_names(9, std::string(100, 'x'));
  const SelectionSpent spent{
      1234567, 1234.5678, 123456.7, 1234567, {std::string(90, 'y'), "\x1b[31mred", "ü"}};
  for (const std::string& format : kFormats) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const std::string text = selection_text(by_noise(9, format, seed), long_names, spent);
      EXPECT_TRUE(text.starts_with("Winner: " + long_names[0] + '\n')) << text;  // in full
      expect_lines_of_eighty_columns(text.substr(text.find('\n') + 1));
      EXPECT_EQ(count(text, "\x1b"), 0U);
    }
  }
}

TEST(SelectionText, CutsALongPathToWhatWasLostOrDrawn) {
  const Selection selection = by_noise(60, "round-robin", 3);
  std::vector<std::string> names;
  for (int i = 1; i <= 60; ++i) names.push_back("item " + std::to_string(i));
  const std::string text = selection_text(selection, names, {});
  std::size_t shown = 0;
  for (const PathStep& step : path_of(selection, *selection.champion())) {
    if (!step.won || step.coin) ++shown;
  }
  ASSERT_LT(shown, 40U);
  EXPECT_EQ(count(text, "  and " + std::to_string(59 - shown) + " more games\n"), 1U) << text;
  EXPECT_EQ(count(text, "  lost  "), selection.losses(*selection.champion())) << text;
  const std::string whole = selection_text(selection, names, {}, PathShown::kWhole);
  EXPECT_EQ(count(whole, " more games\n"), 0U) << whole;
  EXPECT_EQ(count(whole, "  won   ") + count(whole, "  lost  "), 59U) << whole;
}

TEST(SelectionText, ShowsACoinAsACoin) {
  SelectOptions options;
  options.tournament = "ect:2";
  const Selection selection = select(
      3, [](const Question&) { return Verdict::kTie; }, options);
  EXPECT_EQ(selection.coins(), selection.games().size());
  const std::string text = selection_text(selection, letters(3), {});
  EXPECT_EQ(count(text, "  a coin\n"), path_of(selection, *selection.champion()).size()) << text;
  EXPECT_EQ(count(text, "were decided by a coin: "), 1U) << text;
  EXPECT_EQ(
      count(what_it_withstands(selection), "Not counting coins, each has lost 0 games or more."),
      1U);
  const std::string html = selection_html(selection, letters(3), {});
  EXPECT_GE(count(html, ">coin</span>"), selection.coins());
  EXPECT_GE(count(html, "var(--coin)\"/>"), 1U);
  const nlohmann::ordered_json report = selection_json(selection, letters(3), {});
  for (const auto& step : report["path"]) {
    EXPECT_EQ(step["coin"], true);
  }
}

TEST(SelectionText, OfOneItemAndOfAnUnfinishedOne) {
  const std::string alone = selection_text(by_right(1, "ect:2"), {"A"}, {});
  EXPECT_EQ(alone,
            "Winner: A\nItem 1 of 1. It was the only item.\n\n0 games, 0 questions, at most 0 "
            "rounds, 0 s.\n");
  Selection open(3, {});
  const std::string unfinished = selection_text(open, letters(3), {});
  EXPECT_TRUE(
      unfinished.starts_with("No winner yet; ahead is: A\nItem 1 of 3. Nothing is decided yet.\n\n"
                             "0 of at most 5 games are played; 3 of 3 items are still in.\n"
                             "  item  still in  lost  won  games\n"
                             "     1  A            0    0      0\n"))
      << unfinished;
  EXPECT_EQ(count(unfinished, "Bradley"), 1U);
  EXPECT_TRUE(selection_json(open, letters(3), {})["winner"].is_null());
  EXPECT_EQ(count(selection_html(open, letters(3), {}), "No winner yet"), 1U);
  open.answer(open.next()->key, Verdict::kFirst, 0);
  EXPECT_EQ(count(selection_html(open, letters(3), {}), "No winner yet"), 1U);
}

TEST(SelectionText, NotesAJudgeWhoLeansToWhatIsShownFirst) {
  SelectOptions options;
  options.tournament = "ect:3";
  const Selection leaning = select(
      16, [](const Question&) { return Verdict::kFirst; }, options);
  const SelectionSpent spent{0, 0, 0, 0, {"Zoë"}};
  ASSERT_EQ(judge_notes(leaning, spent).size(), 1U);
  EXPECT_TRUE(judge_notes(leaning, spent)[0].starts_with("Zoë preferred what was shown first in"));
  EXPECT_EQ(judge_notes(by_right(16, "ect:3"), spent).size(), 0U);
  EXPECT_EQ(judge_notes(select(4, [](const Question&) { return Verdict::kFirst; }), spent).size(),
            0U);  // too few answers
}

TEST(SelectionJson, HasTheKeysOfTheInterface) {
  for (const std::string& format : kFormats) {
    const Selection selection = by_noise(9, format, 4);
    const SelectionSpent spent{80, 0.25, 1.5, 2, {"a", "b"}};
    const nlohmann::ordered_json json = selection_json(selection, letters(9), spent);
    EXPECT_EQ(json["winner"], letters(9)[*selection.champion()]);
    EXPECT_EQ(json["tournament"], format);
    EXPECT_EQ(json["items"], 9);
    EXPECT_EQ(json["games"], selection.games().size());
    EXPECT_EQ(json["questions"], 80);
    EXPECT_EQ(json["rounds_at_most"], selection.most_rounds());
    EXPECT_EQ(json["coins"], selection.coins());
    EXPECT_EQ(json["coin_share"], selection.coin_count().share());
    EXPECT_EQ(
        json["coins_tied"].get<std::uint64_t>() + json["coins_unanswered"].get<std::uint64_t>(),
        selection.coins());
    EXPECT_EQ(json["overturned_by_judges"].is_null(), json["overturned_by"].is_null());
    EXPECT_EQ(json["winner_number"], *selection.champion() + 1);
    EXPECT_EQ(json["over"], true);
    EXPECT_EQ(json["still_in"], 1);
    EXPECT_EQ(json["overturned_by"].is_null(), format == "swiss:3" || format == "round-robin");
    EXPECT_EQ(json["cost"], 0.25);
    EXPECT_EQ(json["seconds"], 1.5);
    const Player winner = *selection.champion();
    ASSERT_EQ(json["path"].size(), selection.wins(winner) + selection.losses(winner));
    for (const auto& step : json["path"]) {
      for (const char* key : {"opponent", "won", "bracket", "final", "judge", "coin"}) {
        EXPECT_TRUE(step.contains(key)) << key;
      }
      EXPECT_FALSE(step["final"].get<bool>() && !step["bracket"].is_null());
    }
    EXPECT_EQ(json["ranking"].size(), 9U);
    for (std::size_t i = 1; i < 9; ++i) {
      EXPECT_GE(json["ranking"][i - 1]["strength"], json["ranking"][i]["strength"]);
    }
    EXPECT_EQ(json["ranking"][0]["wins"].get<int>() + json["ranking"][0]["losses"].get<int>() > 0,
              true);
    ASSERT_EQ(json["judges"].size(), 3U);
    EXPECT_EQ(json["judges"][1]["name"], "b");
    EXPECT_EQ(json["judges"][2]["name"], "judge 3");
    std::uint64_t answers = 0;
    for (const auto& judge : json["judges"]) {
      answers += judge["answers"].get<std::uint64_t>();
      for (const char* key : {"first_share", "ties", "abstentions", "changed_mind", "disagreed"}) {
        EXPECT_TRUE(judge.contains(key)) << key;
      }
    }
    EXPECT_GE(answers, selection.games().size());
  }
}

TEST(SelectionJson, NamesEveryTitleOnce) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Selection selection = by_noise(7, "ect:4", seed);
    std::size_t titles = 0;
    for (const RunnerUp& runner : runners_up(selection)) {
      EXPECT_NE(runner.item, *selection.champion());
      titles += runner.titles.size();
    }
    std::size_t won = 0;
    for (const PathStep& step : path_of(selection, *selection.champion())) {
      EXPECT_TRUE(step.won || !step.title);
      won += step.title ? 1 : 0;
    }
    EXPECT_EQ(titles + won, 4U);
  }
}

TEST(SelectionPage, StandsByItselfAndEscapesWhatOthersNamed) {
  std::vector<std::string> names = letters(9);
  names[0] = "<script>alert(1)</script>";
  names[1] = "a\"b&c\x01";
  for (const std::string& format : kFormats) {
    const SelectionSpent spent{1, 2, 3, 4, {"<i>", "b", "c"}};
    const std::string html =
        selection_html(by_noise(9, format, 1), names, spent, "ect select '<b>'");
    EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
    EXPECT_EQ(unbalanced(html), "") << format;
    for (const char* part :
         {"http", "src=", "href", "url(", "@import", "<script", "<i>", "<b>", "nan", "inf\""}) {
      EXPECT_EQ(count(html, part), 0U) << part;
    }
    EXPECT_EQ(count(html, "ect select '&lt;b&gt;'"), 1U);
    EXPECT_GE(count(html, "&lt;script&gt;"), 2U);
    const bool drawn = format == "single" || format == "best-of-3" || format.starts_with("ect");
    EXPECT_EQ(count(html, "<svg"), drawn ? 1U : 0U) << format;
  }
}

TEST(SelectionPage, DrawsNoBracketThatNobodyCouldLookAt) {
  const std::vector<std::string> names(65, "x");
  const std::string html = selection_html(by_right(65, "ect:2"), names, {});
  EXPECT_EQ(count(html, "<svg"), 0U);
  EXPECT_EQ(count(html, "The last 20 games"), 1U);
  EXPECT_EQ(unbalanced(html), "");
}

// Every game is drawn where it was played, and the same champion comes out.
TEST(PlayedBracket, AgreesWithTheSelection) {
  for (const char* format : {"single", "best-of-3", "ect:1", "ect:2", "ect:3", "ect:5"}) {
    for (Player items = 2; items <= 12; ++items) {
      for (std::uint64_t seed = 0; seed < 10; ++seed) {
        const Selection selection = by_noise(items, format, seed);
        const std::string name = format;
        const Schedule schedule =
            name.starts_with("ect:")
                ? error_correcting(items, static_cast<std::uint32_t>(name.back() - '0'))
                : single_elimination(items, name == "single" ? 1 : 2);
        const auto drawn = drawn_games(schedule, selection.games());
        ASSERT_TRUE(drawn);
        std::uint64_t games = 0;
        std::uint64_t coins = 0;
        for (const DrawnMatch& match : drawn->matches) {
          EXPECT_TRUE(match.winner());
          games += match.left.wins + match.right.wins;
          coins += match.coins;
        }
        EXPECT_EQ(games, selection.games().size());
        EXPECT_EQ(coins, selection.coins());
        ASSERT_TRUE(drawn->champion);
        const DrawnMatch& last = drawn->matches[drawn->champion->index];
        EXPECT_EQ(last.side(*last.winner()).player, selection.champion());
      }
    }
  }
}

TEST(PlayedBracket, IsNothingForGamesOfAnotherPlan) {
  const Selection selection = by_right(8, "ect:3");
  EXPECT_TRUE(drawn_games(error_correcting(8, 3), selection.games()));
  std::vector<SelectedGame> games(selection.games().begin(), selection.games().end());
  std::swap(games.front().match, games.back().match);
  EXPECT_FALSE(drawn_games(error_correcting(8, 3), games));
  EXPECT_FALSE(played_svg(error_correcting(7, 3), letters(7), selection.games()));
}

TEST(PlayedBracket, ShowsNamesAndScores) {
  const Selection selection = by_right(4, "best-of-3");
  const auto svg = played_svg(single_elimination(4, 2), letters(4), selection.games());
  ASSERT_TRUE(svg);
  EXPECT_EQ(count(*svg, "<title>A beat "), 2U) << *svg;
  EXPECT_EQ(count(*svg, "font-weight=\"700\" fill=\"var(--text)\">A</text>"), 2U) << *svg;
  EXPECT_EQ(count(*svg, ">2</text>"), 3U) << *svg;
  EXPECT_EQ(count(*svg, "?"), 0U) << *svg;
}

}  // namespace
}  // namespace ect::report
