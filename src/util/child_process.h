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

// A program that exchanges lines with us through its standard input and output; it inherits our
// standard error. No shell runs. The destructor ends the program and waits for it. One thread at a
// time may use it. All errors are ect::Error, one line, and name the program.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;                 // nothing: no limit
  static constexpr std::size_t kMaxUnread = std::size_t{256} << 20;  // bytes

  // Starts arguments[0], searched for in PATH; throws if it cannot be started. If we are in the
  // foreground of a terminal, the program stays in our process group, so that it may read the
  // terminal and receives Ctrl-C; otherwise it gets its own group, which is killed as a whole.
  explicit ChildProcess(const std::vector<std::string>& arguments);
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  // Ends the program by SIGTERM, and by SIGKILL after a second.
  ~ChildProcess();

  // Writes all of `text`. What the program writes in the meantime is stored for read_line(), so
  // that the two cannot block each other.
  void send(std::string_view text, Deadline deadline);
  // The next line, without its newline. Throws if it has more than `longest` bytes.
  std::string read_line(std::size_t longest, Deadline deadline);
  // Whether the program has written something that has not been read yet.
  bool has_spoken();
  // Closes the program's input and waits up to `grace` for it to end.
  void finish(std::chrono::milliseconds grace);

  pid_t id() const { return id_; }
  const std::string& name() const { return name_; }
  // An error with the message "'PROGRAM' what".
  Error error(const std::string& what) const;

 private:
  // Waits until the pipes can be read or, if `text` is not empty, written, and does so. Returns how
  // many bytes were written.
  std::size_t exchange(std::string_view text, Deadline deadline);
  void read_some();
  void forget_read();
  std::size_t write_some(std::string_view text);
  // The error for a broken pipe: how the program ended or, if it did not, `otherwise`.
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
  std::size_t read_ = 0;       // bytes of said_ that have been read; forget_read() drops them
  std::size_t searched_ = 0;   // there is no newline in said_ between read_ and here
  std::optional<int> status_;  // known once the program has ended
};

}  // namespace ect::util

#endif  // ECT_UTIL_CHILD_PROCESS_H_
