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

// What is said to programs that judge, and what they answer. What programs write is hostile: all of
// this either makes an answer of a text or refuses it.

// Adds the line that a program reads, with its end:
// {"v":1,"id":"MATCH.GAME.ASK","first":{...},"second":{...},"seed":N}
void append_question(std::string& text, const Question& question, const std::vector<Item>& items);

// A question's id, and back; nothing for what is no such id. Ids are written in one way only.
void append_id(std::string& text, const QuestionKey& question);
std::optional<QuestionKey> parse_id(std::string_view text);

// The last line of a program that judges one game: A or first, B or second, tie, abstain, in upper
// or lower case; or a JSON object with one of these as `winner`, and perhaps `note`, a text, and
// `cost`, a number that is not negative. Other members are passed over, null is as if not there.
std::optional<Answer> parse_verdict(std::string_view line);

// A line of a program that judges many: such an object that has an `id`, a text.
struct AnswerLine {
  std::optional<QuestionKey> question;  // nothing where the id is none of ours
  Answer answer;
};
std::optional<AnswerLine> parse_answer(std::string_view line);
// Two ways to the same: quickly, or nothing where the line is not of a plain form; and by a reader
// that knows all of JSON. For tests.
std::optional<AnswerLine> parse_plain_answer(std::string_view line);
std::optional<AnswerLine> parse_any_answer(std::string_view line);

// How long a program is waited for; nothing, where for ever: 0 seconds, or some decades. Throws for
// what is no time.
std::optional<JudgeClock::duration> time_limit(double seconds);

// What status a program ended with stops the whole tournament.
bool is_stop(int status);

// Why a program that wants_terminal() stops it too: it would want that in every game.
inline constexpr const char* kNoTerminal =
    "needs the terminal, but judges run in the background (--judge ask puts the questions to a "
    "person)";

}  // namespace ect::selection

#endif  // ECT_SELECT_JUDGE_PROTOCOL_H_
