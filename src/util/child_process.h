#ifndef ECT_UTIL_CHILD_PROCESS_H_
#define ECT_UTIL_CHILD_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ect/error.h"

namespace ect::util {

// A program that is talked to in lines, through its standard input and output; its standard error
// is ours. No shell runs. It is ended and waited for with the object, whatever happens. For one
// thread at a time. All errors are ect::Error, one line, and name the program.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;                 // nothing: any time
  static constexpr std::size_t kMaxUnread = std::size_t{256} << 20;  // bytes

  // Starts arguments[0], looked for in PATH, and has found it when it returns. Where a person sits
  // at the terminal the program stays in our process group, so that it may read the terminal and
  // Ctrl-C reaches it too; else it has a group of its own, which is ended as a whole.
  explicit ChildProcess(const std::vector<std::string>& arguments);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // SIGTERM, and SIGKILL if that does not help.
  ~ChildProcess();

  // Writes all of `text`; what the program says meanwhile is kept for read_line, so that neither
  // waits for the other for ever.
  void send(std::string_view text, Deadline deadline);
  // The next line, without its end. Throws where it has more than `longest` bytes.
  std::string read_line(std::size_t longest, Deadline deadline);
  // Whether it has said something that was not read yet.
  bool has_spoken();
  // Closes its input and gives it so long to end by itself.
  void finish(std::chrono::milliseconds grace);

  pid_t id() const { return id_; }
  const std::string& name() const { return name_; }
  // For errors: 'PROGRAM' and what it did.
  Error error(const std::string& what) const;

 private:
  // Waits until it can be read or, with `text` left, written, and does so. Returns how many bytes
  // were written.
  std::size_t exchange(std::string_view text, Deadline deadline);
  void read_some();
  void forget_read();
  std::size_t write_some(std::string_view text);
  // Why nothing more comes of it: it ended, was killed, or closed a pipe.
  Error broken(const std::string& otherwise);
  bool wait_for(std::chrono::milliseconds time);
  void end();
  void signal(int number) const;

  std::string name_;
  pid_t id_ = -1;
  bool own_group_ = true;
  int input_ = -1;   // its standard input
  int output_ = -1;  // its standard output
  std::string said_;
  std::size_t read_ = 0;       // of said_, which is forgotten now and then
  std::size_t searched_ = 0;   // of said_: no line ends between read_ and there
  std::optional<int> status_;  // once it has ended
};

}  // namespace ect::util

#endif  // ECT_UTIL_CHILD_PROCESS_H_
