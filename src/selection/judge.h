#ifndef ECT_SELECT_JUDGE_H_
#define ECT_SELECT_JUDGE_H_

#include <poll.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ect/select.h"
#include "selection/items.h"

namespace ect::selection {

using JudgeClock = std::chrono::steady_clock;

// A judge's answer to a question.
struct Answer {
  Verdict verdict = Verdict::kTie;
  std::string note;  // the judge's comment; may be empty
  double cost = 0;   // in the judge's own currency; not negative
};
// The failure of a judge to answer a question. A crash is never read as a verdict.
struct Failure {
  std::string what;   // the reason: one line that names the judge
  bool stop = false;  // the judge wants the whole tournament to stop
};
struct Reply {
  QuestionKey question;
  std::variant<Answer, Failure> what;
};

// Answers questions, several at once and in any order. No function waits: the caller waits for all
// judges together, in poll(). One thread at a time may use it.
class Judge {
 public:
  virtual ~Judge() = default;
  // The name for messages.
  virtual const std::string& name() const = 0;
  // Begins to answer a question, whose key differs from those of all open questions. If that fails,
  // collect() returns a Failure.
  virtual void ask(const Question& question) = 0;
  // Appends the descriptors to wait for. The caller calls collect() when any of them is ready, at
  // the time of wakes(), and now and then.
  virtual void watch(std::vector<pollfd>& /*descriptors*/) const {}
  virtual std::optional<JudgeClock::time_point> wakes() const { return std::nullopt; }
  // Appends the replies that have arrived: exactly one for each question.
  virtual void collect(std::vector<Reply>& replies) = 0;
  // Drops all open questions: there will be no replies. Only judges whose answers can be undone
  // need to implement it.
  virtual void withdraw() {}
  // Takes the warnings since the last call, a line each, such as answers to questions that were not
  // asked or have been answered already.
  virtual std::vector<std::string> take_warnings() { return {}; }
};

}  // namespace ect::selection

#endif  // ECT_SELECT_JUDGE_H_
