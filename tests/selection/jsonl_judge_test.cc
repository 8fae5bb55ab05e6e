// A program that answers many questions: its answers, its faults, and that nothing is left of it.
#include "selection/jsonl_judge.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <thread>

#include "ect/error.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/judge_helpers.h"
#include "tests/helpers/places.h"
#include "tests/helpers/temp_folder.h"

namespace ect::selection {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

using JsonlJudges = LeavesNothing;

const std::string kProgram = judge_program();

// The text of item 0 tells the program what to do; item 1 is long and item 2 short.
std::vector<Item> items_with(const std::string& what) {
  return items_of({what, "a long line, longer than all others", "s"});
}
Question fault(std::uint32_t match) { return question_of(match, 0, 1); }
Question plain(std::uint32_t match) { return question_of(match, 1, 2); }

// The reply to each question, without the name of the program.
std::map<std::uint32_t, std::string> all_said_in(const std::vector<Reply>& replies) {
  std::map<std::uint32_t, std::string> said;
  for (const Reply& reply : replies) {
    std::string what = ect::said_in(reply);
    const std::size_t name = what.find("' ", what.find('\'') + 1);
    if (std::holds_alternative<Failure>(reply.what) && name != std::string::npos) {
      what = (what.starts_with("STOP ") ? "STOP " : "") + what.substr(name + 2);
    }
    said[reply.question.match] = what;
  }
  return said;
}
using Said = std::map<std::uint32_t, std::string>;

TEST_F(JsonlJudges, AnswerInAnyOrder) {
  const std::vector<Item> items = items_with("x");
  for (const char* together : {" 1", " 3"}) {
    const auto judge = jsonl_judge(kProgram + together, items);
    judge->ask(question_of(0, 1, 2));
    judge->ask(question_of(1, 2, 1));
    judge->ask(question_of(2, 2, 0));
    const std::vector<Reply> replies = replies_of(*judge, 3);
    EXPECT_EQ(all_said_in(replies), (Said{{0, "first"}, {1, "second"}, {2, "tie"}}));
    EXPECT_EQ(replies[0].question.match, together[1] == '1' ? 0U : 2U);
    const auto& answer = std::get<Answer>(replies[0].what);
    EXPECT_EQ(answer.note, together[1] == '1' ? items[1].text : "s");
    EXPECT_EQ(answer.cost, 0.5);
    EXPECT_TRUE(judge->take_warnings().empty());
  }
}

TEST_F(JsonlJudges, AreStartedAtTheFirstQuestion) {
  const std::vector<Item> items = items_with("x");
  const auto judge = jsonl_judge("no/such/program", items);
  EXPECT_EQ(judge->name(), "no/such/program");
  EXPECT_TRUE(replies_of(*judge, 1, milliseconds(20)).empty());
  EXPECT_EQ(answer_of(*judge, plain(0)),
            "STOP 'no/such/program' cannot be started: No such file or directory");
  EXPECT_EQ(error_of([&] { jsonl_judge("  ", items); }), "there is no program to start in '  '");
  EXPECT_NE(error_of([&] { jsonl_judge("'x", items); }), "");
}

TEST_F(JsonlJudges, GetItemsAsTheyAre) {
  const std::vector<Item> items = items_of(
      {"$(touch x)\n\"}\\{b}", "\",\"second\":{\"text\":\"\"}", "'; touch x; '", "\xc3\xa9\t{a}"});
  const auto judge = jsonl_judge(kProgram, items);
  std::uint32_t match = 0;
  for (Player first = 0; first < items.size(); ++first) {
    const Question question = question_of(match++, first, (first + 1) % 4);
    judge->ask(question);
    const std::vector<Reply> replies = replies_of(*judge, 1);
    ASSERT_EQ(replies.size(), 1U);
    EXPECT_EQ(std::get<Answer>(replies[0].what).note, items[first].text);
  }
}

TEST_F(JsonlJudges, MayAnswerTwiceOrWhatNobodyAskedWithAWarning) {
  for (const char* what : {"twice", "unknown", "foreign"}) {
    const std::vector<Item> items = items_with(what);
    const auto judge = jsonl_judge(kProgram, items);
    EXPECT_EQ(answer_of(*judge, fault(4)), "second") << what;
    EXPECT_EQ(answer_of(*judge, plain(5)), "first") << what;
    const std::vector<std::string> warnings = judge->take_warnings();
    ASSERT_EQ(warnings.size(), 1U) << what;
    EXPECT_NE(warnings[0].find("answered a question that is not open: '{"), std::string::npos)
        << warnings[0];
    EXPECT_TRUE(judge->take_warnings().empty());
  }
  const std::vector<Item> items = items_with("blank");
  const auto judge = jsonl_judge(kProgram, items);
  EXPECT_EQ(answer_of(*judge, fault(4)), "second");
  EXPECT_TRUE(judge->take_warnings().empty());
}

// It knows how ids look, and answers one that still stands in our buffer.
TEST_F(JsonlJudges, AnswerOnlyWhatTheyWereGiven) {
  const std::vector<Item> items = items_of({std::string(1 << 18, 'x'), "y"});
  const auto judge =
      jsonl_judge(R"(sh -c 'echo "{\"id\":\"0.1.1\",\"winner\":\"A\"}"; sleep 0.5; )"
                  R"(while read -r line; do echo "{\"id\":\"0.1.1\",\"winner\":\"B\"}"; done')",
                  items);
  EXPECT_EQ(answer_of(*judge, question_of(0)), "second");
  EXPECT_EQ(judge->take_warnings().size(), 1U);
}

TEST_F(JsonlJudges, GiveFewWarningsAndTheirSum) {
  const std::vector<Item> items = items_with("a hundred times");
  const auto judge = jsonl_judge(kProgram, items);
  EXPECT_EQ(answer_of(*judge, fault(0)), "second");
  EXPECT_EQ(answer_of(*judge, plain(1)), "first");
  const std::vector<std::string> warnings = judge->take_warnings();
  ASSERT_EQ(warnings.size(), 11U);
  EXPECT_NE(warnings.back().find("100 such warnings so far"), std::string::npos);
}

TEST_F(JsonlJudges, AreKilledForALineThatIsNoAnswerAndStartedAgain) {
  const std::map<std::string, std::string> faults = {
      {"nonsense", "wrote 'hello world' (expected an answer)"},
      {"no winner", "wrote '{\"id\":\"1.1.1\"}' (expected an answer)"},
      {"novel", "wrote a line of more than 1048576 bytes"},
      {"unended", "wrote a line of more than 1048576 bytes"}};
  for (const auto& [what, message] : faults) {
    const std::vector<Item> items = items_with(what);
    const auto judge = jsonl_judge(kProgram, items);
    judge->ask(plain(0));
    judge->ask(fault(1));
    judge->ask(plain(2));
    EXPECT_EQ(all_said_in(replies_of(*judge, 3)), (Said{{0, "first"}, {1, message}, {2, message}}));
    EXPECT_EQ(answer_of(*judge, plain(3)), "first");
    EXPECT_TRUE(judge->take_warnings().empty());
  }
  const std::vector<Item> items = items_with("x");
  const auto judge = jsonl_judge(kProgram + " greet", items);
  EXPECT_NE(answer_of(*judge, plain(0)).find("wrote 'judge 1.0 is ready'"), std::string::npos);
}

TEST_F(JsonlJudges, FailWhenTheProgramEndsOrClosesAPipeAndAreStartedAgain) {
  const std::map<std::string, std::string> faults = {
      {"exit 0", "ended with status 0"},     {"exit 1", "ended with status 1"},
      {"exit 125", "ended with status 125"}, {"kill", "was killed by signal 9"},
      {"close output", "closed its output"}, {"leave a child", "ended with status 4"}};
  for (const auto& [what, message] : faults) {
    const std::vector<Item> items = items_with(what);
    const auto judge = jsonl_judge(kProgram, items);
    judge->ask(plain(0));
    judge->ask(fault(1));
    judge->ask(plain(2));
    EXPECT_EQ(all_said_in(replies_of(*judge, 3)), (Said{{0, "first"}, {1, message}, {2, message}}));
    EXPECT_EQ(answer_of(*judge, plain(3)), "first") << what;
  }
  // Nothing comes of what is asked behind an input that is closed.
  const std::vector<Item> items = items_with("close input");
  const auto judge = jsonl_judge(kProgram, items);
  EXPECT_EQ(answer_of(*judge, fault(0)), "second");
  judge->ask(plain(1));
  EXPECT_EQ(all_said_in(replies_of(*judge, 1)), (Said{{1, "closed its input"}}));
  EXPECT_EQ(answer_of(*judge, plain(2)), "first");
}

TEST_F(JsonlJudges, StopEverythingByTheirStatus) {
  for (const char* what : {"exit 126", "exit 127", "exit 255", "close and exit 126"}) {
    const std::vector<Item> items = items_with(what);
    const auto judge = jsonl_judge(kProgram, items);
    judge->ask(fault(0));
    judge->ask(plain(1));
    const Said said = all_said_in(replies_of(*judge, 2));
    ASSERT_EQ(said.size(), 2U);
    for (const auto& [match, text] : said) EXPECT_TRUE(text.starts_with("STOP ended with")) << text;
    EXPECT_TRUE(answer_of(*judge, plain(2)).starts_with("STOP ")) << "it is not started again";
  }
}

// A program that has closed its output has a second to end; whoever asks meanwhile gets a new one.
TEST_F(JsonlJudges, KeepQuestionsWhileOneProgramMakesWayForTheNext) {
  const std::vector<Item> items = items_with("close output");
  const auto judge = jsonl_judge(kProgram, items);
  judge->ask(fault(0));
  EXPECT_TRUE(replies_of(*judge, 1, milliseconds(300)).empty());
  judge->ask(plain(1));
  judge->ask(plain(2));
  EXPECT_EQ(all_said_in(replies_of(*judge, 3)),
            (Said{{0, "closed its output"}, {1, "first"}, {2, "first"}}));
}

TEST_F(JsonlJudges, ThatEndBetweenQuestionsAreStartedAgain) {
  const std::vector<Item> items = items_with("x");
  const std::string once =
      R"(sh -c 'read -r line; echo "{\"id\":\"$0.1.1\",\"winner\":\"A\"}"; exit STATUS' )";
  const auto ends = [&](const std::string& match, const std::string& status) {
    return jsonl_judge(std::string(once).replace(once.find("STATUS"), 6, status) + match, items);
  };
  const auto quiet = ends("3", "0");
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(answer_of(*quiet, plain(3)), "first");
    EXPECT_TRUE(replies_of(*quiet, 1, milliseconds(100)).empty());
  }
  EXPECT_TRUE(quiet->take_warnings().empty());
  const auto noisy = ends("3", "2");
  EXPECT_EQ(answer_of(*noisy, plain(3)), "first");
  EXPECT_TRUE(replies_of(*noisy, 1, milliseconds(100)).empty());
  ASSERT_EQ(noisy->take_warnings().size(), 1U);
  EXPECT_EQ(answer_of(*noisy, plain(3)), "first");
  EXPECT_TRUE(replies_of(*noisy, 1, milliseconds(100)).empty());
  const auto stops = ends("3", "126");
  EXPECT_EQ(answer_of(*stops, plain(3)), "first");
  EXPECT_TRUE(replies_of(*stops, 1, milliseconds(100)).empty());
  EXPECT_TRUE(answer_of(*stops, plain(4)).starts_with("STOP "));
}

TEST_F(JsonlJudges, OnlyTheQuestionFailsThatTakesTooLong) {
  const std::vector<Item> items = items_with("hang");
  const auto judge = jsonl_judge(kProgram, items, {0.3});
  judge->ask(fault(0));
  judge->ask(plain(1));
  EXPECT_EQ(all_said_in(replies_of(*judge, 2)),
            (Said{{0, "does not answer in time (0.3 s)"}, {1, "first"}}));
  EXPECT_EQ(answer_of(*judge, plain(0)), "first") << "it is asked again";
  EXPECT_TRUE(judge->take_warnings().empty());
}

TEST_F(JsonlJudges, ALateAnswerIsPassedOver) {
  const std::vector<Item> items = items_with("late");
  const auto judge = jsonl_judge(kProgram, items, {0.2});
  judge->ask(fault(0));
  EXPECT_EQ(all_said_in(replies_of(*judge, 1)), (Said{{0, "does not answer in time (0.2 s)"}}));
  std::this_thread::sleep_for(seconds(1));
  EXPECT_EQ(answer_of(*judge, plain(1)), "first");
  const std::vector<std::string> warnings = judge->take_warnings();
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("answered too late: '{"), std::string::npos);
}

// The pipe is full: those behind would never be given to it, and their time never begin.
TEST_F(JsonlJudges, ThatReadNothingAreKilledWhenTimeIsUp) {
  const std::vector<Item> items = items_of({std::string(1 << 18, 'x'), "y"});
  const auto judge = jsonl_judge(kProgram + " deaf", items, {0.3});
  for (std::uint32_t i = 0; i < 4; ++i) judge->ask(question_of(i));
  const std::string message = "does not read its questions in time (0.3 s)";
  EXPECT_EQ(all_said_in(replies_of(*judge, 4)),
            (Said{{0, message}, {1, message}, {2, message}, {3, message}}));
}

TEST_F(JsonlJudges, ThatAreSlowToReadGetEverything) {
  const std::vector<Item> items = items_of({std::string(1 << 18, 'x'), "y"});
  const auto judge = jsonl_judge(kProgram, items, {20});
  Said expected;
  for (std::uint32_t i = 0; i < 50; ++i) {
    judge->ask(question_of(i, i % 2, (i + 1) % 2));
    expected[i] = i % 2 == 0 ? "first" : "second";
  }
  EXPECT_EQ(all_said_in(replies_of(*judge, 50)), expected);
}

TEST_F(JsonlJudges, AnswerThousandsAtATime) {
  const std::vector<Item> items = items_with("x");
  const auto judge = jsonl_judge(kProgram + " 500", items, {60});
  constexpr std::uint32_t kCount = 20'000;
  for (std::uint32_t i = 0; i < kCount; ++i) judge->ask(question_of(i, 1 + i % 2, 2 - i % 2));
  const std::vector<Reply> replies = replies_of(*judge, kCount, seconds(60));
  ASSERT_EQ(replies.size(), kCount);
  for (const Reply& reply : replies) {
    ASSERT_EQ(ect::said_in(reply), reply.question.match % 2 == 0 ? "first" : "second");
  }
  EXPECT_TRUE(judge->take_warnings().empty());
}

TEST_F(JsonlJudges, EndWithTheJudgeWhateverTheyDo) {
  const auto start = JudgeClock::now();
  for (const char* what : {"x", "sleep", "hang", "close output", "leave a child"}) {
    const std::vector<Item> items = items_with(what);
    const auto judge = jsonl_judge(kProgram, items);
    judge->ask(fault(0));
    replies_of(*judge, 1, milliseconds(100));
  }
  EXPECT_LT(JudgeClock::now() - start, seconds(20));
}

// The input's end is heard: a program that needs a moment to put its things away has it.
TEST_F(JsonlJudges, HaveAMomentToEnd) {
  const TempFolder folder;
  const std::string mark = folder.path("mark");
  const std::vector<Item> items = items_with("x");
  {
    const auto judge = jsonl_judge(
        "sh -c 'while read -r line; do :; done; sleep 0.1; echo bye; touch \"$0\"' " + mark, items);
    judge->ask(plain(0));
    replies_of(*judge, 1, milliseconds(100));
  }
  EXPECT_TRUE(std::filesystem::exists(mark));
}

}  // namespace
}  // namespace ect::selection
