// A process for each game: its verdicts, its faults, and that nothing is left of it.
#include "selection/process_judge.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "ect/error.h"
#include "tests/helpers/data_helpers.h"
#include "tests/helpers/judge_helpers.h"
#include "tests/helpers/places.h"
#include "tests/helpers/temp_folder.h"
#include "util/shell_words.h"

namespace ect::selection {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

using ProcessJudges = LeavesNothing;

// A judge that runs this text of a shell, with the items as $1 and $2.
std::string shell(const std::string& script) {
  return "sh -c " + util::shell_quoted(script) + " judge {a} {b}";
}

std::string answer_of(const std::string& command, const std::vector<Item>& items,
                      double timeout = 0) {
  const auto judge = process_judge(command, items, {timeout});
  return answer_of(*judge, question_of(0));
}

// A folder of its own, which is where programs are started.
class InFolder {
 public:
  bool empty() const { return std::filesystem::is_empty(folder_.path()); }

 private:
  TempFolder folder_;
  WorkingFolder here_{folder_.path()};
};

TEST_F(ProcessJudges, SayAWordOrAnObjectInTheirLastLine) {
  const std::vector<Item> items = items_of({"x", "y"});
  EXPECT_EQ(answer_of(shell("test \"$1\" = x && echo A || echo B"), items), "first");
  EXPECT_EQ(answer_of(shell("test \"$2\" = x && echo A || echo B"), items), "second");
  EXPECT_EQ(answer_of(shell("echo thinking; echo; echo TIE; echo; echo '  '"), items), "tie");
  EXPECT_EQ(answer_of(shell("printf abstain"), items), "abstain");
  EXPECT_EQ(answer_of(shell("echo A; exit 125"), items), "abstain");
  const auto judge =
      process_judge(shell(R"(echo '{"winner":"second","note":"it is longer","cost":0.5}')"), items);
  judge->ask(question_of(3));
  const std::vector<Reply> replies = replies_of(*judge, 1);
  ASSERT_EQ(replies.size(), 1U);
  EXPECT_EQ(replies[0].question, (QuestionKey{3, 1, 1}));
  const auto& answer = std::get<Answer>(replies[0].what);
  EXPECT_EQ(answer.verdict, Verdict::kSecond);
  EXPECT_EQ(answer.note, "it is longer");
  EXPECT_EQ(answer.cost, 0.5);
  EXPECT_TRUE(judge->take_warnings().empty());
}

TEST_F(ProcessJudges, GetWhatTheirCommandNames) {
  const std::vector<Item> items = items_of({"x", "y"});
  const std::string script = "sh -c 'test \"$*\" = \"$WANTED\" && echo A || echo B' judge ";
  const auto gets = [&](const std::string& words, const char* wanted, const Question& question) {
    ::setenv("WANTED", wanted, 1);
    const auto judge = process_judge(script + words, items);
    EXPECT_EQ(answer_of(*judge, question), "first") << words;
  };
  gets("{a} {b}", "x y", question_of(0));
  gets("{a} {b}", "y x", question_of(0, 1, 0));
  gets("--left={a_id},{b_id} {a}{a} {seed}", "--left=x,y xx 7", question_of(0));
  gets("{a} '{c} {} {a {A} {{b}}' a}", "x {c} {} {a {A} {y} a}", question_of(0));
}

// question_of() tells which of these commands get the question on standard input.
TEST_F(ProcessJudges, GetAJsonLineWhereTheirCommandNamesNoItem) {
  const std::vector<Item> items = items_of({"x", "y \"quoted\"\n"});
  const std::string wanted = R"({"v":1,"id":"5.1.1","first":)" + items[0].json + R"(,"second":)" +
                             items[1].json + R"(,"seed":7})";
  ::setenv("WANTED", wanted.c_str(), 1);
  const auto judge = process_judge(
      "sh -c 'read -r line; test \"$line\" = \"$WANTED\" && ! read -r more && echo A || echo B' "
      "judge {a_id}",
      items);
  EXPECT_EQ(answer_of(*judge, question_of(5)), "first");
  // Nobody has to read it, be it longer than the pipe; and who reads slowly gets all of it.
  std::vector<Item> long_items = items_of({std::string(1 << 20, 'x'), "y"});
  EXPECT_EQ(answer_of("sh -c 'echo B'", long_items), "second");
  EXPECT_EQ(answer_of("sh -c 'exec <&-; sleep 0.1; echo B'", long_items), "second");
  EXPECT_EQ(answer_of("sh -c 'sleep 0.1; test $(wc -c) -gt 2097152 && echo A'", long_items),
            "first");
}

TEST_F(ProcessJudges, HaveNoInputWhereTheirCommandNamesItems) {
  EXPECT_EQ(answer_of(shell("read -r line && echo A || echo B"), items_of({"x", "y"})), "second");
}

TEST_F(ProcessJudges, GetItemsAsTheyAreAndRunNothingOfThem) {
  const InFolder folder;
  const std::vector<std::string> hostile = {"; touch x",
                                            "$(touch x)",
                                            "`touch x`",
                                            "'; touch x; '",
                                            "\"; touch x; \"",
                                            "| touch x",
                                            "a\ntouch x\n",
                                            "{b}",
                                            "{a}{b}{seed}",
                                            "* ~ $HOME $1 \\",
                                            "-e touch x",
                                            "&& touch x",
                                            "> x",
                                            "x y\tz",
                                            "\xc3\xa9\xff",
                                            "{\"a\": \"$(touch x)\"}",
                                            "--help",
                                            " "};
  for (const std::string& text : hostile) {
    std::vector<Item> items(2);
    items[0] = {text, text, "{}"};
    items[1] = {"other", "other", "{}"};
    ::setenv("WANTED", text.c_str(), 1);
    for (
        const char* command :
        {R"(sh -c 'test "$1" = "$WANTED" && test "$2" = other && echo A' judge {a} {b})",
         R"(sh -c 'test "$1" = "<$WANTED>" && test "$2" = other && echo A' judge "<{a_id}>" {b})"}) {
      EXPECT_EQ(answer_of(command, items), "first") << text;
    }
  }
  EXPECT_TRUE(folder.empty());
}

TEST_F(ProcessJudges, AreNotMadeOfItems) {
  const std::vector<Item> items = items_of({"x", "y"});
  const auto refused = [&](const std::string& command) {
    return error_of([&] { process_judge(command, items); });
  };
  EXPECT_EQ(refused(""), "there is no program to start in ''");
  EXPECT_EQ(refused("  "), "there is no program to start in '  '");
  EXPECT_EQ(refused("'' {a} {b}"), "there is no program to start in ''' {a} {b}'");
  EXPECT_EQ(refused("{a} {b}"), "an item would choose the program to start in '{a} {b}'");
  EXPECT_NE(refused("judge 'x"), "");
  for (const char* command :
       {"sh -c 'grep -c x {a}'", "/bin/bash -ec {b}", "env LANG=C dash -c 'echo {a_id}'",
        "python3.11 -c 'print(\"{a}\")' {b}", "perl -ne {a}", "node -e '{b}'"}) {
    EXPECT_NE(refused(command).find("an item would be run as code"), std::string::npos) << command;
  }
  for (const char* command : {"sh -c 'exit {seed}'", "sh -c 'echo A' judge {a} {b}", "judge -c {a}",
                              "grep -e {a}", "python3 judge.py {a} {b}"}) {
    EXPECT_EQ(refused(command), "") << command;
  }
}

TEST_F(ProcessJudges, ThatFailAreNoVerdict) {
  const std::vector<Item> items = items_of({"x", "y"});
  const auto failure = [&](const std::string& script, double timeout = 0) {
    const std::string command = "sh -c " + util::shell_quoted(script) + " . {a}";
    const std::string message = answer_of(command, items, timeout);
    // The message without the name of the judge, which may be shortened.
    std::size_t name = message.find("{a}' ");
    if (name == std::string::npos) name = message.find("...' ");
    return name == std::string::npos ? message : message.substr(name + 5);
  };
  const std::string expected = " last (expected A, B, tie, abstain or an object with 'winner')";
  EXPECT_EQ(failure("exit 1"), "ended with status 1");
  EXPECT_EQ(failure("echo A;exit 1"), "ended with status 1");
  EXPECT_EQ(failure("echo A;exit 124"), "ended with status 124");
  EXPECT_EQ(failure("kill -9 $$"), "was killed by signal 9");
  EXPECT_EQ(failure("echo A; kill $$"), "was killed by signal 15");
  const std::string nothing = "wrote no answer (its standard input is empty; it cannot ask there)";
  EXPECT_EQ(failure("true"), nothing);
  EXPECT_EQ(failure("echo;echo ' '"), nothing);
  EXPECT_EQ(failure("exec >&-;true"), nothing);
  EXPECT_EQ(failure("read word; echo $word"), nothing);  // a judge that waits for a person
  // This judge gets the question on its standard input, so the hint is not printed.
  EXPECT_EQ(answer_of("sh -c true", items), "'sh -c true' wrote no answer");
  EXPECT_EQ(failure("echo A;echo hm"), "wrote 'hm'" + expected);
  EXPECT_EQ(failure("echo {}"), "wrote '{}'" + expected);
  EXPECT_EQ(failure("printf 'A\\033[0m'"), "wrote 'A\\x1b[0m'" + expected);
  EXPECT_EQ(failure("yes x|tr -d '\\n'|head -c 60"),
            "wrote '" + std::string(40, 'x') + "...'" + expected);
}

TEST_F(ProcessJudges, StopEverythingByTheirStatus) {
  const std::vector<Item> items = items_of({"x", "y"});
  EXPECT_EQ(answer_of("sh -c 'echo A; exit 126' {a}", items),
            "STOP 'sh -c 'echo A; exit 126' {a}' ended with status 126");
  EXPECT_EQ(answer_of("sh -c 'no-such-program' {a}", items),
            "STOP 'sh -c 'no-such-program' {a}' ended with status 127");
  EXPECT_EQ(answer_of("sh -c 'exit 255' {a}", items),
            "STOP 'sh -c 'exit 255' {a}' ended with status 255");
  EXPECT_EQ(answer_of("no/such/program {a}", items),
            "STOP 'no/such/program {a}' cannot be started: No such file or directory");
  EXPECT_EQ(answer_of("/ {a}", items), "STOP '/ {a}' cannot be started: Permission denied");
}

TEST_F(ProcessJudges, CannotHaveItemsThatAreTooLongForArguments) {
  const std::vector<Item> items = items_of({std::string(1 << 20, 'x'), "y"});
  EXPECT_NE(answer_of("echo {a} {b}", items).find("(use --judge-jsonl"), std::string::npos);
}

TEST_F(ProcessJudges, MayPrintANovelBeforeTheirVerdict) {
  const std::vector<Item> items = items_of({"x", "y"});
  EXPECT_EQ(answer_of(shell("yes 'it is a truth' | head -c 20000000; echo; echo B"), items),
            "second");
  // A last line that fits and one that does not.
  EXPECT_NE(answer_of(shell("echo before; yes | tr -d '\\n' | head -c 65537"), items)
                .find("wrote more than 65536 bytes in its last line"),
            std::string::npos);
  EXPECT_NE(answer_of(shell("echo A; yes '' | head -c 70000"), items)
                .find("wrote more than 65536 bytes in its last line"),
            std::string::npos);
  EXPECT_EQ(answer_of(shell("echo B; yes '' | head -c 65000"), items), "second");
}

TEST_F(ProcessJudges, AreKilledWhenTimeIsUp) {
  const std::vector<Item> items = items_of({"x", "y"});
  const auto start = JudgeClock::now();
  EXPECT_EQ(answer_of("sh -c 'echo A; sleep 60' {a}", items, 0.2),
            "'sh -c 'echo A; sleep 60' {a}' does not answer in time (0.2 s)");
  // It closes its output and goes on: that is no answer yet.
  EXPECT_NE(answer_of(shell("echo A; exec >&-; sleep 60"), items, 0.2).find("in time (0.2 s)"),
            std::string::npos);
  EXPECT_EQ(answer_of(shell("echo A; exec >&-; sleep 0.3"), items, 20), "first");
  EXPECT_NE(answer_of(shell("yes"), items, 0.2).find("in time (0.2 s)"), std::string::npos);
  EXPECT_NE(answer_of(shell("trap '' TERM INT HUP; sleep 60"), items, 0.2).find("in time"),
            std::string::npos);
  EXPECT_LT(JudgeClock::now() - start, seconds(30));
}

// Somebody whom the program left behind holds its output, and is killed with it.
TEST_F(ProcessJudges, AreOverWhenTheProgramHasEnded) {
  const std::vector<Item> items = items_of({"x", "y"});
  const auto start = JudgeClock::now();
  EXPECT_EQ(answer_of(shell("sleep 60 & echo B"), items), "second");
  EXPECT_LT(JudgeClock::now() - start, seconds(20));
}

TEST_F(ProcessJudges, EndWithTheJudgeAndSoDoTheirChildren) {
  const InFolder folder;
  const std::vector<Item> items = items_of({"x", "y"});
  {
    const auto judge = process_judge(
        shell("sleep 60 & echo $! >child.part; mv child.part child; sleep 60"), items);
    judge->ask(question_of(0));
    for (int i = 0; i < 2000 && !std::filesystem::exists("child"); ++i) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    std::vector<Reply> replies;
    judge->collect(replies);
    EXPECT_TRUE(replies.empty());
  }
  pid_t child = 0;
  std::ifstream("child") >> child;
  ASSERT_GT(child, 0);
  const std::string stat = "/proc/" + std::to_string(child) + "/stat";
  for (int i = 0; i < 2000; ++i) {
    std::string text;
    std::getline(std::ifstream(stat), text);
    // A zombie has ended; the process that adopts orphans will reap it.
    if (text.empty() || text.find(") Z ") != std::string::npos) return;
    std::this_thread::sleep_for(milliseconds(5));
  }
  FAIL() << "the child of the program lives";
}

TEST_F(ProcessJudges, AnswerTogetherInAnyOrder) {
  const std::vector<Item> items = items_of({"0.6", "0", "0.3"});
  const auto judge = process_judge(shell("sleep $1; echo A"), items);
  judge->ask(question_of(0, 0, 1));
  judge->ask(question_of(1, 1, 2));
  judge->ask(question_of(2, 2, 0));
  const std::vector<Reply> replies = replies_of(*judge, 3);
  ASSERT_EQ(replies.size(), 3U);
  EXPECT_EQ(replies[0].question.match, 1U);
  EXPECT_EQ(replies[1].question.match, 2U);
  EXPECT_EQ(replies[2].question.match, 0U);
}

TEST_F(ProcessJudges, RunByTheHundred) {
  const std::vector<Item> items = items_of({"A", "B", "tie", "abstain"});
  const auto judge = process_judge(shell("sleep 0.2; echo \"$1\""), items, {60});
  for (std::uint32_t i = 0; i < 200; ++i) judge->ask(question_of(i, i % 4, (i + 1) % 4));
  const std::vector<Reply> replies = replies_of(*judge, 200, seconds(60));
  ASSERT_EQ(replies.size(), 200U);
  constexpr std::array<const char*, 4> kExpected = {"first", "second", "tie", "abstain"};
  for (const Reply& reply : replies) {
    EXPECT_EQ(said_in(reply), kExpected[reply.question.match % 4]);
  }
  // Then a hundred programs whose answers are never collected.
  const auto sleepy = process_judge(shell("sleep 60"), items);
  for (std::uint32_t i = 0; i < 100; ++i) sleepy->ask(question_of(i));
}

TEST_F(ProcessJudges, InheritNoPipeOfOthers) {
  const std::vector<Item> items = items_of({"x", "y"});
  // With three of them, each would see the pipes of those before it. One is by which it ends with
  // us.
  const auto judge = process_judge(
      "sh -c 'sleep 0.2; n=0; for i in 3 4 5 6 7 8 9 10 11 12; do test -e /proc/$$/fd/$i && "
      "readlink /proc/$$/fd/$i | grep pipe: >&2 && n=$((n+1)); done; test $n -le 1 && echo A'",
      items);
  for (std::uint32_t i = 0; i < 3; ++i) judge->ask(question_of(i));
  const std::vector<Reply> replies = replies_of(*judge, 3);
  ASSERT_EQ(replies.size(), 3U);
  for (const Reply& reply : replies) EXPECT_EQ(said_in(reply), "first");
}

TEST_F(ProcessJudges, TheExampleLikesLongLines) {
  const std::string command = "sh " + source_path("examples/judges/longest.sh") + " -- {a} {b}";
  EXPECT_EQ(answer_of(command, items_of({"short", "longer one"})), "second");
  EXPECT_EQ(answer_of(command, items_of({"longer one", "short"})), "first");
  EXPECT_EQ(answer_of(command, items_of({"same", "size"})), "tie");
  EXPECT_EQ(answer_of(command, items_of({"-n", "$(echo A)"})), "second");
}

}  // namespace
}  // namespace ect::selection
