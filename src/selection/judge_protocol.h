#ifndef ECT_SELECT_JUDGE_PROTOCOL_H_
#define ECT_SELECT_JUDGE_PROTOCOL_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selection/items.h"
#include "selection/judge.h"

namespace ect::selection {

// The lines that judge programs read and write. Output of programs is untrusted: these functions
// either parse it as an answer or refuse it.

// Appends the line that a program reads, with a newline:
// {"v":1,"id":"MATCH.GAME.ASK","first":{...},"second":{...},"seed":N}
void append_question(std::string& text, const Question& question, const std::vector<Item>& items);

// Writes and parses the id of a question. parse_id() returns nothing for other texts; each id has
// only one spelling.
void append_id(std::string& text, const QuestionKey& question);
std::optional<QuestionKey> parse_id(std::string_view text);

// Parses the last line of a program that judges one game: A or first, B or second, tie, abstain, in
// upper or lower case; or a JSON object with one of these as `winner` and optionally `note`, a
// string, and `cost`, a number that is not negative. Other members are ignored, and null counts as
// absent. Nothing for other lines.
std::optional<Answer> parse_verdict(std::string_view line);

// A line of a program that judges many games: such an object that also has an `id`, a string.
struct AnswerLine {
  std::optional<QuestionKey> question;  // nothing if the id is not one of ours
  Answer answer;
};
std::optional<AnswerLine> parse_answer(std::string_view line);
// The two implementations of parse_answer(), for tests: the fast one, which returns nothing if the
// line is not in the plain form, and the one that reads all of JSON.
std::optional<AnswerLine> parse_plain_answer(std::string_view line);
std::optional<AnswerLine> parse_any_answer(std::string_view line);

// The time limit for an answer; nothing if there is no limit: 0 seconds, or more than decades.
// Throws ect::Error for a negative number or NaN.
std::optional<JudgeClock::duration> time_limit(double seconds);

// Whether a program that ended with this status stops the whole tournament.
bool is_stop(int status);

// The error for a program that wants_terminal(). It stops the tournament, because the program would
// want the terminal in every game.
inline constexpr const char* kNoTerminal =
    "needs the terminal, but judges run in the background (--judge ask puts the questions to a "
    "person)";

}  // namespace ect::selection

#endif  // ECT_SELECT_JUDGE_PROTOCOL_H_
