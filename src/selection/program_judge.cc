// What judges that run a program share: starting it, its time limit, and replies.
// Tests: process_judge_test, jsonl_judge_test.
#include "selection/program_judge.h"

#include <fmt/format.h>

#include <cerrno>
#include <iterator>
#include <utility>

#include "ect/error.h"
#include "selection/judge_protocol.h"
#include "util/spawn.h"
#include "util/text.h"

namespace ect::selection {

ProgramJudge::ProgramJudge(const std::string& command, const std::vector<Item>& items,
                           const ProgramJudgeOptions& options)
    : name_(command),
      items_(items),
      seconds_(options.timeout),
      limit_(time_limit(options.timeout)) {}

void ProgramJudge::collect(std::vector<Reply>& replies) {
  work();
  std::move(replies_.begin(), replies_.end(), std::back_inserter(replies));
  replies_.clear();
}

std::optional<RunningProgram> ProgramJudge::start(const QuestionKey& question,
                                                  const std::vector<std::string>& words,
                                                  std::optional<int> input) {
  try {
    std::optional<util::Pipe> to_it;
    if (!input) to_it.emplace();
    util::Pipe from_it;
    RunningProgram program;
    const int failed = util::spawn(words, to_it ? to_it->end(0) : input.value_or(-1),
                                   from_it.end(1), true, program.id);
    if (failed != 0) {
      const std::string why =
          failed == E2BIG && input
              ? "the items are too long for arguments of a program (use --judge-jsonl, "
                "or a command without {a} and {b})"
              : util::error_text(failed);
      fail(question, "cannot be started: " + why, !util::may_pass(failed));
      return std::nullopt;
    }
    if (to_it) program.input = to_it->take(1);
    program.output = from_it.take(0);
    return program;
  } catch (const Error& error) {  // no descriptor left: there may be one later
    fail(question, "cannot be started: " + std::string(error.what()));
    return std::nullopt;
  }
}

std::string ProgramJudge::in_time() const { return fmt::format("in time ({} s)", seconds_); }

void ProgramJudge::answer(const QuestionKey& question, Answer answer) {
  replies_.push_back({question, std::move(answer)});
}

void ProgramJudge::fail(const QuestionKey& question, const std::string& what, bool stop) {
  replies_.push_back({question, Failure{sentence(what), stop}});
}

std::string ProgramJudge::sentence(const std::string& what) const {
  return util::quoted(name_) + ' ' + what;
}

}  // namespace ect::selection
