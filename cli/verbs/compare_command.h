#ifndef ECT_CLI_COMPARE_COMMAND_H_
#define ECT_CLI_COMPARE_COMMAND_H_

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/comparison.h"

namespace ect::cli {

// What a page may say of how it was made. Folders are nobody's business: files and programs are
// shown by their names.
class ShownCommand {
 public:
  // `learners` as they were typed.
  explicit ShownCommand(const std::vector<std::string>& learners);

  // The line to make it again by, less what does not change the result, quoted for a shell.
  std::string line(const CLI::App& verb) const;
  // The comparison with its learners, and what is said of their failures, as they may be shown. Two
  // programs of one name are told apart by a number.
  model::Comparison of(model::Comparison comparison) const;

 private:
  std::string shown(std::string text) const;

  std::vector<std::pair<std::string, std::string>> shown_;  // for what was typed
};

}  // namespace ect::cli

#endif  // ECT_CLI_COMPARE_COMMAND_H_
