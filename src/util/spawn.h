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

// What it takes to run programs and to talk to them through pipes. Programs inherit no descriptor
// but their standard input, output and error, and one that ends them when we are killed.

// Both ends of a pipe, closed unless taken. Neither is a standard descriptor, even where ours are
// closed. Throws ect::Error where there is none to be had.
class Pipe {
 public:
  Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();
  int end(std::size_t which) const { return ends_[which]; }  // 0 to read from, 1 to write to
  // The caller closes it; it does not block.
  int take(std::size_t which);

 private:
  std::array<int, 2> ends_{-1, -1};
};

// Starts arguments[0], looked for in PATH; no shell runs. `input` and `output` become its standard
// input and output, its signals are as at the beginning. Where it has a group of its own, that has
// the program's number. Should we be killed, the program is killed too, with its group where that
// is its own. Returns 0, the program has been found then, or the error's number. Any thread may
// call it, and end before the program does; whoever started it must reap it.
int spawn(const std::vector<std::string>& arguments, int input, int output, bool own_group,
          pid_t& id);
// Whether such an error is one of the moment: for want of memory, of processes, of descriptors.
bool may_pass(int error);

// Once the program has ended, what waitpid() says of it, and nothing is left of it or of its group;
// -1 where it cannot be waited for. Does not wait.
std::optional<int> reap(pid_t id, bool own_group);
// Whether it stands still because somebody of its group wanted to read or set the terminal, which
// only the group in the foreground may do.
bool wants_terminal(pid_t id);
// Ends a program that has a group of its own, with the group, and waits for it.
int kill_and_reap(pid_t id);
// "ended with status 5" or "was killed by signal 9".
std::string how_it_ended(int status);

// What the number of a system's error means.
std::string error_text(int error);

// What came of reading or writing where nothing blocks.
struct Moved {
  std::size_t bytes = 0;  // 0 where it is not ready
  bool ended = false;     // nothing more comes, or nobody takes more
  int error = 0;          // why it ended, where that was an error
};
Moved read_now(int descriptor, std::span<char> buffer);
// No signal comes of it where nobody reads.
Moved write_now(int descriptor, std::string_view text);

// Closes it if it is one, and forgets it.
void close_descriptor(int& descriptor);

// While it lives, writing to a pipe that nobody reads is an error of this thread and no signal.
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
