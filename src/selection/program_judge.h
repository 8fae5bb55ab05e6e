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
  double timeout = 0;  // seconds for an answer; 0: any time
};

// A program that runs, in a group of its own, and our ends of its pipes, which do not block.
// Whoever has it ends the program and closes them.
struct RunningProgram {
  pid_t id = -1;
  int input = -1;  // -1 where its standard input is none of ours
  int output = -1;
};

// What judges that are programs have in common: how a program is started, how long it may take, and
// what is said of one that fails.
class ProgramJudge : public Judge {
 public:
  const std::string& name() const final { return name_; }
  void collect(std::vector<Reply>& replies) final;

 protected:
  // `items` must outlive the judge. Throws ect::Error for a time that is none.
  ProgramJudge(const std::string& command, const std::vector<Item>& items,
               const ProgramJudgeOptions& options);

  // Does what can be done without waiting; collect() hands over the replies that come of it.
  virtual void work() = 0;

  // Starts a program, with `input` as its standard input, or with a pipe where that is nothing.
  // Where it cannot be started the question fails.
  std::optional<RunningProgram> start(const QuestionKey& question,
                                      const std::vector<std::string>& words,
                                      std::optional<int> input = std::nullopt);

  const std::vector<Item>& items() const { return items_; }
  // From now on, for an answer; nothing where that is any time.
  std::optional<JudgeClock::duration> limit() const { return limit_; }
  // The time, for what is said of a program that takes more.
  std::string in_time() const;

  bool has_replies() const { return !replies_.empty(); }
  void answer(const QuestionKey& question, Answer answer);
  void fail(const QuestionKey& question, const std::string& what, bool stop = false);
  // For a line that names the judge.
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
