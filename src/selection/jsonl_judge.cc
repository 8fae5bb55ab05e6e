// A judge that is one long-running program, with any number of open questions.
//
// ask() only appends a line to a buffer; collect() writes as much of it as the pipe takes and reads
// as much as has arrived, so that thousands of small lines share a system call. Nothing waits.
//
// The time limit of a question begins when its line has been written to the pipe: with thousands of
// open questions it may stay in our own buffer for long. Every question knows the byte of the
// stream where its line ends; when that byte has been written its deadline is set. All questions
// have the same limit, so the first deadline is that of the first open question. For questions
// without a deadline yet there is a limit on the program: it must read a byte now and then.
//
// A program that closes one of its pipes is usually about to end: it gets a second to do so,
// because its status tells whether the tournament must stop. Questions asked in the meantime wait
// for the next start of the program. Cost: about 1 µs per question on our side (bench_select).
// Tests: jsonl_judge_test.
#include "selection/jsonl_judge.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <list>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "ect/error.h"
#include "selection/judge_protocol.h"
#include "util/shell_words.h"
#include "util/spawn.h"
#include "util/text.h"

namespace ect::selection {
namespace {

using std::chrono::milliseconds;
using Time = JudgeClock::time_point;

constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;
constexpr int kMaxLineReads = 16;            // reads in a row: a pipe holds at most 1 MiB
constexpr std::size_t kSendNow = 1 << 16;    // bytes, before all are asked
constexpr milliseconds kGrace{1000};         // to end, once a pipe is closed
constexpr milliseconds kEndPollInterval{5};  // between two looks at a program that is to end
constexpr milliseconds kPollInterval{200};   // between two looks at one that works
constexpr std::uint64_t kShownWarnings = 10;

struct KeyHash {
  std::size_t operator()(const QuestionKey& key) const {
    std::uint64_t mixed = key.match * 0x9e3779b97f4a7c15 ^
                          (std::uint64_t{key.game} << 32 | key.ask) * 0xc2b2ae3d27d4eb4f;
    mixed ^= mixed >> 29;
    return static_cast<std::size_t>(mixed);
  }
};

class JsonlJudge final : public ProgramJudge {
 public:
  JsonlJudge(const std::string& command, const std::vector<Item>& items,
             const ProgramJudgeOptions& options)
      : ProgramJudge(command, items, options), words_(util::shell_words(command)) {
    if (words_.empty() || words_[0].empty()) {
      throw Error::bad_argument("there is no program to start in " + util::quoted(command));
    }
  }
  JsonlJudge(const JsonlJudge&) = delete;
  JsonlJudge& operator=(const JsonlJudge&) = delete;
  ~JsonlJudge() override {
    if (program_.id >= 0) finish();
  }

  void ask(const Question& question) override {
    if (stopped_) return fail(question.key, *stopped_, true);
    if (ending_) return waiting_.push_back(question);
    if (program_.id < 0 && !start_anew(question.key)) return;
    const std::size_t before = out_.size() - sent_;
    if (before == 0) progress_ = JudgeClock::now();
    append_question(out_, question, items());
    const std::size_t pending = out_.size() - sent_;
    const auto given = open_.insert(open_.end(), {question.key, taken_ + pending, Time::max()});
    if (unsent_ == open_.end()) unsent_ = given;
    by_key_[question.key] = given;
    if (!late_.empty()) late_.erase(question.key);
    if (pending / kSendNow != before / kSendNow) write_some();
  }

  void watch(std::vector<pollfd>& descriptors) const override {
    if (program_.output >= 0) descriptors.push_back({program_.output, POLLIN, 0});
    if (program_.input >= 0 && sent_ < out_.size()) {
      descriptors.push_back({program_.input, POLLOUT, 0});
    }
  }

  std::optional<Time> wakes() const override {
    if (has_replies()) return Time();
    if (program_.id < 0) return std::nullopt;
    // If the program ends while no question is open, that is noticed at the next question.
    Time first = open_.empty() && !ending_ ? Time::max() : look_;
    if (!open_.empty()) first = std::min(first, open_.front().deadline);
    if (limit() && !ending_ && sent_ < out_.size()) first = std::min(first, progress_ + *limit());
    return first == Time::max() ? std::nullopt : std::optional(first);
  }

  void work() override {
    write_some();
    read_some();
    const Time now = JudgeClock::now();
    end_overdue(now);
    look(now);
    if (fault_ || status_) end_program();
  }

  std::vector<std::string> take_warnings() override { return std::exchange(warnings_, {}); }

 private:
  struct Given {
    QuestionKey question;
    std::uint64_t end;  // of its line, among all bytes for this program
    Time deadline;      // set when the line has been written
  };
  using Open = std::list<Given>;

  bool start_anew(const QuestionKey& question) {
    const std::optional<RunningProgram> started = start(question, words_);
    if (!started) return false;
    program_ = *started;
    look_ = JudgeClock::now() + kPollInterval;
    return true;
  }

  void write_some() {
    const std::size_t before = sent_;
    while (program_.input >= 0 && sent_ < out_.size()) {
      const util::Moved written =
          util::write_now(program_.input, std::string_view(out_).substr(sent_));
      if (written.ended) {
        util::close_descriptor(program_.input);
        return begin_to_end("closed its input");
      }
      if (written.bytes == 0) break;
      sent_ += written.bytes;
    }
    if (sent_ == before) return;
    progress_ = JudgeClock::now();
    taken_ += sent_ - before;
    if (sent_ > out_.size() / 2) {
      out_.erase(0, sent_);
      sent_ = 0;
    }
    for (; unsent_ != open_.end() && unsent_->end <= taken_; ++unsent_) {
      if (limit()) unsent_->deadline = progress_ + *limit();
    }
  }

  void read_some() {
    std::array<char, 1 << 16> buffer;
    for (int i = 0; i < kMaxLineReads && program_.output >= 0 && !fault_; ++i) {
      const util::Moved read = util::read_now(program_.output, buffer);
      if (read.ended) {
        util::close_descriptor(program_.output);
        return begin_to_end("closed its output");
      }
      if (read.bytes == 0) return;
      take_text({buffer.data(), read.bytes});
    }
  }

  void take_text(std::string_view text) {
    while (!fault_) {
      const std::size_t end = text.find('\n');
      if (rest_.size() + std::min(end, text.size()) > kMaxLineBytes) {
        fault_ = fmt::format("wrote a line of more than {} bytes", kMaxLineBytes);
        return;
      }
      if (end == std::string_view::npos) {
        rest_ += text;
        return;
      }
      if (rest_.empty()) {
        take_line(text.substr(0, end));
      } else {
        rest_ += text.substr(0, end);
        take_line(rest_);
        rest_.clear();
      }
      text.remove_prefix(end + 1);
    }
  }

  void take_line(std::string_view line) {
    std::optional<AnswerLine> said = parse_answer(line);
    if (!said) {
      line = util::trimmed(line);
      if (!line.empty()) fault_ = "wrote " + util::quoted(line) + " (expected an answer)";
      return;
    }
    const auto open = said->question ? by_key_.find(*said->question) : by_key_.end();
    // An answer to a question that has not been written completely is a guess, and refused.
    if (open != by_key_.end() && open->second->end <= taken_) {
      answer(open->first, std::move(said->answer));
      open_.erase(open->second);
      by_key_.erase(open);
    } else if (said->question && late_.erase(*said->question) != 0) {
      warn("answered too late: " + util::quoted(line));
    } else {
      warn("answered a question that is not open: " + util::quoted(line));
    }
  }

  void end_overdue(Time now) {
    while (!open_.empty() && open_.front().deadline <= now) {
      const QuestionKey question = open_.front().question;
      fail(question, "does not answer " + in_time());
      late_.insert(question);
      by_key_.erase(question);
      open_.pop_front();
    }
    if (!fault_ && !ending_ && limit() && sent_ < out_.size() && now >= progress_ + *limit()) {
      fault_ = "does not read its questions " + in_time();
    }
  }

  // Checks whether the program has ended, and then reads its remaining output.
  void look(Time now) {
    if (program_.id < 0 || now < look_) return;
    status_ = util::reap(program_.id, true);
    if (status_) {
      read_some();
    } else if (util::wants_terminal(program_.id)) {
      fault_ = stopped_ = kNoTerminal;
    } else if (ending_ && now >= *ending_ && !fault_) {
      fault_ = why_;
    }
    look_ = now + (ending_ ? kEndPollInterval : kPollInterval);
  }

  void begin_to_end(const char* why) {
    if (ending_) return;
    ending_ = JudgeClock::now() + kGrace;
    look_ = Time();  // now
    why_ = why;
  }

  // Ends the program: its open questions fail, and those that waited for its end are asked again.
  void end_program() {
    const int status = status_ ? *status_ : util::kill_and_reap(program_.id);
    const std::string why = fault_ ? *fault_ : util::how_it_ended(status);
    const bool stop = stopped_ || is_stop(status);
    if (stop) stopped_ = why;
    if (open_.empty() && (fault_ || status != 0)) warn(why + " while no question was open");
    for (const Given& given : open_) fail(given.question, why, stop);
    util::close_descriptor(program_.input);
    util::close_descriptor(program_.output);
    program_.id = -1;
    out_.clear();
    sent_ = 0;
    taken_ = 0;
    rest_.clear();
    open_.clear();
    unsent_ = open_.end();
    by_key_.clear();
    late_.clear();
    ending_.reset();
    fault_.reset();
    status_.reset();
    for (const Question& question : std::exchange(waiting_, {})) ask(question);
  }

  // Closes the program's input and waits for its end; further output is ignored.
  void finish() {
    util::close_descriptor(program_.input);
    const Time deadline = JudgeClock::now() + kGrace;
    std::array<char, 1 << 12> buffer;
    bool ended = util::reap(program_.id, true).has_value();
    while (!ended && JudgeClock::now() < deadline) {
      pollfd output{program_.output, POLLIN, 0};
      ::poll(&output, 1, static_cast<int>(kEndPollInterval.count()));
      if (output.revents != 0 && util::read_now(program_.output, buffer).ended) {
        util::close_descriptor(program_.output);
      }
      ended = util::reap(program_.id, true).has_value();
    }
    if (!ended) util::kill_and_reap(program_.id);
    util::close_descriptor(program_.output);
  }

  // Adds the first warnings, and later only their number, at 100, 1000, ...
  void warn(const std::string& what) {
    ++warned_;
    if (warned_ <= kShownWarnings) warnings_.push_back(sentence(what));
    if (warned_ == next_sum_) {
      warnings_.push_back(
          fmt::format("{}: {} such warnings so far", util::quoted(name()), warned_));
      next_sum_ *= 10;
    }
  }

  std::vector<std::string> words_;
  std::vector<std::string> warnings_;
  std::uint64_t warned_ = 0;
  std::uint64_t next_sum_ = 10 * kShownWarnings;
  std::vector<Question> waiting_;       // for the next program, while this one ends
  std::optional<std::string> stopped_;  // why the tournament must stop, if it must

  // The state of the running program.
  RunningProgram program_;
  std::string out_;                      // lines to be written
  std::size_t sent_ = 0;                 // bytes of out_ that have been written
  std::uint64_t taken_ = 0;              // all bytes that the program has been sent
  Time progress_;                        // when it last read something, or had nothing to read
  std::string rest_;                     // output after the last newline
  Open open_;                            // in the order of asking, and so of deadlines
  Open::iterator unsent_ = open_.end();  // the first question that is not completely written
  std::unordered_map<QuestionKey, Open::iterator, KeyHash> by_key_;  // all of open_
  std::unordered_set<QuestionKey, KeyHash> late_;                    // questions that timed out
  Time look_;                         // when to check next whether it has ended
  std::optional<Time> ending_;        // it has closed a pipe, and must end by then
  const char* why_ = "";              // which pipe it has closed
  std::optional<std::string> fault_;  // why it must be killed, if it must
  std::optional<int> status_;         // its status, once it has ended
};

}  // namespace

std::unique_ptr<Judge> jsonl_judge(const std::string& command, const std::vector<Item>& items,
                                   const ProgramJudgeOptions& options) {
  return std::make_unique<JsonlJudge>(command, items, options);
}

}  // namespace ect::selection
