// A process for each game.
//
// Programs are started in ask() and looked after in collect(); nothing waits, but for a program
// that was just killed. One poll() of all outputs, without time, says which have something to read.
// The end of an output is not the end of its program, and a program can end while somebody that it
// left behind holds its output. So both are asked for: who has closed its output is looked at soon
// and then ever more rarely, everybody else a few times a second.
//
// Of what a program writes, the last 64 KiB are kept. Time a game: what the system takes to start
// and end a process (bench_judges).
// Tests: process_judge_test.
#include "select/process_judge.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "ect/error.h"
#include "select/command_words.h"
#include "select/judge_protocol.h"
#include "util/spawn.h"
#include "util/text.h"

namespace ect {
namespace {

using std::chrono::milliseconds;
using Time = JudgeClock::time_point;

constexpr std::size_t kKept = 1 << 16;     // bytes of an output
constexpr int kMostReads = 64;             // of one output in a row, as others wait
constexpr milliseconds kFirstLook{1};      // at whom closed its output: so long until it has ended
constexpr milliseconds kLongestLook{200};  // between two looks

// A program and what it has said.
struct Game {
  QuestionKey question;
  pid_t id = -1;
  int input = -1;  // while there is something to send
  int output = -1;
  std::string unsent;
  std::string said;    // the last of it
  bool cut = false;    // there was more before it
  int unreadable = 0;  // the error, if one came
  Time deadline = Time::max();
  Time look = Time::max();
  milliseconds pause = kLongestLook;
};

void write_some(Game& game) {
  const NoPipeSignal guard;
  while (!game.unsent.empty()) {
    const ssize_t size = ::write(game.input, game.unsent.data(), game.unsent.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size < 0) break;  // it does not want to know: its answer says the rest
    game.unsent.erase(0, static_cast<std::size_t>(size));
  }
  game.unsent = {};
  close_descriptor(game.input);
}

void read_some(Game& game) {
  std::array<char, kKept> buffer;
  for (int i = 0; i < kMostReads && game.output >= 0; ++i) {
    const ssize_t size = ::read(game.output, buffer.data(), buffer.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size <= 0) {
      if (size < 0) game.unreadable = errno;
      close_descriptor(game.output);
      game.pause = kFirstLook;
      game.look = Time();  // now
      return;
    }
    const std::string_view text(buffer.data(), static_cast<std::size_t>(size));
    if (game.said.size() + text.size() > kKept) {
      game.said.erase(0, game.said.size() + text.size() - kKept);
      game.cut = true;
    }
    game.said += text;
  }
}

class ProcessJudge final : public Judge {
 public:
  ProcessJudge(const std::string& command, const std::vector<Item>& items,
               const ProcessJudgeOptions& options)
      : name_(command),
        words_(command),
        items_(items),
        seconds_(options.timeout),
        limit_(time_limit(options.timeout)) {
    nothing_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing_ < 0) throw Error::input_output("cannot open /dev/null: " + error_text(errno));
  }
  ProcessJudge(const ProcessJudge&) = delete;
  ProcessJudge& operator=(const ProcessJudge&) = delete;
  ~ProcessJudge() override {
    for (const Game& game : games_) ::kill(-game.id, SIGKILL);
    for (Game& game : games_) {
      close_descriptor(game.input);
      close_descriptor(game.output);
      kill_and_reap(game.id);
    }
    close_descriptor(nothing_);
  }

  const std::string& name() const override { return name_; }

  void ask(const Question& question) override {
    try {
      start(question);
    } catch (const Error& error) {  // no descriptor left: there may be one later
      fail(question.key, "cannot be started: " + std::string(error.what()));
    }
  }

  void watch(std::vector<pollfd>& descriptors) const override {
    for (const Game& game : games_) {
      if (game.output >= 0) descriptors.push_back({game.output, POLLIN, 0});
      if (game.input >= 0) descriptors.push_back({game.input, POLLOUT, 0});
    }
  }

  std::optional<Time> wakes() const override {
    if (!replies_.empty()) return Time();
    std::optional<Time> first;
    for (const Game& game : games_) {
      const Time wake = std::min(game.deadline, game.look);
      if (!first || wake < *first) first = wake;
    }
    return first;
  }

  void collect(std::vector<Reply>& replies) override {
    exchange();
    const Time now = JudgeClock::now();
    for (std::size_t i = 0; i < games_.size();) {
      if (!is_over(games_[i], now)) {
        ++i;
        continue;
      }
      close_descriptor(games_[i].input);
      close_descriptor(games_[i].output);
      if (i + 1 < games_.size()) games_[i] = std::move(games_.back());
      games_.pop_back();
    }
    std::move(replies_.begin(), replies_.end(), std::back_inserter(replies));
    replies_.clear();
  }

 private:
  void start(const Question& question) {
    const std::vector<std::string> words = words_.filled(question, items_);
    const bool shows = words_.shows_items();
    std::optional<Pipe> input;
    if (!shows) input.emplace();
    Pipe output;
    Game game;
    game.question = question.key;
    const int failed = spawn(words, input ? input->end(0) : nothing_, output.end(1), true, game.id);
    if (failed == E2BIG) {
      return fail(question.key,
                  "cannot be started: the items are too long for arguments of a program "
                  "(use --judge-jsonl, or a command without {a} and {b})",
                  true);
    }
    if (failed != 0) {
      return fail(question.key, "cannot be started: " + error_text(failed), !may_pass(failed));
    }
    game.output = output.take(0);
    const Time now = JudgeClock::now();
    if (limit_) game.deadline = now + *limit_;
    game.look = now + game.pause;
    if (input) {
      game.input = input->take(1);
      append_question(game.unsent, question, items_);
      write_some(game);
    }
    games_.push_back(std::move(game));
  }

  // Reads and writes wherever that is possible.
  void exchange() {
    ready_.clear();
    for (const Game& game : games_) {
      ready_.push_back({game.output, POLLIN, 0});  // those that are none are passed over
      ready_.push_back({game.input, POLLOUT, 0});
    }
    if (ready_.empty() || ::poll(ready_.data(), ready_.size(), 0) <= 0) return;
    for (std::size_t i = 0; i < games_.size(); ++i) {
      if (ready_[2 * i].revents != 0) read_some(games_[i]);
      if (ready_[2 * i + 1].revents != 0) write_some(games_[i]);
    }
  }

  // Whether nothing more comes of it, after its reply.
  bool is_over(Game& game, Time now) {
    if (now >= std::min(game.look, game.deadline)) {
      if (const std::optional<int> status = reap(game.id, true)) {
        read_some(game);  // what it has left in the pipe
        conclude(game, *status);
        return true;
      }
      if (wants_terminal(game.id)) {
        kill_and_reap(game.id);
        fail(game.question, kNoTerminal, true);
        return true;
      }
      game.look = now + game.pause;
      game.pause = std::min(2 * game.pause, kLongestLook);
    }
    if (now < game.deadline) return false;
    kill_and_reap(game.id);
    fail(game.question, fmt::format("does not answer in time ({} s)", seconds_));
    return true;
  }

  void conclude(const Game& game, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 125) {
      replies_.push_back({game.question, Answer{Verdict::kAbstain, "", 0}});
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fail(game.question, how_it_ended(status), is_stop(status));
    } else if (game.unreadable != 0) {
      fail(game.question, "cannot be read: " + error_text(game.unreadable));
    } else {
      conclude(game);
    }
  }

  void conclude(const Game& game) {
    const std::size_t last = game.said.find_last_not_of(" \t\r\n");
    if (last == std::string::npos && !game.cut) {
      return fail(game.question, words_.shows_items()
                                     ? "says nothing (its standard input is empty: it can ask "
                                       "nobody there)"
                                     : "says nothing");
    }
    const std::size_t before =
        last == std::string::npos ? std::string::npos : game.said.rfind('\n', last);
    if (before == std::string::npos && game.cut) {
      return fail(game.question, fmt::format("says more than {} bytes in its last line", kKept));
    }
    const std::string_view line = std::string_view(game.said).substr(before + 1, last - before);
    if (std::optional<Answer> answer = parse_verdict(line)) {
      replies_.push_back({game.question, std::move(*answer)});
    } else {
      fail(game.question, "says " + shown(trimmed(line)) +
                              " at last (expected A, B, tie, abstain or an object with 'winner')");
    }
  }

  void fail(const QuestionKey& question, const std::string& what, bool stop = false) {
    replies_.push_back({question, Failure{shown(name_) + ' ' + what, stop}});
  }

  std::string name_;
  CommandWords words_;
  const std::vector<Item>& items_;
  double seconds_;
  std::optional<JudgeClock::duration> limit_;
  int nothing_ = -1;  // /dev/null
  std::vector<Game> games_;
  std::vector<Reply> replies_;
  std::vector<pollfd> ready_;
};

}  // namespace

std::unique_ptr<Judge> process_judge(const std::string& command, const std::vector<Item>& items,
                                     const ProcessJudgeOptions& options) {
  return std::make_unique<ProcessJudge>(command, items, options);
}

}  // namespace ect
