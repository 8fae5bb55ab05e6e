#ifndef ECT_UTIL_SPAWN_H_
#define ECT_UTIL_SPAWN_H_

#include <signal.h>
#include <sys/types.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ect::util {

// Running programs and exchanging data with them through pipes. Programs inherit no descriptors
// except their standard input, output and error, and one by which the kernel kills them when we are
// killed.

// Both ends of a pipe, closed by the destructor unless taken. Neither is one of the standard
// descriptors, even if ours are closed. Throws ect::Error if no pipe can be made.
class Pipe {
 public:
  Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();
  int end(std::size_t which) const { return ends_[which]; }  // 0 to read from, 1 to write to
  // Gives up an end: the caller closes it. It is non-blocking.
  int take(std::size_t which);

 private:
  std::array<int, 2> ends_{-1, -1};
};

// Starts arguments[0], searched for in PATH; no shell runs. `input` and `output` become its
// standard input and output, and it has the default signal handling. With `own_group` it leads a
// new process group. If we are killed, the program is killed too, with its own group if it has one.
// Returns 0 and sets `id`, or returns the error number. Any thread may call it, and may end before
// the program does; the caller must reap the program.
int spawn(const std::vector<std::string>& arguments, int input, int output, bool own_group,
          pid_t& id);
// Whether an error of spawn() may be temporary: no memory, processes or descriptors left.
bool may_pass(int error);

// If the program has ended, kills its own group, if it has one, and returns the status of
// waitpid(); -1 if it cannot be waited for. Nothing if it still runs. Does not wait.
std::optional<int> reap(pid_t id, bool own_group);
// Whether the program is stopped because a process of its group wanted to read or set the terminal,
// which only the foreground group may do.
bool wants_terminal(pid_t id);
// Kills a program and its group, and waits for it. Requires that it was started with own_group.
int kill_and_reap(pid_t id);
// "ended with status 5" or "was killed by signal 9".
std::string how_it_ended(int status);

// The description of a system error number.
std::string error_text(int error);

// The result of a non-blocking read or write.
struct Moved {
  std::size_t bytes = 0;  // 0 if the descriptor is not ready
  bool ended = false;     // the other end is closed, or there was an error
  int error = 0;          // the error number; 0 for none
};
Moved read_now(int descriptor, std::span<char> buffer);
// Raises no SIGPIPE if the other end is closed.
Moved write_now(int descriptor, std::string_view text);

// Closes the descriptor unless it is -1, and sets it to -1.
void close_descriptor(int& descriptor);

// While the object lives, writing to a pipe without readers is an error for this thread instead of
// the signal SIGPIPE.
class NoPipeSignal {
 public:
  NoPipeSignal();
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;
  ~NoPipeSignal();

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace ect::util

#endif  // ECT_UTIL_SPAWN_H_
