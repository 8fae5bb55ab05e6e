#ifndef ECT_SELECT_JSONL_JUDGE_H_
#define ECT_SELECT_JSONL_JUDGE_H_

#include <memory>
#include <string>
#include <vector>

#include "selection/items.h"
#include "selection/judge.h"
#include "selection/program_judge.h"

namespace ect::selection {

// A judge that is a program which is started once, at the first question, and answers many: it
// reads lines of append_question() and writes lines that parse_answer() accepts, in any order;
// blank lines are ignored. `command` is split into words as by a shell, but no shell runs. The
// program inherits our standard error.
//
// An answer to a question that is not open is ignored with a warning. A program that writes a line
// that is not an answer, or longer than 1 MiB, is killed. When a program is killed, ends, or closes
// a pipe, all open questions are Failures, and it is started again at the next question; status 126
// and above stops the tournament. The time limit of an answer begins when the program has been sent
// the question. A question that takes too long fails alone; a program that reads nothing for as
// long is killed.
//
// The destructor closes the program's input, and a second later kills the program and its group.
// `items` must outlive the judge. Throws ect::Error for a command without a program.
std::unique_ptr<Judge> jsonl_judge(const std::string& command, const std::vector<Item>& items,
                                   const ProgramJudgeOptions& options = {});

}  // namespace ect::selection

#endif  // ECT_SELECT_JSONL_JUDGE_H_
