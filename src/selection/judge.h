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

// What came of a question: an answer,
struct Answer {
  Verdict verdict = Verdict::kTie;
  std::string note;  // what the judge had to say; may be empty
  double cost = 0;   // what it took, in the judge's own money; not negative
};
// or none, and why: one line that names the judge. A crash is never read as a verdict.
struct Failure {
  std::string what;
  bool stop = false;  // the judge wants the whole tournament to stop
};
struct Reply {
  QuestionKey question;
  std::variant<Answer, Failure> what;
};

// Somebody who answers questions, several at once and in any order. Nothing here waits: whoever
// runs judges waits for all of them together, in poll(). For one thread.
class Judge {
 public:
  virtual ~Judge() = default;
  // For messages.
  virtual const std::string& name() const = 0;
  // Begins with a question, which no other one that is being answered equals. What cannot be begun
  // is a Failure in collect().
  virtual void ask(const Question& question) = 0;
  // What to wait for: adds descriptors. collect() is called when any of them is ready, when
  // wakes() has come, and now and then.
  virtual void watch(std::vector<pollfd>& /*descriptors*/) const {}
  virtual std::optional<JudgeClock::time_point> wakes() const { return std::nullopt; }
  // Adds the replies that have come, exactly one for each question.
  virtual void collect(std::vector<Reply>& replies) = 0;
  // Forgets all questions: no reply comes for them. Only judges whose answers may be taken back
  // need to know how.
  virtual void withdraw() {}
  // Odd things that did no harm, a line each, and forgets them: answers to questions that nobody
  // asked, or that were answered already.
  virtual std::vector<std::string> take_warnings() { return {}; }
};

}  // namespace ect::selection

#endif  // ECT_SELECT_JUDGE_H_
