// Starting and reaping programs. Programs are started by posix_spawn, which copies no page table,
// so that a process of many gigabytes starts them as fast as a small one.
//
// The end: a program is a zombie until it is waited for, and its process id is free afterwards. So
// its group gets SIGKILL between its end and the wait, while the zombie still holds the id.
//
// If we are killed ourselves (kill -9, out of memory), the kernel must end the programs. For each
// program we hold the only write end of a pipe to which nothing is ever written, until the program
// has ended. The program inherits the read end, for which the kernel is asked to send SIGKILL to
// the program's group when the pipe changes. The only possible change is that its writer is gone.
// (One pipe for all programs would do on new kernels; before Linux 5.6 the end of one program was a
// change for the others.) A parent-death signal (prctl) would come too early, with the end of the
// thread that starts a program, and would spare processes that the program has started. Not
// covered: a program that closes all descriptors it inherits, and the microseconds between its
// start and the call that names its group. Tests: child_process_test, process_judge_test,
// jsonl_judge_test, orphans_test.
#include "util/spawn.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "ect/error.h"

namespace ect::util {
namespace {

// Moves a descriptor above the standard ones. Returns 0, or the error's number; it is closed then.
int move_up(int& descriptor) {
  if (descriptor > STDERR_FILENO) return 0;
  const int above = ::fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const int error = errno;
  ::close(std::exchange(descriptor, above));
  return above < 0 ? error : 0;
}

// Kills a program when our process ends, however that happens.
class Lifeline {
 public:
  Lifeline() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
      error_ = errno;
      return;
    }
    for (int& end : ends_) {
      if (error_ == 0) error_ = move_up(end);
    }
    ::fcntl(end(), F_SETSIG, SIGKILL);
    ::fcntl(end(), F_SETFL, O_NONBLOCK | O_ASYNC);
  }
  Lifeline(const Lifeline&) = delete;
  Lifeline& operator=(const Lifeline&) = delete;
  ~Lifeline() {
    for (int& end : ends_) close_descriptor(end);
  }

  int error() const { return error_; }  // the error of the constructor; 0 for none
  int end() const { return ends_[0]; }
  // Binds the program to us until let_go().
  void hold(pid_t program, bool own_group) {
    ::fcntl(end(), F_SETOWN, own_group ? -program : program);
    Held& held = all();
    const std::lock_guard<std::mutex> lock(held.mutex);
    held.ends[program] = std::exchange(ends_[1], -1);
  }
  // Releases a program that has ended. Requires that it has not been waited for: otherwise its id
  // may belong to another process.
  static void let_go(pid_t program) {
    Held& held = all();
    const std::lock_guard<std::mutex> lock(held.mutex);
    const auto found = held.ends.find(program);
    if (found == held.ends.end()) return;
    close_descriptor(found->second);
    held.ends.erase(found);
  }

 private:
  struct Held {
    std::mutex mutex;
    std::unordered_map<pid_t, int> ends;  // the write end of each program
  };
  static Held& all() {
    static Held* const held = new Held;  // never destroyed: programs may outlive static objects
    return *held;
  }

  std::array<int, 2> ends_{-1, -1};  // the read end and the write end
  int error_ = 0;
};

// The attributes of posix_spawn: standard input and output, inherited descriptors, default signals.
class Start {
 public:
  Start(int input, int output, int lifeline, bool own_group) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawn_file_actions_adddup2(&files_, input, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
    // Duplicated onto itself, it loses close-on-exec and is inherited.
    ::posix_spawn_file_actions_adddup2(&files_, lifeline, lifeline);
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

  // Returns 0, or the error number.
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

int wait_for(pid_t id) {
  int status = 0;
  pid_t waited = -1;
  do {
    waited = ::waitpid(id, &status, 0);
  } while (waited < 0 && errno == EINTR);
  return waited == id ? status : -1;
}

// Waits for a program that has ended, or was killed.
int wait_for_ended(pid_t id) {
  Lifeline::let_go(id);
  return wait_for(id);
}

// Repeats a system call that a signal interrupted.
template <class Call>
ssize_t moved(Call call) {
  ssize_t size = 0;
  do {
    size = call();
  } while (size < 0 && errno == EINTR);
  return size;
}

}  // namespace

Pipe::Pipe() {
  if (::pipe2(ends_.data(), O_CLOEXEC) != 0) {
    throw Error::input_output("cannot make a pipe: " + error_text(errno));
  }
  for (int& end : ends_) {
    const int error = move_up(end);
    if (error == 0) continue;
    for (int& each : ends_) close_descriptor(each);
    throw Error::input_output("cannot make a pipe: " + error_text(error));
  }
}

Pipe::~Pipe() {
  for (int& end : ends_) close_descriptor(end);
}

int Pipe::take(std::size_t which) {
  ::fcntl(ends_[which], F_SETFL, O_NONBLOCK);
  return std::exchange(ends_[which], -1);
}

int spawn(const std::vector<std::string>& arguments, int input, int output, bool own_group,
          pid_t& id) {
  Lifeline lifeline;
  if (lifeline.error() != 0) return lifeline.error();
  const int failed = Start(input, output, lifeline.end(), own_group).run(arguments, id);
  if (failed == 0) lifeline.hold(id, own_group);
  return failed;
}

bool may_pass(int error) {
  return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE ||
         error == ETXTBSY || error == EINTR;
}

std::optional<int> reap(pid_t id, bool own_group) {
  siginfo_t info{};
  int failed = 0;
  do {
    failed = ::waitid(P_PID, static_cast<id_t>(id), &info, WEXITED | WNOHANG | WNOWAIT);
  } while (failed != 0 && errno == EINTR);
  if (failed != 0) return -1;  // not our child: the id may belong to another process by now
  if (info.si_pid != id) return std::nullopt;
  if (own_group) ::kill(-id, SIGKILL);
  return wait_for_ended(id);
}

bool wants_terminal(pid_t id) {
  siginfo_t info{};
  const int failed = ::waitid(P_PID, static_cast<id_t>(id), &info, WSTOPPED | WNOHANG | WNOWAIT);
  return failed == 0 && info.si_pid == id &&
         (info.si_status == SIGTTIN || info.si_status == SIGTTOU);
}

int kill_and_reap(pid_t id) {
  ::kill(-id, SIGKILL);
  return wait_for_ended(id);
}

std::string how_it_ended(int status) {
  if (WIFEXITED(status)) return fmt::format("ended with status {}", WEXITSTATUS(status));
  if (WIFSIGNALED(status)) return fmt::format("was killed by signal {}", WTERMSIG(status));
  return "ended with an unknown status";
}

std::string error_text(int error) { return std::strerror(error); }

Moved read_now(int descriptor, std::span<char> buffer) {
  const ssize_t size = moved([&] { return ::read(descriptor, buffer.data(), buffer.size()); });
  if (size < 0 && errno == EAGAIN) return {};
  if (size < 0) return {0, true, errno};
  return {static_cast<std::size_t>(size), size == 0, 0};
}

Moved write_now(int descriptor, std::string_view text) {
  const NoPipeSignal guard;
  const ssize_t size = moved([&] { return ::write(descriptor, text.data(), text.size()); });
  if (size < 0 && errno == EAGAIN) return {};
  if (size < 0) return {0, true, errno};
  return {static_cast<std::size_t>(size), false, 0};
}

void close_descriptor(int& descriptor) {
  if (descriptor >= 0) ::close(std::exchange(descriptor, -1));
}

NoPipeSignal::NoPipeSignal() {
  sigset_t pending;
  ::sigemptyset(&pipe_);
  ::sigaddset(&pipe_, SIGPIPE);
  ::sigpending(&pending);
  was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
  ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
}

NoPipeSignal::~NoPipeSignal() {
  const timespec now{0, 0};
  while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &now) < 0 && errno == EINTR) {
  }
  ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

}  // namespace ect::util
