#ifndef ECT_CLI_CLI_H_
#define ECT_CLI_CLI_H_

#include <iosfwd>
#include <string>
#include <vector>

namespace ect::cli {

// The streams of a command. Tests pass string streams.
struct Streams {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool err_is_terminal = false;
  bool out_is_terminal = false;
};

// Runs `ect` with these arguments (without the program's name) and returns its exit status: 0
// success, 1 failure, 2 wrong usage. Errors are one line on `err`.
int run(std::vector<std::string> arguments, const Streams& streams);

}  // namespace ect::cli

#endif  // ECT_CLI_CLI_H_
