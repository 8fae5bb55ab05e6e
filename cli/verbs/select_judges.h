#ifndef ECT_CLI_SELECT_JUDGES_H_
#define ECT_CLI_SELECT_JUDGES_H_

#include <string>
#include <vector>

namespace ect::cli {

// What --judge or --judge-jsonl says: JUDGE, or NAME=JUDGE.
struct JudgeOption {
  std::string name;     // empty where none is given
  std::string command;  // a program and its arguments, `ask` or `votes:FILE`

  // By what journals know the judge.
  const std::string& identity() const { return name.empty() ? command : name; }
};

// A name is a letter and letters, digits, `_`, `.` and `-`, directly before the `=` at the very
// start; so neither `env A=1 judge` nor `votes:FILE?column=value` has one, nor `./a=b`.
JudgeOption parse_judge(const std::string& said);

// Throws where a judge with a name has no program that could be started: `KEY=value judge` is such
// a one, which only a shell reads as a variable of the environment.
void check_named_program(const JudgeOption& judge);

// What a report calls judges: `longest.sh`, `python3 judge.py`, without folders and arguments; the
// second of that name has a number.
std::vector<std::string> short_names(const std::vector<std::string>& commands);

}  // namespace ect::cli

#endif  // ECT_CLI_SELECT_JUDGES_H_
