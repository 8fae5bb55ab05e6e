// ect select, killed at random moments and run again until it is finished; and a full disk.
#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "ect/random.h"
#include "tests/helpers/cli_helpers.h"
#include "tests/helpers/places.h"

namespace ect::cli {
namespace {

using Json = nlohmann::json;

class SelectFaults : public InFolder {
 protected:
  pid_t start(std::vector<std::string> words) const {
    std::vector<char*> raw;
    raw.reserve(words.size() + 1);
    for (std::string& word : words) raw.push_back(word.data());
    raw.push_back(nullptr);
    const std::string out = path("out");
    const std::string err = path("err");
    const pid_t child = ::fork();
    if (child != 0) return child;
    const int to = ::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int errors = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(to, STDOUT_FILENO);
    ::dup2(errors, STDERR_FILENO);
    ::execvp(raw[0], raw.data());
    ::_exit(127);
  }

  static int wait_for(pid_t child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  // Writes down what it is asked, and prefers the greater number, often wrongly but always the
  // same way.
  std::string judge() const {
    return write("judge.py",
                 "import sys, json, hashlib\n"
                 "for line in sys.stdin:\n"
                 "    q = json.loads(line)\n"
                 "    open(sys.argv[1], 'a').write(q['id'] + '\\n')\n"
                 "    a, b = int(q['first']['text']), int(q['second']['text'])\n"
                 "    odd = hashlib.md5(q['id'].encode()).digest()[0] < 60\n"
                 "    first = (a > b) != odd\n"
                 "    print(json.dumps({'id': q['id'], 'winner': 'first' if first else 'second'}),"
                 " flush=True)\n");
  }

  std::vector<std::string> command(unsigned jobs) const {
    std::string items;
    for (int i = 0; i < 60; ++i) items += fmt::format("{}\n", i);
    return {ect_program(),
            "select",
            write("items.txt", items),
            "--judge-jsonl",
            "python3 " + judge() + ' ' + path("log"),
            "-m",
            "3",
            "--jobs",
            std::to_string(jobs),
            "--json",
            "--quiet"};
  }
};

TEST_F(SelectFaults, KilledAtAnyMomentItGoesOn) {
  constexpr unsigned kJobs = 3;
  std::vector<std::string> words = command(kJobs);
  const auto before = std::chrono::steady_clock::now();
  ASSERT_EQ(wait_for(start(words)), 0) << read(path("err"));
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - before;
  const Json undisturbed = Json::parse(read(path("out")));
  const long questions = lines_in(read(path("log")));
  EXPECT_EQ(questions, undisturbed["questions"].get<long>());
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    fs::remove(path("log"));
    fs::remove(path("j"));
    std::vector<std::string> journaled = words;
    journaled.insert(journaled.end(), {"--journal", path("j")});
    Random random(seed);
    int killed = 0;
    auto longest = static_cast<std::uint64_t>(took.count()) + 1;
    while (true) {
      const pid_t child = start(journaled);
      std::this_thread::sleep_for(std::chrono::microseconds(random.below(longest)));
      ::kill(child, SIGKILL);
      const int status = wait_for(child);
      if (status == 0) break;
      ASSERT_EQ(status, -1) << read(path("err"));
      ++killed;
      longest += longest / 8;  // it ends some time, however slow the machine is
    }
    const Json result = Json::parse(read(path("out")));
    EXPECT_EQ(result["winner"], undisturbed["winner"]);
    EXPECT_EQ(result["path"], undisturbed["path"]);
    EXPECT_EQ(result["overturned_by"], undisturbed["overturned_by"]);
    EXPECT_EQ(result["questions"].get<long>(), questions);
    // At most those in flight were asked twice.
    EXPECT_LE(lines_in(read(path("log"))), questions + killed * static_cast<long>(kJobs));
  }
}

TEST_F(SelectFaults, ACtrlCEndsItCleanly) {
  std::vector<std::string> words = command(2);
  words.insert(words.end(), {"--journal", path("j"), "--rate", "20"});
  const pid_t child = start(words);
  while (!fs::exists(path("log"))) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ::kill(child, SIGINT);
  EXPECT_NE(wait_for(child), 0);
  EXPECT_NE(read(path("err")).find("the same command continues"), std::string::npos)
      << read(path("err"));
}

// The shell's limit of file sizes stands in for a disk that is full.
TEST_F(SelectFaults, AFullDiskEndsItAndLosesNothing) {
  std::vector<std::string> words = command(4);
  words.insert(words.end(), {"--journal", path("j")});
  std::vector<std::string> limited = {"sh", "-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"",
                                      "limited"};
  limited.insert(limited.end(), words.begin(), words.end());
  EXPECT_EQ(wait_for(start(limited)), 1);
  EXPECT_EQ(lines_in(read(path("err"))), 1) << read(path("err"));
  EXPECT_NE(read(path("err")).find("cannot be written"), std::string::npos) << read(path("err"));
  EXPECT_TRUE(read(path("j")).ends_with('\n'));  // whole lines only
  const long written = lines_in(read(path("j")));
  EXPECT_GT(written, 10);
  ASSERT_EQ(wait_for(start(words)), 0) << read(path("err"));
  const Json with_trouble = Json::parse(read(path("out")));
  ASSERT_EQ(wait_for(start(command(4))), 0);
  EXPECT_EQ(Json::parse(read(path("out")))["path"], with_trouble["path"]);
}

}  // namespace
}  // namespace ect::cli
