#ifndef ECT_CLI_COMPARE_COMMAND_H_
#define ECT_CLI_COMPARE_COMMAND_H_

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/comparison.h"

namespace ect::cli {

// What an HTML report says about how it was made. Paths are private: files and programs are shown
// by their names alone.
class ShownCommand {
 public:
  // `learners` as given on the command line.
  explicit ShownCommand(const std::vector<std::string>& learners);

  // The command that reproduces the report, without options that do not change the result, quoted
  // for a shell.
  std::string line(const CLI::App& verb) const;
  // The comparison with shortened names of learners, also in messages about failures. Programs of
  // the same name get a number.
  model::Comparison of(model::Comparison comparison) const;

 private:
  std::string shown(std::string text) const;

  std::vector<std::pair<std::string, std::string>> shown_;  // by what was given
};

}  // namespace ect::cli

#endif  // ECT_CLI_COMPARE_COMMAND_H_
