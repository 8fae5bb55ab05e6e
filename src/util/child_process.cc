// A program at the other end of two pipes.
//
// Both pipes are watched together: whoever writes a lot to a program that answers a lot must read
// meanwhile, or both wait for ever with their pipes full. So nothing blocks but poll, which has a
// deadline. A write to a program that has gone would end us by SIGPIPE; the signal is blocked in
// this thread while we write, and taken away if it came, so that other users of it do not notice.
//
// The end: a program is a zombie until it is waited for, and its number is free again afterwards.
// So its group gets SIGKILL between the two, while the zombie still holds the number.
// Tests: child_process_test.
#include "util/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <thread>
#include <utility>

#include "util/text.h"

namespace ect {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kGrace{1000};      // between SIGTERM and SIGKILL
constexpr milliseconds kToExplain{1000};  // for a program that closed its pipes to end

std::string reason(int error) { return std::strerror(error); }

// Both ends of a pipe, closed unless taken.
class Pipe {
 public:
  Pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
      throw Error::input_output("cannot make a pipe: " + reason(errno));
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    for (const int end : ends_) {
      if (end >= 0) ::close(end);
    }
  }
  int end(std::size_t which) const { return ends_[which]; }
  int take(std::size_t which) {
    ::fcntl(ends_[which], F_SETFL, O_NONBLOCK);
    return std::exchange(ends_[which], -1);
  }

 private:
  std::array<int, 2> ends_{-1, -1};  // to read from, to write to
};

// How a program is started: its pipes as standard input and output, signals as at the beginning.
class Start {
 public:
  Start(const Pipe& input, const Pipe& output, bool own_group) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_adddup2(&files_, input.end(0), STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files_, output.end(1), STDOUT_FILENO);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t pipe;
    ::sigemptyset(&none);
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &pipe);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    const int group = own_group ? POSIX_SPAWN_SETPGROUP : 0;
    ::posix_spawnattr_setflags(
        &attributes_, static_cast<short>(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group));
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;
  ~Start() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  // 0, or why not.
  int run(const std::vector<std::string>& arguments, pid_t& id) const {
    std::vector<char*> words;
    words.reserve(arguments.size() + 1);
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    return ::posix_spawnp(&id, words[0], &files_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

// While it lives, writing to a pipe that nobody reads is an error and no signal.
class NoPipeSignal {
 public:
  NoPipeSignal() {
    sigset_t pending;
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  NoPipeSignal(const NoPipeSignal&) = delete;
  NoPipeSignal& operator=(const NoPipeSignal&) = delete;
  ~NoPipeSignal() {
    const timespec now{0, 0};
    while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

// Whether we are who reads the terminal: a program of another group would be stopped at that.
bool is_at_terminal() {
  const int terminal = ::open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
  if (terminal < 0) return false;
  const bool ours = ::tcgetpgrp(terminal) == ::getpgrp();
  ::close(terminal);
  return ours;
}

void close_end(int& end) {
  if (end >= 0) ::close(std::exchange(end, -1));
}

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& arguments)
    : name_(arguments.empty() ? "" : arguments[0].substr(arguments[0].rfind('/') + 1)),
      own_group_(!is_at_terminal()) {
  if (arguments.empty() || arguments[0].empty())
    throw Error::bad_argument("there is no program to start");
  Pipe input;
  Pipe output;
  const int failed = Start(input, output, own_group_).run(arguments, id_);
  if (failed != 0) {
    throw Error::input_output(fmt::format("cannot start '{}': {}", arguments[0], reason(failed)));
  }
  input_ = input.take(1);
  output_ = output.take(0);
}

ChildProcess::~ChildProcess() {
  close_end(input_);
  close_end(output_);
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
  close_end(input_);
  wait_for(grace);
}

std::size_t ChildProcess::exchange(std::string_view text, Deadline deadline) {
  std::array<pollfd, 2> ready{{{output_, POLLIN, 0}, {input_, POLLOUT, 0}}};
  // In slices: its output stays open after its end if it has left somebody behind who holds it.
  constexpr std::int64_t kSlice = 200;
  int time = kSlice;
  if (deadline) {
    const auto left = std::chrono::ceil<milliseconds>(*deadline - Clock::now());
    time = static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, kSlice));
  }
  const int count = ::poll(ready.data(), text.empty() ? 1 : 2, time);
  if (count < 0 && errno != EINTR) throw error("cannot be waited for: " + reason(errno));
  if (count == 0 && deadline && Clock::now() >= *deadline) throw error("does not answer in time");
  if (count == 0 && wait_for(milliseconds(0))) throw broken("has ended");
  if (count <= 0) return 0;
  if (ready[0].revents != 0) read_some();
  return !text.empty() && ready[1].revents != 0 ? write_some(text) : 0;
}

void ChildProcess::read_some() {
  std::array<char, 1 << 16> buffer;
  const ssize_t size = ::read(output_, buffer.data(), buffer.size());
  if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (size <= 0) throw broken("closed its output");
  if (read_ > said_.size() / 2) forget_read();
  said_.append(buffer.data(), static_cast<std::size_t>(size));
  if (said_.size() - read_ > kMostUnread) throw error("says too much");
}

void ChildProcess::forget_read() {
  said_.erase(0, read_);
  searched_ -= read_;
  read_ = 0;
}

std::size_t ChildProcess::write_some(std::string_view text) {
  const NoPipeSignal guard;
  const ssize_t size = ::write(input_, text.data(), text.size());
  if (size >= 0) return static_cast<std::size_t>(size);
  if (errno == EAGAIN || errno == EINTR) return 0;
  throw broken("closed its input");
}

Error ChildProcess::error(const std::string& what) const {
  return Error::input_output(fmt::format("{} {}", shown(name_), what));
}

Error ChildProcess::broken(const std::string& otherwise) {
  if (!wait_for(kToExplain)) return error(otherwise);
  if (WIFSIGNALED(*status_)) {
    return error(fmt::format("was killed by signal {}", WTERMSIG(*status_)));
  }
  return error(fmt::format("ended with status {}", WEXITSTATUS(*status_)));
}

// Whether it has ended; then everybody of its group has, and it has been waited for.
bool ChildProcess::wait_for(milliseconds time) {
  const Clock::time_point deadline = Clock::now() + time;
  milliseconds pause{1};
  while (!status_) {
    siginfo_t info{};
    const int failed = ::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOHANG | WNOWAIT);
    if (failed != 0 && errno == EINTR) continue;
    if (failed != 0 || info.si_pid == id_) {
      if (own_group_) ::kill(-id_, SIGKILL);
      int status = 0;
      while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
      }
      status_ = status;
      break;
    }
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
  signal(SIGCONT);  // a stopped one would not hear it
  if (wait_for(kGrace)) return;
  signal(SIGKILL);
  while (!wait_for(kGrace)) {
  }
}

void ChildProcess::signal(int number) const { ::kill(own_group_ ? -id_ : id_, number); }

}  // namespace ect
