#ifndef ECT_SELECT_PROGRAM_JUDGE_H_
#define ECT_SELECT_PROGRAM_JUDGE_H_

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "selection/items.h"
#include "selection/judge.h"

namespace ect::selection {

struct ProgramJudgeOptions {
  double timeout = 0;  // seconds for an answer; 0: no limit
};

// A running program in a process group of its own, and our ends of its pipes, which are
// non-blocking. The owner must end the program and close them.
struct RunningProgram {
  pid_t id = -1;
  int input = -1;  // -1 if its standard input is not a pipe of ours
  int output = -1;
};

// The base of judges that are programs: starting a program, its time limit, and messages.
class ProgramJudge : public Judge {
 public:
  const std::string& name() const final { return name_; }
  void collect(std::vector<Reply>& replies) final;

 protected:
  // `items` must outlive the judge. Throws ect::Error for an invalid time limit.
  ProgramJudge(const std::string& command, const std::vector<Item>& items,
               const ProgramJudgeOptions& options);

  // Does what can be done without waiting; collect() then returns the new replies.
  virtual void work() = 0;

  // Starts a program, with `input` as its standard input, or a pipe if that is nothing. If it
  // cannot be started, the question fails, and nothing is returned.
  std::optional<RunningProgram> start(const QuestionKey& question,
                                      const std::vector<std::string>& words,
                                      std::optional<int> input = std::nullopt);

  const std::vector<Item>& items() const { return items_; }
  // The time limit for an answer; nothing if there is none.
  std::optional<JudgeClock::duration> limit() const { return limit_; }
  // "in time (30 s)", for messages.
  std::string in_time() const;

  bool has_replies() const { return !replies_.empty(); }
  void answer(const QuestionKey& question, Answer answer);
  void fail(const QuestionKey& question, const std::string& what, bool stop = false);
  // A message that names the judge: "'JUDGE' what".
  std::string sentence(const std::string& what) const;

 private:
  std::string name_;
  const std::vector<Item>& items_;
  double seconds_;
  std::optional<JudgeClock::duration> limit_;
  std::vector<Reply> replies_;
};

}  // namespace ect::selection

#endif  // ECT_SELECT_PROGRAM_JUDGE_H_
