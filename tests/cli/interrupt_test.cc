// The program itself, killed and stopped at random moments, and resumed until it is finished.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "ect/random.h"
#include "tests/helpers/learn_helpers.h"
#include "tests/helpers/places.h"
#include "tests/helpers/sanitized.h"

namespace ect::cli {
namespace {

struct Ended {
  int status;  // of the exit; -1 where a signal ended it
  std::string err;
};

class Interrupt : public LearnCli {
 protected:
  pid_t start(const std::vector<std::string>& arguments) const {
    std::vector<std::string> words = {ect_program()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> raw;
    raw.reserve(words.size() + 1);
    for (std::string& word : words) raw.push_back(word.data());
    raw.push_back(nullptr);
    const std::string err = path("err");
    const pid_t child = ::fork();
    if (child != 0) return child;
    const int out = ::open("/dev/null", O_WRONLY);
    const int to = ::open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(out, STDOUT_FILENO);
    ::dup2(to, STDERR_FILENO);
    ::execv(raw[0], raw.data());
    ::_exit(127);
  }

  Ended wait_for(pid_t child) const {
    int status = 0;
    ::waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(path("err"))};
  }

  static void wait(std::uint64_t microseconds) {
    std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
  }

  bool leftovers() const {
    for (const auto& entry : fs::directory_iterator(folder_)) {
      if (has(entry.path().filename(), ".tmp")) return true;
    }
    return false;
  }

  // Goes on until it is done, whatever signals come; compares the model with that of a training
  // which nobody disturbed. A signal comes within a part of the time that this one took: the
  // smaller, the more of them come before it is done.
  void disturb(std::vector<std::string> arguments, int seed, double part = 1) {
    const std::string model = path("a.model");
    arguments.insert(arguments.begin(), "train");
    arguments.insert(arguments.end(), {"-o", model, "--threads", "2"});
    const auto before = std::chrono::steady_clock::now();
    ASSERT_EQ(wait_for(start(arguments)).status, 0) << read(path("err"));
    const std::chrono::duration<double, std::micro> took =
        std::chrono::steady_clock::now() - before;
    const std::string undisturbed = read(model);
    fs::remove(model);
    arguments.insert(arguments.end(),
                     {"--checkpoint", path("a.ckpt"), "--resume", "--checkpoint-every", "0.01"});
    Random random(static_cast<std::uint64_t>(seed));
    int killed = 0;
    int stopped = 0;
    auto longest = static_cast<std::uint64_t>(part * took.count()) + 1;
    bool done = false;
    while (killed + stopped < 60) {
      const pid_t child = start(arguments);
      wait(random.below(longest));
      const int signal = random.chance(0.4) ? SIGKILL : random.chance(0.5) ? SIGTERM : SIGINT;
      ::kill(child, signal);
      const Ended ended = wait_for(child);
      done = ended.status == 0 && killed + stopped > 0;
      if (done) break;
      if (ended.status == 0) {  // nobody disturbed it: once more, sooner
        fs::remove(model);
        longest = longest / 2 + 1;
        continue;
      }
      if (ended.status == -1) {  // killed, or asked before it listens
        ++killed;
        continue;
      }
      ++stopped;
      EXPECT_EQ(ended.status, 128 + signal) << ended.err;
      EXPECT_TRUE(has(ended.err, "ect: stopped (--resume continues from here)\n")) << ended.err;
      EXPECT_TRUE(fs::exists(path("a.ckpt")));
    }
    // One that was killed may have written the model, and not yet removed the checkpoint.
    if (!done) {
      ASSERT_EQ(wait_for(start(arguments)).status, 0) << read(path("err"));
    }
    EXPECT_EQ(read(model), undisturbed);
    EXPECT_FALSE(fs::exists(path("a.ckpt")));
    EXPECT_FALSE(leftovers());
    EXPECT_GT(killed + stopped, 0);
  }

  std::string made(const std::string& classes, const std::string& examples) const {
    return write("made.svm", synth(classes, examples));
  }

  // As vw, whose places can be few (--bits): of svmlight, where nobody knows how many there will
  // be, a snapshot has filters of 268 MB, and most of the time is spent on writing them.
  std::string made_vw(const std::string& classes, const std::string& examples) const {
    std::string text;
    for (const std::string& line : parts_of(synth(classes, examples), '\n')) {
      const std::size_t label = line.find(' ');
      text += line.substr(0, label) + " |" + line.substr(label) + '\n';
    }
    return write("made.vw", text);
  }

 private:
  static std::string synth(const std::string& classes, const std::string& examples) {
    return ect({"synth", "--classes", classes, "--examples", examples, "--quiet"}).out;
  }
};

TEST_F(Interrupt, BatchesGoOnAfterAnySignal) {
  const std::string data = made("20", all_or_enough("4000", "400"));
  for (int seed = 1; seed <= all_or_enough(3, 1); ++seed) disturb({data}, seed);
  disturb({data, "--finals", "charged", "-m", "2", "--learner", "hinge"}, 4);
}

TEST_F(Interrupt, PassesGoOnAfterAnySignal) {
  const std::string data = made("20", all_or_enough("4000", "1000"));
  disturb({data, "--learner", "logistic", "--passes", "4"}, 5);
}

TEST_F(Interrupt, StreamsGoOnAfterAnySignal) {
  const std::string data = made_vw("20", all_or_enough("6000", "2000"));
  for (int seed = 6; seed <= all_or_enough(7, 6); ++seed) {
    disturb({data, "--stream", "--passes", "3", "--bits", "16"}, seed, 0.25);
  }
}

TEST_F(Interrupt, AStopLeavesNothingHalfWritten) {
  const std::string data = made("20", "20000");
  const std::vector<std::string> arguments = {"train",    data,       "-o", path("a.model"),
                                              "--stream", "--passes", "50"};
  int stopped = 0;
  for (int i = 0; i < 5; ++i) {
    const pid_t child = start(arguments);
    wait(100'000 + 30'000 * static_cast<std::uint64_t>(i));
    ::kill(child, SIGTERM);
    const Ended ended = wait_for(child);
    if (ended.status != 143) continue;
    ++stopped;
    EXPECT_EQ(ended.err, "ect: stopped\n");
    EXPECT_FALSE(leftovers());
  }
  EXPECT_GT(stopped, 0);
}

TEST_F(Interrupt, ACheckpointThatIsThereIsNotOverwritten) {
  const std::string data = made("4", "500");
  write("a.ckpt", "precious");
  const Outcome outcome =
      ect({"train", data, "-o", path("a.model"), "--checkpoint", path("a.ckpt")});
  expect_one_line_error(outcome, 2);
  EXPECT_TRUE(has(outcome.err, "--resume continues from it")) << outcome.err;
  expect_one_line_error(
      ect({"train", data, "-o", path("a.model"), "--checkpoint", path("a.ckpt"), "--resume"}), 1);
  EXPECT_EQ(read(path("a.ckpt")), "precious");
}

}  // namespace
}  // namespace ect::cli
