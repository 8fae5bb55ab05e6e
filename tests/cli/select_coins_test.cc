// ect select when coin flips decide games, and when it ends before there is a winner.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/verbs/select_result.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/select_helpers.h"

namespace ect::cli {
namespace {

using Json = nlohmann::json;

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

class SelectCoins : public InFolder {
 protected:
  // Items 0 to 19; of the first `known` the smaller wins, about others there is no vote.
  std::string votes(int known) const {
    std::string text = "a,b,winner\n";
    for (int a = 0; a < known; ++a) {
      for (int b = a + 1; b < known; ++b) text += fmt::format("{0},{1},{0}\n", a, b);
    }
    return "votes:" + write("votes.csv", text);
  }
  std::string items() const {
    std::string text;
    for (int i = 0; i < 20; ++i) text += fmt::format("{}\n", i);
    return write("items.txt", text);
  }
  Outcome select(const std::string& judge, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"select", items(), "--judge", judge, "--quiet", "--retries", "0"});
    return ect(more);
  }
};

TEST_F(SelectCoins, AJudgeWhoAbstainsMakesNoWinner) {
  const std::string page = path("page.html");
  const Outcome text = select("sh -c 'exit 125'", {"--html", page, "--journal", path("j")});
  EXPECT_EQ(text.status, 1);
  EXPECT_EQ(times(text.err, "ect: warning: so far "), 1U) << text.err;
  EXPECT_EQ(lines_in(text.err), 2) << text.err;
  EXPECT_NE(text.err.find("--accept-coins"), std::string::npos) << text.err;
  // Everything is written all the same.
  EXPECT_EQ(times(text.out, "Winner: "), 1U);
  EXPECT_EQ(times(text.out, "Warning: "), 1U) << text.out;
  EXPECT_EQ(times(text.out, "Pairs without an answer: "), 1U) << text.out;
  EXPECT_EQ(times(read(page), "class=\"statement warning\""), 1U);
  EXPECT_EQ(times(read(page), "Pairs without an answer: "), 1U);
  EXPECT_EQ(times(read(path("j")), "\"champion\":"), 1U);
  // And told again, with the same status.
  const Outcome replayed = ect({"select", "--replay", path("j"), "--json"});
  EXPECT_EQ(replayed.status, 1);
  const Json report = Json::parse(replayed.out);
  EXPECT_EQ(report["coin_share"], 1.0);
  EXPECT_EQ(report["coins_unanswered"], report["games"]);
  EXPECT_EQ(report["coins_tied"], 0);
  EXPECT_EQ(report["warnings"].size(), 1U);
  EXPECT_EQ(report["unanswered_pairs"].size(), report["unanswered_pair_count"]);
  EXPECT_EQ(ect({"select", "--replay", path("j"), "--accept-coins"}).status, 0);
}

TEST_F(SelectCoins, AreAcceptedWhereThatIsSaid) {
  const Outcome outcome = select("sh -c 'exit 125'", {"--accept-coins"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(times(outcome.err, "ect: warning: "), 1U) << outcome.err;
  EXPECT_EQ(times(outcome.out, "Warning: "), 1U);
}

TEST_F(SelectCoins, AfterTiesCountAsWell) {
  const Outcome outcome = select("echo tie", {"--json"});
  EXPECT_EQ(outcome.status, 1);
  const Json report = Json::parse(outcome.out);
  EXPECT_EQ(report["coins_tied"], report["games"]);
  EXPECT_EQ(report["coins_unanswered"], 0);
  EXPECT_EQ(report["unanswered_pairs"], Json::array());
  EXPECT_EQ(report["warnings"].size(), 1U);
}

TEST_F(SelectCoins, BetweenATenthAndAHalfThereIsAWarning) {
  const Outcome outcome = select(votes(17), {"--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Json report = Json::parse(outcome.out);
  const double share = report["coin_share"];
  ASSERT_GE(share, 0.1);
  ASSERT_LT(share, 0.5);
  EXPECT_EQ(times(outcome.err, "ect: warning: "), 1U) << outcome.err;
  EXPECT_EQ(report["warnings"].size(), 1U);
  std::uint64_t games = 0;
  for (const Json& pair : report["unanswered_pairs"]) {
    EXPECT_TRUE(std::stoi(pair["first"].get<std::string>()) >= 17 ||
                std::stoi(pair["second"].get<std::string>()) >= 17);
    games += pair["games"].get<std::uint64_t>();
  }
  EXPECT_EQ(games, report["coins_unanswered"]);
}

TEST_F(SelectCoins, BelowATenthAreOnlyCounted) {
  const Outcome outcome = select(votes(20), {"--json"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const Json report = Json::parse(outcome.out);
  EXPECT_EQ(report["coin_share"], 0.0);
  EXPECT_EQ(report["warnings"], Json::array());
}

// The warning comes while there is something to save, and never of a tenth that does not come.
TEST(CoinAlarm, IsRaisedOnceAndOnlyWhenATenthIsSure) {
  const std::vector<std::string> names(40, "x");
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Selection selection(40, {.tournament = "ect:2", .seed = seed});
    CoinAlarm alarm;
    std::size_t raised = 0;
    std::size_t raised_at = 0;
    Random random(seed);
    while (!selection.over()) {
      const Question question = *selection.next();
      const bool silent = random.chance(0.01 * static_cast<double>(3 * seed));
      selection.answer(question.key, silent ? Verdict::kAbstain : smaller_wins(question), 0);
      if (alarm.take(selection, names)) {
        ++raised;
        raised_at = selection.games().size();
      }
    }
    EXPECT_EQ(raised, selection.coin_count().many() ? 1U : 0U) << seed;
    if (selection.coin_count().most()) {
      EXPECT_LT(2 * raised_at, selection.games().size());
    }
  }
}

TEST_F(SelectCoins, ARunThatFailsShowsTheStanding) {
  const std::string judge =
      "sh -c 'echo x >> $3; test $(wc -l < $3) -gt 12 && exit 126; echo A' judge {a} {b} " +
      path("count");
  const Outcome outcome =
      select(judge, {"--jobs", "1", "--json", "--journal", path("j"), "--html", path("p")});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_EQ(lines_in(outcome.err), 1) << outcome.err;
  const Json report = Json::parse(outcome.out);
  EXPECT_TRUE(report["winner"].is_null());
  EXPECT_EQ(report["over"], false);
  EXPECT_EQ(report["games"], 12);
  EXPECT_EQ(report["still_in"], report["standing"].size());
  EXPECT_EQ(report["ranking"].size(), 20U);
  EXPECT_EQ(times(read(path("p")), "<h2>Still in</h2>"), 1U);
  // The journal tells the same.
  const Outcome replayed = ect({"select", "--replay", path("j"), "--json"});
  EXPECT_EQ(replayed.status, 1);
  EXPECT_EQ(Json::parse(replayed.out)["standing"], report["standing"]);
  const Outcome text = ect({"select", "--replay", path("j")});
  EXPECT_NE(text.err.find("not finished"), std::string::npos) << text.err;
  EXPECT_EQ(times(text.out, "12 of at most "), 1U) << text.out;
  EXPECT_EQ(times(text.out, "items are still in."), 1U) << text.out;
}

TEST_F(SelectCoins, ThePlanSaysGamesAndQuestions) {
  const Outcome text = ect({"select", items(), "--plan", "--both-orders"});
  ASSERT_EQ(text.status, 0) << text.err;
  const Outcome json = ect({"select", items(), "--plan", "--both-orders", "--json"});
  ASSERT_EQ(json.status, 0) << json.err;
  const Json plan = Json::parse(json.out);
  EXPECT_EQ(plan["games_at_least"], 38);
  EXPECT_EQ(plan["questions_at_least"], 2 * 38);
  EXPECT_EQ(plan["questions_at_most"], 2 * plan["games_at_most"].get<int>());
  EXPECT_NE(text.out.find(fmt::format("76 to {} questions", plan["questions_at_most"].get<int>())),
            std::string::npos)
      << text.out;
  EXPECT_NE(ect({"select", "--help"}).out.find("Maximum number of games"), std::string::npos);
}

TEST_F(SelectCoins, TheWinnerIsToldInFullWithItsNumber) {
  const std::string winner(300, 'w');
  const std::string file = write("long.txt", "short\n" + winner + "\nx\n");
  const Outcome outcome = ect({"select", file, "--quiet", "--html", path("p"), "--judge",
                               "sh -c 'test ${#1} -gt ${#2} && echo A || echo B' judge {a} {b}"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("Winner: " + winner + "\nItem 2 of 3. ")) << outcome.out;
  EXPECT_EQ(times(read(path("p")), ">" + winner + "<"), 1U);
  EXPECT_EQ(times(read(path("p")), "item 2 of 3"), 1U);
}

}  // namespace
}  // namespace ect::cli
