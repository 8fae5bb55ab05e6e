// Programs at the other end of two pipes, and that nothing is left of them.
#include "util/child_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <thread>

#include "tests/helpers/data_helpers.h"
#include "tests/helpers/leaves_nothing.h"
#include "tests/helpers/places.h"
#include "tests/helpers/temp_folder.h"
#include "util/shell_words.h"

namespace ect::util {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::size_t kLongest = 1 << 16;

ChildProcess::Deadline in(milliseconds time) { return ChildProcess::Clock::now() + time; }

std::vector<std::string> program(const std::string& how) { return {command_program(), how}; }

std::string message_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing was thrown";
}

using ChildProcesses = LeavesNothing;

TEST_F(ChildProcesses, LinesGoThereAndBack) {
  ChildProcess process(program("echo"));
  process.send("one\ntwo\n\n", in(seconds(20)));
  EXPECT_EQ(process.read_line(kLongest, in(seconds(20))), "one");
  EXPECT_TRUE(process.has_spoken());
  EXPECT_EQ(process.read_line(kLongest, in(seconds(20))), "two");
  EXPECT_EQ(process.read_line(3, in(seconds(20))), "");
  EXPECT_FALSE(process.has_spoken());
  process.finish(seconds(20));
}

TEST_F(ChildProcesses, FullPipesStopNobody) {
  ChildProcess process(program("flood"));
  std::string lines;
  for (int i = 0; i < 100'000; ++i) lines += "a line that is sent while the other side speaks\n";
  process.send(lines, in(seconds(60)));
  for (int i = 0; i < 1 << 17; ++i) {
    ASSERT_EQ(process.read_line(kLongest, in(seconds(20))).size(), 63U);
  }
  EXPECT_FALSE(process.has_spoken());
}

TEST_F(ChildProcesses, AProgramThatCannotBeStartedIsAnError) {
  EXPECT_EQ(message_of([] { ChildProcess({"no/such/program"}); }),
            "cannot start 'no/such/program': No such file or directory");
  EXPECT_EQ(message_of([] { ChildProcess({"/"}); }), "cannot start '/': Permission denied");
  const TempFolder folder;
  const std::string file = folder.path("not_executable");
  std::ofstream(file) << "echo hello\n";
  EXPECT_NE(message_of([&] { ChildProcess({file}); }).find("Permission denied"), std::string::npos);
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  EXPECT_NE(message_of([&] { ChildProcess({file}); }).find("cannot start"),
            std::string::npos);  // executable, but not a program: no shell is tried
  EXPECT_EQ(message_of([] { ChildProcess(std::vector<std::string>()); }),
            "there is no program to start");
}

TEST_F(ChildProcesses, WhatBecameOfAProgramIsSaid) {
  {
    ChildProcess process(program("at-once"));
    EXPECT_EQ(message_of([&] { process.read_line(kLongest, in(seconds(20))); }),
              "'command_program' ended with status 5");
  }
  {
    ChildProcess process(program("echo"));
    ::kill(process.id(), SIGKILL);
    EXPECT_EQ(message_of([&] { process.read_line(kLongest, in(seconds(20))); }),
              "'command_program' was killed by signal 9");
  }
  ChildProcess process(program("deaf"));
  EXPECT_EQ(process.read_line(kLongest, in(seconds(20))), "deaf");
  EXPECT_EQ(message_of([&] { process.send("hello\n", in(seconds(20))); }),
            "'command_program' closed its input");
}

TEST_F(ChildProcesses, WritingToAProgramThatHasGoneIsAnErrorAndNoSignal) {
  ChildProcess process(program("at-once"));
  const std::string much(1 << 20, 'x');
  EXPECT_EQ(message_of([&] { process.send(much, in(seconds(20))); }),
            "'command_program' ended with status 5");
}

TEST_F(ChildProcesses, AnEndIsNoticedAlthoughSomebodyHoldsTheOutput) {
  ChildProcess process({"sh", "-c", "sleep 60 & exit 3"});
  EXPECT_NE(
      error_of([&] { process.read_line(kLongest, in(seconds(20))); }).find("ended with status 3"),
      std::string::npos);
}

TEST_F(ChildProcesses, NobodyIsWaitedForLongerThanSaid) {
  ChildProcess process(program("echo"));
  EXPECT_EQ(message_of([&] { process.read_line(kLongest, in(milliseconds(50))); }),
            "'command_program' does not answer in time");
  ChildProcess sleeper(program("sleeper"));
  EXPECT_EQ(sleeper.read_line(kLongest, in(seconds(20))), "ready");
  const std::string much(1 << 20, 'x');
  EXPECT_EQ(message_of([&] { sleeper.send(much, in(milliseconds(50))); }),
            "'command_program' does not answer in time");
}

TEST_F(ChildProcesses, LongLinesAreRefused) {
  ChildProcess process(program("echo"));
  process.send(std::string(kLongest, 'x') + "\n" + std::string(kLongest + 1, 'x') + "\n",
               in(seconds(20)));
  EXPECT_EQ(process.read_line(kLongest, in(seconds(20))).size(), kLongest);
  EXPECT_EQ(message_of([&] { process.read_line(kLongest, in(seconds(20))); }),
            "'command_program' wrote a line of more than 65536 bytes");
}

// The last one is checked by TearDown: it ignores SIGTERM.
TEST_F(ChildProcesses, NothingIsLeftOfAProgramAndItsChildren) {
  pid_t grandchild = 0;
  {
    ChildProcess process(program("parent"));
    grandchild = std::stoi(process.read_line(kLongest, in(seconds(20))));
    EXPECT_EQ(::kill(grandchild, 0), 0);
  }
  // Where we are in front of a terminal it shares our group, and only itself is ended.
  if (std::ifstream("/dev/tty").good()) ::kill(grandchild, SIGKILL);
  for (int i = 0; i < 1000 && std::filesystem::exists("/proc/" + std::to_string(grandchild)); ++i) {
    const std::ifstream stat("/proc/" + std::to_string(grandchild) + "/stat");
    std::stringstream text;
    text << stat.rdbuf();
    if (text.str().find(") Z ") != std::string::npos) break;  // it has ended
    std::this_thread::sleep_for(milliseconds(5));
    ASSERT_LT(i, 999) << "the child of the program lives";
  }
  ChildProcess stubborn(program("stubborn"));
  EXPECT_EQ(stubborn.read_line(kLongest, in(seconds(20))), "ready");
}

TEST(ShellWords, AreSplitAsAShellWould) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(shell_words("a  b\tc\n"), (Words{"a", "b", "c"}));
  EXPECT_EQ(shell_words("'a b' \"c d\" e\\ f"), (Words{"a b", "c d", "e f"}));
  EXPECT_EQ(shell_words("a'b'\"c\"d ''"), (Words{"abcd", ""}));
  EXPECT_EQ(shell_words(R"("\"\\\n" '\' \')"), (Words{"\"\\\\n", "\\", "'"}));
  EXPECT_EQ(shell_words("$HOME `ls` *.c | x > y"),
            (Words{"$HOME", "`ls`", "*.c", "|", "x", ">", "y"}));
  EXPECT_TRUE(shell_words("  ").empty());
  for (const char* wrong : {"'a", "\"a", "a\\"}) EXPECT_THROW(shell_words(wrong), Error) << wrong;
  EXPECT_THROW(shell_words(std::string_view("a\0b", 3)), Error);
}

TEST(ShellWords, AreReadAsTheyWereQuoted) {
  EXPECT_EQ(shell_quoted("ect:3,tree/x-y.csv"), "ect:3,tree/x-y.csv");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("a b"), "'a b'");
  EXPECT_EQ(shell_quoted("it's"), R"('it'\''s')");
  for (const char* word :
       {"", " ", "a b", "'", "''a'", "\"", "\\", "$x", "*", "a\tb\n", "é~;&|<>"}) {
    EXPECT_EQ(shell_words(shell_quoted(word) + " end"), (std::vector<std::string>{word, "end"}));
  }
}

}  // namespace
}  // namespace ect::util
