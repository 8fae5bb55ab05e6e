#ifndef ECT_CLI_SELECT_JUDGES_H_
#define ECT_CLI_SELECT_JUDGES_H_

#include <string>
#include <vector>

namespace ect::cli {

// A value of --judge or --judge-jsonl: JUDGE, or NAME=JUDGE.
struct JudgeOption {
  std::string name;     // empty if none is given
  std::string command;  // a program and its arguments, `ask` or `votes:FILE`

  // The name of the judge in journals.
  const std::string& identity() const { return name.empty() ? command : name; }
};

// A name is a letter and letters, digits, `_`, `.` and `-`, directly before the `=` at the very
// start; so neither `env A=1 judge` nor `votes:FILE?column=value` has one, nor `./a=b`.
JudgeOption parse_judge(const std::string& text);

// Throws if a named judge has no program that can be started. `KEY=value judge` is such a case:
// only a shell would read it as an environment variable.
void check_named_program(const JudgeOption& judge);

// Names of judges in reports: `longest.sh`, `python3 judge.py`, without folders and arguments;
// duplicates get a number.
std::vector<std::string> short_names(const std::vector<std::string>& commands);

}  // namespace ect::cli

#endif  // ECT_CLI_SELECT_JUDGES_H_
