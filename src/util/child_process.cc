// A child process that is written to and read from through two pipes.
//
// Both pipes are polled together: if a lot is written to a program that answers a lot, its output
// must be read at the same time, or both sides would block for ever on full pipes. So nothing
// blocks except poll, which has a deadline. Tests: child_process_test.
#include "util/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <thread>

#include "util/spawn.h"
#include "util/text.h"

namespace ect::util {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kGrace{1000};      // between SIGTERM and SIGKILL
constexpr milliseconds kToExplain{1000};  // for a program that closed its pipes to end

// Whether our process group is in the foreground of the terminal. A program in another group would
// be stopped when it reads from the terminal.
bool is_at_terminal() {
  const int terminal = ::open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return false;
  const bool ours = ::tcgetpgrp(terminal) == ::getpgrp();
  ::close(terminal);
  return ours;
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments)
    : name_(arguments.empty() ? "" : arguments[0].substr(arguments[0].rfind('/') + 1)),
      own_group_(!is_at_terminal()) {
  if (arguments.empty() || arguments[0].empty())
    throw Error::bad_argument("there is no program to start");
  Pipe input;
  Pipe output;
  const int failed = spawn(arguments, input.end(0), output.end(1), own_group_, id_);
  if (failed != 0) {
    throw Error::input_output(
        fmt::format("cannot start '{}': {}", arguments[0], error_text(failed)));
  }
  input_ = input.take(1);
  output_ = output.take(0);
}

ChildProcess::~ChildProcess() {
  close_descriptor(input_);
  close_descriptor(output_);
  end();
}

void ChildProcess::send(std::string_view text, Deadline deadline) {
  while (!text.empty()) text.remove_prefix(exchange(text, deadline));
}

std::string ChildProcess::read_line(std::size_t longest, Deadline deadline) {
  while (true) {
    const std::size_t end = said_.find('\n', searched_);
    if (std::min(end, said_.size()) - read_ > longest) {
      throw error(fmt::format("wrote a line of more than {} bytes", longest));
    }
    if (end != std::string::npos) {
      std::string line = said_.substr(read_, end - read_);
      read_ = searched_ = end + 1;
      if (read_ == said_.size()) forget_read();
      return line;
    }
    searched_ = said_.size();
    exchange({}, deadline);
  }
}

bool ChildProcess::has_spoken() {
  if (read_ == said_.size()) {
    pollfd ready{output_, POLLIN, 0};
    if (::poll(&ready, 1, 0) > 0 && (ready.revents & POLLIN) != 0) read_some();
  }
  return read_ < said_.size();
}

void ChildProcess::finish(milliseconds grace) {
  close_descriptor(input_);
  wait_for(grace);
}

std::size_t ChildProcess::exchange(std::string_view text, Deadline deadline) {
  std::array<pollfd, 2> ready{{{output_, POLLIN, 0}, {input_, POLLOUT, 0}}};
  // Waits in slices: the output stays open after the program's end if a process that it started
  // still holds it, so its end must be checked for.
  constexpr std::int64_t kSlice = 200;
  int time = kSlice;
  if (deadline) {
    const auto left = std::chrono::ceil<milliseconds>(*deadline - Clock::now());
    time = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kSlice));
  }
  const int count = ::poll(ready.data(), text.empty() ? 1 : 2, time);
  if (count < 0 && errno != EINTR) throw error("cannot be polled: " + error_text(errno));
  if (count == 0 && deadline && Clock::now() >= *deadline) throw error("does not answer in time");
  if (count == 0 && wait_for(milliseconds(0))) throw broken("has ended");
  if (count == 0 && wants_terminal(id_))
    throw error("needs the terminal, but runs in the background");
  if (count <= 0) return 0;
  if (ready[0].revents != 0) read_some();
  return !text.empty() && ready[1].revents != 0 ? write_some(text) : 0;
}

void ChildProcess::read_some() {
  std::array<char, 1 << 16> buffer;
  const Moved read = read_now(output_, buffer);
  if (read.ended) throw broken("closed its output");
  if (read_ > said_.size() / 2) forget_read();
  said_.append(buffer.data(), read.bytes);
  if (said_.size() - read_ > kMaxUnread) throw error("wrote too much output");
}

void ChildProcess::forget_read() {
  said_.erase(0, read_);
  searched_ -= read_;
  read_ = 0;
}

std::size_t ChildProcess::write_some(std::string_view text) {
  const Moved written = write_now(input_, text);
  if (written.ended) throw broken("closed its input");
  return written.bytes;
}

Error ChildProcess::error(const std::string& what) const {
  return Error::input_output(fmt::format("{} {}", quoted(name_), what));
}

Error ChildProcess::broken(const std::string& otherwise) {
  if (!wait_for(kToExplain)) return error(otherwise);
  return error(how_it_ended(*status_));
}

// Waits for the end of the program. True if it has ended: it has been reaped then, and its group
// killed.
bool ChildProcess::wait_for(milliseconds time) {
  const Clock::time_point deadline = Clock::now() + time;
  milliseconds pause{1};
  while (!status_) {
    status_ = reap(id_, own_group_);
    if (status_) break;
    const auto left = std::chrono::duration_cast<milliseconds>(deadline - Clock::now());
    if (left <= milliseconds(0)) return false;
    std::this_thread::sleep_for(std::min(pause, left));
    pause = std::min(2 * pause, milliseconds(20));
  }
  return true;
}

void ChildProcess::end() {
  if (wait_for(milliseconds(0))) return;
  signal(SIGTERM);
  signal(SIGCONT);  // a stopped process would not receive SIGTERM
  if (wait_for(kGrace)) return;
  signal(SIGKILL);
  while (!wait_for(kGrace)) {
  }
}

void ChildProcess::signal(int number) const { ::kill(own_group_ ? -id_ : id_, number); }

}  // namespace ect::util
