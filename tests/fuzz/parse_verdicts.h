#ifndef ECT_TESTS_FUZZ_PARSE_VERDICTS_H_
#define ECT_TESTS_FUZZ_PARSE_VERDICTS_H_

#include <cmath>
#include <string_view>

#include "selection/judge_protocol.h"
#include "util/text.h"

namespace ect {

// What a program wrote, as a verdict and as an answer. Either it is refused, or the answer keeps
// its contract, and both ways to read it agree; anything else is a defect.
inline void parse_verdicts(std::string_view line) {
  const auto demand = [](bool kept) {
    if (!kept) __builtin_trap();
  };
  const auto check = [&](const selection::Answer& answer) {
    demand(answer.verdict <= Verdict::kAbstain);
    demand(std::isfinite(answer.cost) && answer.cost >= 0);
    demand(util::is_utf8(answer.note));
  };
  if (const auto verdict = selection::parse_verdict(line)) check(*verdict);
  const auto answer = selection::parse_answer(line);
  const auto any = selection::parse_any_answer(line);
  demand(answer.has_value() == any.has_value());
  if (!answer) return;
  check(answer->answer);
  demand(answer->question == any->question);
  demand(answer->answer.verdict == any->answer.verdict);
  demand(answer->answer.note == any->answer.note);
  demand(answer->answer.cost == any->answer.cost);
  if (answer->question) {
    std::string id;
    selection::append_id(id, *answer->question);
    demand(selection::parse_id(id) == answer->question);
  }
}

}  // namespace ect

#endif  // ECT_TESTS_FUZZ_PARSE_VERDICTS_H_
