// Child processes when ect itself is killed and cannot end them; and programs that read the
// terminal, which is not allowed.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <memory>
#include <thread>

#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/places.h"
#include "util/child_process.h"
#include "util/shell_words.h"

namespace ect::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

bool soon(const std::function<bool()>& come_true) {
  for (int i = 0; i < 4000; ++i) {
    if (come_true()) return true;
    std::this_thread::sleep_for(milliseconds(5));
  }
  return false;
}

// A zombie is dead: somebody else's, who adopts orphans here.
bool lives(pid_t process) {
  const std::string stat = read(fmt::format("/proc/{}/stat", process));
  return !stat.empty() && stat.find(") Z ") == std::string::npos;
}

void run_ect(std::vector<std::string> words) {
  std::string program = ect_program();
  std::vector<char*> raw = {program.data()};
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  ::execv(raw[0], raw.data());
  ::_exit(127);
}

class Orphans : public InFolder {
 protected:
  // A judge that writes down its own number and that of its child, and answers nothing. First it
  // does `begin`, which takes until `ect` has bound the program to itself: before that, some
  // microseconds after its start (util/spawn.cc), the program would live on, and a busy machine
  // makes them long.
  std::string sleeper(const std::string& begin) const {
    return write("judge.sh", fmt::format("{1}\nsleep 300 &\necho $$ $! > {0}.part\n"
                                         "mv {0}.part {0}\nsleep 300\necho\n",
                                         path("numbers"), begin));
  }

  // Kills `parent` once both are known, and expects that they die with it.
  void expect_to_die_with(pid_t parent) const {
    EXPECT_TRUE(soon([&] { return fs::exists(path("numbers")); }));
    pid_t judge = 0;
    pid_t child = 0;
    std::ifstream(path("numbers")) >> judge >> child;
    ASSERT_GT(child, 0);
    EXPECT_TRUE(lives(judge) && lives(child));
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    EXPECT_TRUE(soon([&] { return !lives(judge); }));
    EXPECT_TRUE(soon([&] { return !lives(child); })) << "the child of the judge lives";
    if (lives(judge)) ::kill(judge, SIGKILL);
    if (lives(child)) ::kill(child, SIGKILL);
  }

  void expect_judge_to_die(const std::string& kind, const std::string& command) const {
    const std::string items = write("items.txt", "a\nb\n");
    const pid_t parent = ::fork();
    if (parent == 0) run_ect({"select", items, kind, command, "--jobs", "1", "--quiet"});
    expect_to_die_with(parent);
  }
};

TEST_F(Orphans, AreNoneOfAJudgeThatIsRunForEachGame) {
  expect_judge_to_die("--judge", "sh " + sleeper("sleep 1") + " {a} {b}");
}

TEST_F(Orphans, AreNoneOfAJudgeThatRunsAllTheTime) {
  expect_judge_to_die("--judge-jsonl", "sh " + sleeper("read question"));
}

// A learner's program may be started by a thread that ends long before it.
TEST_F(Orphans, AreNoneOfAProgramWhoseThreadHasEndedAndWhichStillAnswers) {
  const std::string script =
      write("echo.sh", fmt::format("sleep 300 &\nread word\necho $word\necho $$ $! > {0}.part\n"
                                   "mv {0}.part {0}\nsleep 300\n",
                                   path("numbers")));
  const pid_t parent = ::fork();
  if (parent == 0) {
    ::setsid();  // no terminal: the program has a group of its own
    std::unique_ptr<util::ChildProcess> program;
    std::thread([&] {
      program = std::make_unique<util::ChildProcess>(std::vector<std::string>{"sh", script});
    }).join();
    std::this_thread::sleep_for(milliseconds(100));
    program->send("hello\n", util::ChildProcess::Clock::now() + seconds(20));
    if (program->read_line(100, util::ChildProcess::Clock::now() + seconds(20)) != "hello")
      ::_exit(1);
    std::this_thread::sleep_for(seconds(60));
    ::_exit(0);
  }
  expect_to_die_with(parent);
}

class AtATerminal : public InFolder {
 protected:
  // What ect says there.
  std::string said(const std::string& kind, const std::string& command) const {
    const std::string items = write("items.txt", "a\nb\n");
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, nullptr);
    if (child == 0) run_ect({"select", items, kind, command, "--quiet", "--timeout", "100"});
    std::string text;
    std::array<char, 1000> buffer;
    for (ssize_t size = 0; (size = ::read(terminal, buffer.data(), buffer.size())) > 0;) {
      text.append(buffer.data(), static_cast<std::size_t>(size));
    }
    ::close(terminal);
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    return text;
  }
};

TEST_F(AtATerminal, AJudgeThatWantsItIsToldWhyNotAtOnce) {
  const auto start = std::chrono::steady_clock::now();
  const std::string script = "read a </dev/tty";
  const std::string why =
      " needs the terminal, but judges run in the background (--judge ask puts the questions to a "
      "person)\r\n";
  const std::string judge = "sh -c " + util::shell_quoted(script);
  EXPECT_EQ(said("--judge", judge + " judge {a}"), "ect: '" + judge + " judge {a}'" + why);
  EXPECT_EQ(said("--judge-jsonl", judge), "ect: '" + judge + "'" + why);
  EXPECT_LT(std::chrono::steady_clock::now() - start, seconds(50));
}

}  // namespace
}  // namespace ect::cli
