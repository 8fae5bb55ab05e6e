#ifndef ECT_SELECT_PROCESS_JUDGE_H_
#define ECT_SELECT_PROCESS_JUDGE_H_

#include <memory>
#include <string>
#include <vector>

#include "selection/items.h"
#include "selection/judge.h"
#include "selection/program_judge.h"

namespace ect::selection {

// A judge that is a program, run once for each game; as many run at the same time as there are open
// questions.
//
// `command` is split into words as by a shell (util/shell_words.h), but no shell runs. In the words
// after the first, {a} and {b} are replaced by the texts of the items that are shown first and
// second, {a_id} and {b_id} by their ids, {seed} by the question's seed; braces in items are not
// replaced. If no word has {a} or {b}, the program gets the question on its standard input, as a
// line of append_question(); otherwise that is /dev/null. The program inherits our standard error.
//
// Status 0: the last line of the output that is not blank is the answer (parse_verdict). 125: the
// judge abstains. 126 and above, or a program that cannot be started: a Failure that stops the
// tournament. Everything else is a Failure. A program has a process group of its own, which is
// killed at the time limit, after the end of the program, and by the judge's destructor.
//
// `items` must outlive the judge. Throws ect::Error for a command without a program, for one whose
// first word would depend on an item, and if an item's text would become code of a shell, Python,
// Perl, Ruby or Node: it must be an argument after the code.
std::unique_ptr<Judge> process_judge(const std::string& command, const std::vector<Item>& items,
                                     const ProgramJudgeOptions& options = {});

}  // namespace ect::selection

#endif  // ECT_SELECT_PROCESS_JUDGE_H_
