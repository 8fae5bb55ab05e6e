// A judge that starts a process for each game.
//
// Programs are started in ask() and served in collect(); nothing waits, except for a program that
// was just killed. One poll() of all outputs, without waiting, finds those that can be read. The
// end of an output is not the end of its program, and a program can end while a process that it
// started still holds its output. So both are checked: a program that has closed its output is
// checked soon and then less and less often, others a few times a second.
//
// Of the output of a program the last 64 KiB are stored. Cost per game: the time to start and end a
// process (bench_select).
// Tests: process_judge_test.
#include "selection/process_judge.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string_view>
#include <utility>

#include "ect/error.h"
#include "selection/command_words.h"
#include "selection/judge_protocol.h"
#include "util/spawn.h"
#include "util/text.h"

namespace ect::selection {
namespace {

using std::chrono::milliseconds;
using Time = JudgeClock::time_point;

constexpr std::size_t kMaxOutputBytes = 1 << 16;  // that are stored
constexpr int kMaxOutputReads = 64;               // reads of one output in a row, as others wait
constexpr milliseconds kFirstPollInterval{1};     // for a program that closed its output
constexpr milliseconds kMaxPollInterval{200};     // between two checks for the end of a program

// A running program and its output so far.
struct Game {
  QuestionKey question;
  RunningProgram program = {};  // its input is open while there is something to send
  std::string unsent = {};
  std::string said = {};  // the end of its output
  bool cut = false;       // whether there was output before that
  int unreadable = 0;     // the error number of a failed read; 0 for none
  Time deadline = Time::max();
  Time look = Time::max();
  milliseconds pause = kMaxPollInterval;
};

void write_some(Game& game) {
  while (!game.unsent.empty()) {
    const util::Moved written = util::write_now(game.program.input, game.unsent);
    if (written.ended) break;  // the program does not read its input; its answer counts
    if (written.bytes == 0) return;
    game.unsent.erase(0, written.bytes);
  }
  game.unsent = {};
  util::close_descriptor(game.program.input);
}

void read_some(Game& game) {
  std::array<char, kMaxOutputBytes> buffer;
  for (int i = 0; i < kMaxOutputReads && game.program.output >= 0; ++i) {
    const util::Moved read = util::read_now(game.program.output, buffer);
    if (read.ended) {
      game.unreadable = read.error;
      util::close_descriptor(game.program.output);
      game.pause = kFirstPollInterval;
      game.look = Time();  // now
      return;
    }
    if (read.bytes == 0) return;
    const std::string_view text(buffer.data(), read.bytes);
    if (game.said.size() + text.size() > kMaxOutputBytes) {
      game.said.erase(0, game.said.size() + text.size() - kMaxOutputBytes);
      game.cut = true;
    }
    game.said += text;
  }
}

void close_pipes(Game& game) {
  util::close_descriptor(game.program.input);
  util::close_descriptor(game.program.output);
}

class ProcessJudge final : public ProgramJudge {
 public:
  ProcessJudge(const std::string& command, const std::vector<Item>& items,
               const ProgramJudgeOptions& options)
      : ProgramJudge(command, items, options), words_(command) {
    nothing_ = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing_ < 0)
      throw Error::input_output("cannot open /dev/null: " + util::error_text(errno));
  }
  ProcessJudge(const ProcessJudge&) = delete;
  ProcessJudge& operator=(const ProcessJudge&) = delete;
  ~ProcessJudge() override {
    for (const Game& game : games_) ::kill(-game.program.id, SIGKILL);
    for (Game& game : games_) {
      close_pipes(game);
      util::kill_and_reap(game.program.id);
    }
    util::close_descriptor(nothing_);
  }

  void ask(const Question& question) override {
    const std::vector<std::string> words = words_.filled(question, items());
    const std::optional<int> input = words_.shows_items() ? std::optional(nothing_) : std::nullopt;
    const std::optional<RunningProgram> program = start(question.key, words, input);
    if (!program) return;
    Game& game = games_.emplace_back(Game{.question = question.key, .program = *program});
    const Time now = JudgeClock::now();
    if (limit()) game.deadline = now + *limit();
    game.look = now + game.pause;
    if (game.program.input < 0) return;
    append_question(game.unsent, question, items());
    write_some(game);
  }

  void watch(std::vector<pollfd>& descriptors) const override {
    for (const Game& game : games_) {
      const RunningProgram& program = game.program;
      if (program.output >= 0) descriptors.push_back({program.output, POLLIN, 0});
      if (program.input >= 0) descriptors.push_back({program.input, POLLOUT, 0});
    }
  }

  std::optional<Time> wakes() const override {
    if (has_replies()) return Time();
    std::optional<Time> first;
    for (const Game& game : games_) {
      const Time wake = std::min(game.deadline, game.look);
      if (!first || wake < *first) first = wake;
    }
    return first;
  }

  void work() override {
    exchange();
    const Time now = JudgeClock::now();
    for (std::size_t i = 0; i < games_.size();) {
      if (!is_over(games_[i], now)) {
        ++i;
        continue;
      }
      close_pipes(games_[i]);
      if (i + 1 < games_.size()) games_[i] = std::move(games_.back());
      games_.pop_back();
    }
  }

 private:
  // Reads from and writes to all programs that are ready.
  void exchange() {
    ready_.clear();
    for (const Game& game : games_) {
      ready_.push_back({game.program.output, POLLIN, 0});  // poll() ignores negative descriptors
      ready_.push_back({game.program.input, POLLOUT, 0});
    }
    if (ready_.empty() || ::poll(ready_.data(), ready_.size(), 0) <= 0) return;
    for (std::size_t i = 0; i < games_.size(); ++i) {
      if (ready_[2 * i].revents != 0) read_some(games_[i]);
      if (ready_[2 * i + 1].revents != 0) write_some(games_[i]);
    }
  }

  // Whether the game is over; its reply has been added then.
  bool is_over(Game& game, Time now) {
    if (now >= std::min(game.look, game.deadline)) {
      if (const std::optional<int> status = util::reap(game.program.id, true)) {
        read_some(game);  // the rest of its output in the pipe
        conclude(game, *status);
        return true;
      }
      if (util::wants_terminal(game.program.id)) {
        util::kill_and_reap(game.program.id);
        fail(game.question, kNoTerminal, true);
        return true;
      }
      game.look = now + game.pause;
      game.pause = std::min(2 * game.pause, kMaxPollInterval);
    }
    if (now < game.deadline) return false;
    util::kill_and_reap(game.program.id);
    fail(game.question, "does not answer " + in_time());
    return true;
  }

  void conclude(const Game& game, int status) {
    if (WIFEXITED(status) && WEXITSTATUS(status) == 125) {
      answer(game.question, {Verdict::kAbstain, "", 0});
    } else if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
      fail(game.question, util::how_it_ended(status), is_stop(status));
    } else if (game.unreadable != 0) {
      fail(game.question, "cannot be read: " + util::error_text(game.unreadable));
    } else {
      conclude(game);
    }
  }

  void conclude(const Game& game) {
    const std::size_t last = game.said.find_last_not_of(" \t\r\n");
    if (last == std::string::npos && !game.cut) {
      return fail(game.question, words_.shows_items()
                                     ? "wrote no answer (its standard input is empty; it cannot "
                                       "ask there)"
                                     : "wrote no answer");
    }
    const std::size_t before =
        last == std::string::npos ? std::string::npos : game.said.rfind('\n', last);
    if (before == std::string::npos && game.cut) {
      return fail(game.question,
                  fmt::format("wrote more than {} bytes in its last line", kMaxOutputBytes));
    }
    const std::string_view line = std::string_view(game.said).substr(before + 1, last - before);
    if (std::optional<Answer> said = parse_verdict(line)) {
      answer(game.question, std::move(*said));
    } else {
      fail(game.question, "wrote " + util::quoted(util::trimmed(line)) +
                              " last (expected A, B, tie, abstain or an object with 'winner')");
    }
  }

  CommandWords words_;
  int nothing_ = -1;  // /dev/null
  std::vector<Game> games_;
  std::vector<pollfd> ready_;
};

}  // namespace

std::unique_ptr<Judge> process_judge(const std::string& command, const std::vector<Item>& items,
                                     const ProgramJudgeOptions& options) {
  return std::make_unique<ProcessJudge>(command, items, options);
}

}  // namespace ect::selection
