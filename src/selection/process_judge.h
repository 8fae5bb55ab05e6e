#ifndef ECT_SELECT_PROCESS_JUDGE_H_
#define ECT_SELECT_PROCESS_JUDGE_H_

#include <memory>
#include <string>
#include <vector>

#include "selection/items.h"
#include "selection/judge.h"
#include "selection/program_judge.h"

namespace ect::selection {

// A judge that is a program, run once for each game, as many at the same time as are asked.
//
// `command` is split into words as a shell would (util/shell_words.h), and no shell runs. In the
// words behind the first, {a} and {b} stand for the texts of the items that are shown first and
// second, {a_id} and {b_id} for their ids, {seed} for the question's seed; what an item has in
// braces stays as it is. Where no word has {a} or {b}, the program gets the question on its
// standard input instead, as a line of append_question(); else that is /dev/null. Its standard
// error is ours.
//
// Status 0: the last line of its output that is not blank is the answer (parse_verdict). 125: it
// abstains. 126 and above, or a program that cannot be run at all: a Failure that stops everything.
// Everything else is a Failure. A program has a process group of its own, which is killed when time
// is up, when the program has ended, and with the judge: nobody outlives that.
//
// `items` must outlive the judge. Throws ect::Error for a command without a program, for one whose
// first word would be an item's, and where an item's text would become code of a shell, Python,
// Perl, Ruby or Node: it is to be an argument behind the code.
std::unique_ptr<Judge> process_judge(const std::string& command, const std::vector<Item>& items,
                                     const ProgramJudgeOptions& options = {});

}  // namespace ect::selection

#endif  // ECT_SELECT_PROCESS_JUDGE_H_
