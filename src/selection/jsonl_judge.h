#ifndef ECT_SELECT_JSONL_JUDGE_H_
#define ECT_SELECT_JSONL_JUDGE_H_

#include <memory>
#include <string>
#include <vector>

#include "selection/items.h"
#include "selection/judge.h"
#include "selection/program_judge.h"

namespace ect::selection {

// A judge that is a program which is started once, at the first question, and answers many: a line
// of append_question() in, a line that parse_answer() knows out, in any order; blank lines are
// passed over. `command` is split into words as a shell would, and no shell runs. Its standard
// error is ours.
//
// An answer to what is not asked, or not any more, is passed over with a warning. A line that is no
// answer, or has more than 1 MiB: the program is killed. When it was, when it ends, or closes a
// pipe, all open questions are Failures, and it is started again at the next question; status 126
// and above stops everything. The time for an answer begins when the program
// was given the question. A question that takes too long fails alone; a program that reads none for
// so long is killed.
//
// With the judge the program's input ends; a second later so does the program, with its group.
// `items` must outlive the judge. Throws ect::Error for a command without a program.
std::unique_ptr<Judge> jsonl_judge(const std::string& command, const std::vector<Item>& items,
                                   const ProgramJudgeOptions& options = {});

}  // namespace ect::selection

#endif  // ECT_SELECT_JSONL_JUDGE_H_
