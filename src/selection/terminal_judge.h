#ifndef ECT_SELECT_TERMINAL_JUDGE_H_
#define ECT_SELECT_TERMINAL_JUDGE_H_

#include <termios.h>

#include <deque>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "selection/judge.h"

namespace ect::selection {

// A person at the terminal, who sees two items side by side and presses a key. One question is open
// at a time, the others wait in order. While one is open, and only then, the terminal gives keys
// without waiting for the end of a line; it is as before when the judge is gone, whatever happens.
// (But by a signal that ends the program: whoever handles these destroys the judge.)
class TerminalJudge : public Judge {
 public:
  // `input` is a terminal, or a pipe with keys in it; `out` is where the person looks. Both and the
  // items must outlive the judge, who closes nothing.
  TerminalJudge(int input, std::ostream& out, const std::vector<Item>& items);
  TerminalJudge(const TerminalJudge&) = delete;
  TerminalJudge& operator=(const TerminalJudge&) = delete;
  ~TerminalJudge() override;

  const std::string& name() const override { return name_; }
  void ask(const Question& question) override;
  void watch(std::vector<pollfd>& descriptors) const override;
  std::optional<JudgeClock::time_point> wakes() const override;
  // Opens the next question where none is open, and looks which keys were pressed, up to one that
  // answers it or is a wish.
  void collect(std::vector<Reply>& replies) override;

  // What stands above the next questions, such as `Game 7 of about 31, round 2`.
  void set_head(std::string head) { head_ = std::move(head); }

  // What was wished for instead of an answer, and forgets it. To be asked after collect(). Before
  // an undo is asked for, nothing more is read; then the question that was open is shown again,
  // unless it was withdrawn. Behind a quit, which is also the end of the input, nothing is asked
  // and nothing answered any more.
  enum class Wish : unsigned char { kNone, kUndo, kQuit };
  Wish take_wish();
  // Forgets all questions, which will have no reply.
  void withdraw() override;

 private:
  enum class Key : unsigned char { kNone, kLeft, kRight, kTie, kUndo, kQuit, kHelp };

  void open_question();
  void close_question();
  std::size_t columns() const;
  std::string rendered(const Question& question) const;
  std::optional<Key> next_key();
  Key key_of(char byte);

  const std::string name_ = "ask";
  int input_;
  std::ostream& out_;
  const std::vector<Item>& items_;
  std::string head_;
  std::deque<Question> questions_;
  bool open_ = false;  // the first of them
  Wish wish_ = Wish::kNone;
  bool over_ = false;  // behind a quit
  std::optional<termios> before_;
  enum class Escape : unsigned char { kNone, kBegun, kSequence } escape_ = Escape::kNone;
};

}  // namespace ect::selection

#endif  // ECT_SELECT_TERMINAL_JUDGE_H_
