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

// A judge that is a person at the terminal, who sees two items side by side and presses a key. One
// question is shown at a time, the others wait in order. While one is shown, and only then, the
// terminal is in non-canonical mode, so that keys count at once. The destructor restores its mode.
// A handler of signals that end the program must destroy the judge first.
class TerminalJudge : public Judge {
 public:
  // `input` is a terminal, or a pipe with keys; `out` is where questions are printed. Both and the
  // items must outlive the judge, which closes neither.
  TerminalJudge(int input, std::ostream& out, const std::vector<Item>& items);
  TerminalJudge(const TerminalJudge&) = delete;
  TerminalJudge& operator=(const TerminalJudge&) = delete;
  ~TerminalJudge() override;

  const std::string& name() const override { return name_; }
  void ask(const Question& question) override;
  void watch(std::vector<pollfd>& descriptors) const override;
  std::optional<JudgeClock::time_point> wakes() const override;
  // Shows the next question if none is shown, and reads the pressed keys, up to one that answers it
  // or is undo or quit.
  void collect(std::vector<Reply>& replies) override;

  // Sets the line above the next questions, such as `Game 7 of about 31, round 2`.
  void set_head(std::string head) { head_ = std::move(head); }

  // Takes the user's request for undo or quit, if there is one. To be called after collect(). After
  // an undo no keys are read until this is called; then the question is shown again, unless it was
  // withdrawn. After a quit, or the end of the input, no question is shown or answered.
  enum class Wish : unsigned char { kNone, kUndo, kQuit };
  Wish take_wish();
  // Drops all questions: there will be no replies.
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
  bool open_ = false;  // whether the first of them is shown
  Wish wish_ = Wish::kNone;
  bool over_ = false;  // after a quit
  std::optional<termios> before_;
  enum class Escape : unsigned char { kNone, kBegun, kSequence } escape_ = Escape::kNone;
};

}  // namespace ect::selection

#endif  // ECT_SELECT_TERMINAL_JUDGE_H_
