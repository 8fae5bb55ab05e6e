// Recorded votes: reading their files, and answering with them.
#include "selection/votes_judge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "ect/error.h"
#include "selection/votes.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/shared_data.h"

namespace ect::selection {
namespace {

std::vector<Item> items_called(const std::vector<std::string>& ids) {
  std::vector<Item> items;
  items.reserve(ids.size());
  for (const std::string& id : ids) items.push_back({id, id, "{}"});
  return items;
}

const std::vector<Item>& xyz() {
  static const std::vector<Item> items = items_called({"x", "y", "z"});
  return items;
}

// The counts of the pair x and y.
VoteCounts counts_of(const std::string& text, const std::string& filter = "") {
  std::istringstream in(text);
  return read_votes(parse_votes_source("-" + filter), in, xyz()).pairs[pair_key(0, 1)];
}

std::string votes_refusal(const std::string& text, const std::string& filter = "") {
  return error_of([&] { counts_of(text, filter); });
}

Verdict answer(Judge& judge, const Question& question) {
  judge.ask(question);
  std::vector<Reply> replies;
  judge.collect(replies);
  EXPECT_EQ(replies.size(), 1U);
  EXPECT_EQ(replies.at(0).question, question.key);
  return std::get<Answer>(replies.at(0).what).verdict;
}

std::unique_ptr<Judge> judge_of(const std::string& text, std::uint64_t seed = 1) {
  std::istringstream in(text);
  return votes_judge("-", in, xyz(), seed);
}

Question question(std::uint32_t match, std::uint32_t game, std::uint32_t ask, Player first = 0,
                  Player second = 1) {
  return {{match, game, ask}, first, second, 0, 99};
}

TEST(VotesSource, IsAFileAndFilters) {
  EXPECT_EQ(parse_votes_source("a.csv").path, "a.csv");
  EXPECT_EQ(parse_votes_source("what?.csv").path, "what?.csv");
  const VotesSource source = parse_votes_source("b?/a.csv.gz?c=x y&d=1=2&e=");
  EXPECT_EQ(source.path, "b?/a.csv.gz");
  EXPECT_EQ(source.filters, (std::vector<std::pair<std::string, std::string>>{
                                {"c", "x y"}, {"d", "1=2"}, {"e", ""}}));
  for (const char* bad : {"a?b=1&", "a?=1", "a?b=1&c", "a?&b=1"}) {
    EXPECT_NE(error_of([&] { parse_votes_source(bad); }), "") << bad;
  }
}

TEST(Votes, ItemsAreInColumnsOfManyNames) {
  for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{{"a", "b"},
                                                                             {"first", "second"},
                                                                             {"Left", "RIGHT"},
                                                                             {"item_a", "item_b"},
                                                                             {"photo_a", "photo_b"},
                                                                             {"_a", "_b"}}) {
    const std::string text = fmt::format("note,{},vote,{}\n,x,1,y\n,y,1,x\n,x,1,y\n", b, a);
    EXPECT_EQ(counts_of(text), (VoteCounts{1, 2, 0})) << a;  // the second column is b
  }
  // Of several such pairs: item_a and item_b, else the first in the file.
  EXPECT_EQ(counts_of("s_a,s_b,item_a,item_b,vote\n1,2,x,y,1\n"), (VoteCounts{1, 0, 0}));
  EXPECT_EQ(counts_of("t_b,model_a,model_b,t_a,vote\n1,x,y,2,1\n"), (VoteCounts{1, 0, 0}));
  EXPECT_EQ(votes_refusal("photo_a,picture_b,vote\nx,y,1\n"),
            "standard input:1: no columns of two items (expected a and b, or item_a and item_b)");
  EXPECT_EQ(votes_refusal("a_over_b,b_over_a\n1,2\n"),
            "standard input:1: no columns of two items (expected a and b, or item_a and item_b)");
}

TEST(Votes, WinnersAreNamedInManyWays) {
  const std::string head = "model_a,model_b,winner\n";
  for (const char* winner : {"x", "a", "A", "first", "Left", "model_a"}) {
    EXPECT_EQ(counts_of(head + "x,y," + winner + "\n"), (VoteCounts{1, 0, 0})) << winner;
    EXPECT_EQ(counts_of(head + "y,z,tie\nx,y," + winner + "\n"), (VoteCounts{1, 0, 0})) << winner;
  }
  for (const char* winner : {"y", "b", "second", "right", "model_b"}) {
    EXPECT_EQ(counts_of(head + "x,y," + winner + "\n"), (VoteCounts{0, 1, 0})) << winner;
  }
  for (const char* winner : {"tie", "", "Tie", "tie (bothbad)", "?"}) {
    EXPECT_EQ(counts_of(head + "x,y," + winner + "\n"), (VoteCounts{0, 0, 1})) << winner;
  }
  EXPECT_EQ(counts_of(head + "y,x,a\n"), (VoteCounts{0, 1, 0}));
  EXPECT_EQ(votes_refusal(head + "x,y,z\n"),
            "standard input:2: the winner is 'z' (expected 'x', 'y' or tie)");
  // An id takes precedence over the name of a side.
  std::istringstream in("a,b,winner\nb,a,a\n");
  EXPECT_EQ(read_votes({"-", {}}, in, items_called({"a", "b"})).pairs[pair_key(0, 1)],
            (VoteCounts{1, 0, 0}));
}

TEST(Votes, AVoteIsASignOrACount) {
  EXPECT_EQ(counts_of("a,b,vote\nx,y,1\nx,y,+1\ny,x,-1\nx,y,-1\ny,x,0\n"), (VoteCounts{3, 1, 1}));
  EXPECT_EQ(counts_of("a,b,a_over_b,b_over_a\nx,y,2,3\ny,x,10,20\n"), (VoteCounts{22, 13, 0}));
  EXPECT_EQ(counts_of("a,b,a_over_b,b_over_a,ties\nx,y,2,3,4\n"), (VoteCounts{2, 3, 4}));
  EXPECT_EQ(counts_of("a,b,vote,weight\nx,y,1,5\nx,y,0,2\nx,y,-1,0\n"), (VoteCounts{5, 0, 2}));
  EXPECT_EQ(counts_of("count,a,b,a_over_b,b_over_a\n3,x,y,1,2\n"), (VoteCounts{3, 6, 0}));
  EXPECT_EQ(votes_refusal("a,b,vote\nx,y,2\n"),
            "standard input:2: the vote is '2' (expected 1, -1 or 0)");
  EXPECT_EQ(votes_refusal("a,b,vote\nx,y,\n"),
            "standard input:2: the vote is '' (expected 1, -1 or 0)");
  EXPECT_EQ(votes_refusal("a,b,vote,weight\nx,y,1,0.5\n"),
            "standard input:2: 'weight' is '0.5' (expected a whole number)");
  EXPECT_EQ(votes_refusal("a,b,a_over_b,b_over_a\nx,y,1,-1\n"),
            "standard input:2: 'b_over_a' is '-1' (expected a whole number)");
  EXPECT_EQ(votes_refusal("a,b,vote,weight\nx,y,1,4294967295\nx,y,1,1\n"),
            "standard input:3: more than 2^32 votes on a pair");
  EXPECT_EQ(votes_refusal("a,b,a_over_b,b_over_a,count\nx,y,4294967295,0,4294967295\n"),
            "standard input:2: more than 2^32 votes on a pair");
  EXPECT_EQ(votes_refusal("a,b,score\nx,y,2\n"),
            "standard input:1: no result (expected a column winner, vote, or a_over_b and "
            "b_over_a)");
  EXPECT_EQ(votes_refusal("a,b,vote\nx,x,1\n"), "standard input:2: a vote between 'x' and itself");
}

TEST(Votes, BadOnesAmongGoodOnesAreSkippedAndCounted) {
  std::istringstream in(
      "a,b,winner,weight\nx,y,x,2\ny,y,y,1\nx,y,w,1\nz,z,tie,1\nx,y,x\nx,y,y,many\nx,y,y,1\n"
      "\"x\"y,y,x,1\nx,x,a,1\nw,x,w,1\nw,w,w,1\n");
  const RecordedVotes votes = read_votes({"-", {}}, in, xyz());
  EXPECT_EQ(votes.pairs.at(pair_key(0, 1)), (VoteCounts{2, 1, 0}));
  EXPECT_EQ(votes.pairs.size(), 1U);
  EXPECT_EQ(votes.records, 11U);
  EXPECT_EQ(votes.left_out, 1U);
  std::vector<std::string> told;
  for (const SkippedVotes& skipped : votes.skipped) {
    told.push_back(fmt::format("{} {}: {}", skipped.count, skipped.kind, skipped.first));
  }
  EXPECT_EQ(told, (std::vector<std::string>{
                      "4 votes between an item and itself: standard input:3: a vote between 'y' "
                      "and itself",
                      "1 winners that are neither of the two nor a tie: standard input:4: the "
                      "winner is 'w' (expected 'x', 'y' or tie)",
                      "2 lines that are not records of the table: standard input:6: 3 fields "
                      "(expected 4)",
                      "1 counts that are not whole numbers: standard input:7: 'weight' is 'many' "
                      "(expected a whole number)"}));
}

TEST(Votes, BadOnesAreSkippedBehindBlankLinesAndOverSeveralLines) {
  std::istringstream in("a,b,vote\nx,y,1\n\nx\n\"q\nr\"z,y,1\nx,y,1\n");
  const RecordedVotes votes = read_votes({"-", {}}, in, xyz());
  EXPECT_EQ(votes.pairs.at(pair_key(0, 1)), (VoteCounts{2, 0, 0}));
  ASSERT_EQ(votes.skipped.size(), 1U);
  EXPECT_EQ(votes.skipped[0].count, 2U);
}

TEST(Votes, AreRefusedWhereAllAreBadOrAQuoteSwallowsTheRest) {
  EXPECT_NE(votes_refusal("a,b,vote\nx,y,1\n\"x"), "");
  EXPECT_EQ(votes_refusal("a,b,vote\nx,x,1\nx,y,7\ny,y,0\n"),
            "standard input:2: a vote between 'x' and itself");
  EXPECT_EQ(votes_refusal("a,b,vote\nx,y\nx\n"), "standard input:2: 2 fields (expected 3)");
  // A bad one beside one about other items: nothing is left, and that is what is wrong.
  EXPECT_EQ(votes_refusal("a,b,vote\nx,x,1\nu,v,1\n"),
            "standard input: no vote between two of the items (2 votes were read)");
  EXPECT_EQ(votes_refusal("a,b,vote\nx,y,1\nx,\"y,1\nx,y,1\nx,y,1\n"),
            "standard input:3: a quote is never closed");
}

TEST(VotesJudge, TellsHowManyVotesItSkippedAndWhere) {
  const auto judge = judge_of("a,b,vote\nx,y,1\ny,y,1\nx,y,1\n");
  EXPECT_EQ(judge->take_warnings(),
            (std::vector<std::string>{
                "standard input: 1 of 3 votes skipped: votes between an item and itself (the first "
                "is standard input:3: a vote between 'y' and itself)"}));
  EXPECT_EQ(answer(*judge, question(0, 1, 1)), Verdict::kFirst);
}

TEST(Votes, FiltersChooseRecords) {
  const std::string text = "a,b,vote,Day,who\nx,y,1,1,\nx,y,-1,1,me\nx,y,0,2,me\nx,y,0,2,\n";
  EXPECT_EQ(counts_of(text), (VoteCounts{1, 1, 2}));
  EXPECT_EQ(counts_of(text, "?Day=1"), (VoteCounts{1, 1, 0}));
  EXPECT_EQ(counts_of(text, "?Day=1&who=me"), (VoteCounts{0, 1, 0}));
  EXPECT_EQ(counts_of(text, "?who="), (VoteCounts{1, 0, 1}));
  EXPECT_EQ(votes_refusal(text, "?day=1"), "standard input:1: no column 'day'");
  EXPECT_EQ(votes_refusal(text, "?Day=3"),
            "standard input: no vote between two of the items (0 votes were read)");
}

TEST(Votes, SomeMustBeAboutTheItems) {
  const std::string head = "a,b,vote\n";
  const std::string none = "standard input: no vote between two of the items ({} votes were read)";
  EXPECT_EQ(votes_refusal(head), fmt::format(fmt::runtime(none), 0));
  EXPECT_EQ(votes_refusal(head + "x,other,1\n,y,1\n"), fmt::format(fmt::runtime(none), 2));
  EXPECT_EQ(votes_refusal("a,b,vote,weight\nx,y,1,0\n"), fmt::format(fmt::runtime(none), 1));
  EXPECT_EQ(votes_refusal(""), "standard input: no header (is the file empty?)");
}

TEST(VotesJudge, WarnsOnceOfVotesThatAreLeftOut) {
  const auto judge = judge_of("a,b,vote\nx,y,1\nx,w,1\nv,w,-1\n");
  EXPECT_EQ(judge->name(), "votes:-");
  EXPECT_EQ(judge->take_warnings(),
            (std::vector<std::string>{
                "standard input: 2 of 3 votes are about items that are not in the list"}));
  EXPECT_TRUE(judge->take_warnings().empty());
  EXPECT_TRUE(judge_of("a,b,vote\nx,y,1\n")->take_warnings().empty());
}

TEST(VotesJudge, AnswersInEitherOrderAndAbstainsWithoutVotes) {
  const auto judge = judge_of("a,b,vote\ny,x,1\nz,x,0\n");
  EXPECT_EQ(answer(*judge, question(1, 1, 1, 0, 1)), Verdict::kSecond);
  EXPECT_EQ(answer(*judge, question(1, 1, 2, 1, 0)), Verdict::kFirst);
  EXPECT_EQ(answer(*judge, question(2, 1, 1, 0, 2)), Verdict::kTie);
  EXPECT_EQ(answer(*judge, question(3, 1, 1, 1, 2)), Verdict::kAbstain);
  EXPECT_EQ(answer(*judge, question(3, 1, 1, 2, 2)), Verdict::kAbstain);
}

TEST(VotesJudge, HasAnswersAtOnce) {
  const auto judge = judge_of("a,b,vote\ny,x,1\n");
  EXPECT_FALSE(judge->wakes());
  judge->ask(question(1, 1, 1));
  judge->ask(question(2, 1, 1));
  ASSERT_TRUE(judge->wakes());
  EXPECT_LE(*judge->wakes(), JudgeClock::now());
  std::vector<Reply> replies;
  judge->collect(replies);
  EXPECT_EQ(replies.size(), 2U);
  EXPECT_FALSE(judge->wakes());
  judge->collect(replies);
  EXPECT_EQ(replies.size(), 2U);
}

TEST(VotesJudge, TheGamesOfAMatchUseEveryVoteOnceBeforeAnyTwice) {
  const auto judge = judge_of("a,b,a_over_b,b_over_a,ties\nx,y,3,2,2\n", 5);
  for (std::uint32_t match = 0; match < 50; ++match) {
    for (std::uint32_t cycle = 0; cycle < 3; ++cycle) {
      std::map<Verdict, int> seen;
      for (std::uint32_t game = 1; game <= 7; ++game) {
        ++seen[answer(*judge, question(match, 7 * cycle + game, 1))];
      }
      EXPECT_EQ(seen, (std::map<Verdict, int>{
                          {Verdict::kFirst, 3}, {Verdict::kSecond, 2}, {Verdict::kTie, 2}}));
    }
  }
}

TEST(VotesJudge, TheAsksOfAGameUseEveryVoteOnceBeforeAnyTwice) {
  const auto judge = judge_of("a,b,a_over_b,b_over_a,ties\nx,y,2,1,2\n", 5);
  for (std::uint32_t match = 0; match < 50; ++match) {
    for (std::uint32_t game = 1; game <= 6; ++game) {
      std::map<Verdict, int> seen;
      for (std::uint32_t ask = 1; ask <= 5; ++ask)
        ++seen[answer(*judge, question(match, game, ask))];
      EXPECT_EQ(seen, (std::map<Verdict, int>{
                          {Verdict::kFirst, 2}, {Verdict::kSecond, 1}, {Verdict::kTie, 2}}));
    }
  }
}

TEST(VotesJudge, TwoAsksOfTwoGamesAreFourVotes) {
  const auto judge = judge_of("a,b,a_over_b,b_over_a,ties\nx,y,1,1,2\n", 5);
  for (std::uint32_t match = 0; match < 50; ++match) {
    std::map<Verdict, int> seen;
    for (const std::uint32_t game : {1U, 2U}) {
      for (const std::uint32_t ask : {1U, 2U}) ++seen[answer(*judge, question(match, game, ask))];
    }
    EXPECT_EQ(seen, (std::map<Verdict, int>{
                        {Verdict::kFirst, 1}, {Verdict::kSecond, 1}, {Verdict::kTie, 2}}));
  }
}

TEST(VotesJudge, DependsOnTheSeedAndTheQuestionAlone) {
  const std::string text = "a,b,a_over_b,b_over_a,ties\nx,y,5,5,5\nx,z,5,5,5\n";
  const auto ask_all = [&](std::uint64_t seed, bool backwards) {
    const auto judge = judge_of(text, seed);
    std::vector<Question> questions;
    for (std::uint32_t match = 0; match < 20; ++match) {
      for (std::uint32_t game = 1; game < 5; ++game) {
        questions.push_back(question(match, game, 1, 0, 1 + match % 2));
      }
    }
    if (backwards) std::reverse(questions.begin(), questions.end());
    std::map<std::pair<std::uint32_t, std::uint32_t>, Verdict> answers;  // by match and game
    for (const Question& asked : questions) {
      answers[{asked.key.match, asked.key.game}] = answer(*judge, asked);
    }
    return answers;
  };
  EXPECT_EQ(ask_all(1, false), ask_all(1, true));
  EXPECT_NE(ask_all(1, false), ask_all(2, false));
}

// Each question by itself is a fair draw, whichever place of the order it gets; two of a match are
// a draw without putting back.
TEST(VotesJudge, DrawsFairly) {
  constexpr int kMatches = 20000;
  const auto judge = judge_of("a,b,a_over_b,b_over_a\nx,y,2,2\n", 3);
  for (const auto& [game, ask] : {std::pair(1U, 1U), {2U, 1U}, {4U, 1U}, {1U, 2U}, {3U, 3U}}) {
    int first = 0;
    int same = 0;
    for (std::uint32_t match = 0; match < kMatches; ++match) {
      const Verdict verdict = answer(*judge, question(match, game, ask));
      if (verdict == Verdict::kFirst) ++first;
      if (verdict == answer(*judge, question(match, 3, 1))) ++same;
    }
    const double sd = std::sqrt(kMatches * 0.25);
    EXPECT_NEAR(first, kMatches / 2.0, 4 * sd) << game << ' ' << ask;
    EXPECT_NEAR(same, kMatches / 3.0, 4 * sd) << game << ' ' << ask;
  }
}

TEST(VotesJudge, ManyVotesTakeNoTime) {
  const auto judge = judge_of("a,b,a_over_b,b_over_a,ties\nx,y,4000000000,4000000000,1\n");
  std::set<Verdict> seen;
  for (std::uint32_t game = 1; game < 50; ++game) {
    for (const std::uint32_t ask : {1U, 2U, 3U, 4U}) {
      seen.insert(answer(*judge, question(0, game, ask)));
    }
  }
  EXPECT_EQ(seen, (std::set<Verdict>{Verdict::kFirst, Verdict::kSecond}));
}

TEST(VotesJudge, ReplaysTheCrowdsVotesOnPhotos) {
  ECT_NEEDS_FILE(file, data_file("pairwise/crowdpareto_photos.csv.gz"));
  std::vector<std::string> ids;
  for (int i = 0; i <= 200; ++i) ids.push_back(std::to_string(i));
  const std::vector<Item> items = items_called(ids);
  std::istringstream none;
  std::uint64_t records = 0;
  for (const std::string criterion : {"sharpness", "color", "landscape"}) {
    const RecordedVotes votes =
        read_votes(parse_votes_source(file.string() + "?criterion=" + criterion), none, items);
    EXPECT_EQ(votes.left_out, 0U);
    EXPECT_EQ(votes.pairs.size(), 4950U);
    for (const auto& [pair, counts] : votes.pairs) {
      EXPECT_LE(counts[0] + counts[1] + counts[2], 5U);
      EXPECT_GE(counts[0] + counts[1] + counts[2], 4U);
    }
    records += votes.records;
  }
  EXPECT_EQ(records, 74238U);
  const RecordedVotes all = read_votes({file.string(), {}}, none, items);
  EXPECT_EQ(all.records, 74238U);
  EXPECT_EQ(all.pairs.size(), 4950U);

  const auto judge = votes_judge(file.string() + "?criterion=color", none, items, 1);
  EXPECT_TRUE(judge->take_warnings().empty());
  const RecordedVotes color = read_votes({file.string(), {{"criterion", "color"}}}, none, items);
  for (const auto& [pair, counts] : color.pairs) {
    const auto lower = static_cast<Player>(pair >> 32);
    const auto higher = static_cast<Player>(pair & 0xffffffff);
    VoteCounts seen{};
    for (std::uint32_t game = 1; game <= counts[0] + counts[1] + counts[2]; ++game) {
      const Verdict verdict = answer(*judge, question(lower, game, 1, lower, higher));
      ++seen[static_cast<std::size_t>(verdict)];
    }
    EXPECT_EQ(seen, counts);
  }
}

TEST(VotesJudge, ReadsTheCountsOfSushi) {
  ECT_NEEDS_FILE(file, data_file("pairwise/sushi10_pairwise.csv"));
  const std::vector<Item> items =
      items_called({"ebi (shrimp)", "anago (sea eel)", "maguro (tuna)"});
  std::istringstream none;
  const RecordedVotes votes = read_votes({file.string(), {}}, none, items);
  EXPECT_EQ(votes.records, 45U);
  EXPECT_EQ(votes.left_out, 42U);
  EXPECT_EQ(votes.pairs.at(pair_key(0, 1)), (VoteCounts{2152, 2848, 0}));
  EXPECT_EQ(votes.pairs.at(pair_key(0, 2)), (VoteCounts{2848, 2152, 0}));
}

}  // namespace
}  // namespace ect::selection
