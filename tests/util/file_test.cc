// Files that are written whole: what is seen of them before, after, and when the writer is killed.
#include "util/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "tests/helpers/cli_helpers.h"

namespace ect::util {
namespace {

class File : public cli::InFolder {
 protected:
  std::size_t entries() const {
    return static_cast<std::size_t>(
        std::distance(cli::fs::directory_iterator(folder_), cli::fs::directory_iterator()));
  }
};

// The id of a process that has ended.
pid_t dead_process() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

std::string temporary(const std::string& path, pid_t process) {
  return path + ".ect-" + std::to_string(process) + ".tmp";
}

TEST_F(File, IsThereOnlyOnceItIsComplete) {
  FileWriter writer(path("a"));
  writer.write("half");
  EXPECT_FALSE(cli::fs::exists(path("a")));
  writer.write(" and half");
  writer.commit();
  EXPECT_EQ(cli::read(path("a")), "half and half");
  EXPECT_EQ(entries(), 1U);
}

TEST_F(File, LeavesNothingBehindWhereItsWriterIsKilled) {
  int ready[2] = {-1, -1};
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    FileWriter writer(path("a"));
    writer.write(std::string(1 << 20, 'x'));
    [[maybe_unused]] const ssize_t told = ::write(ready[1], "!", 1);
    ::pause();
  }
  char byte = 0;
  EXPECT_EQ(::read(ready[0], &byte, 1), 1);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ::close(ready[0]);
  ::close(ready[1]);
  EXPECT_EQ(entries(), 0U);
}

TEST_F(File, RemovesTemporaryFilesOfProcessesThatNoLongerRun) {
  const pid_t dead = dead_process();
  write("a.ect-" + std::to_string(dead) + ".tmp", "left");
  write("b.ect-" + std::to_string(dead) + ".tmp", "another file's");
  write("a.ect-x.tmp", "no process");
  write("a." + std::to_string(dead) + ".tmp", "a user's own");
  const std::string living = write("a.ect-" + std::to_string(::getppid()) + ".tmp", "in use");
  write_file(path("a"), "new");
  EXPECT_TRUE(cli::fs::exists(path("a." + std::to_string(dead) + ".tmp")));
  EXPECT_FALSE(cli::fs::exists(temporary(path("a"), dead)));
  EXPECT_TRUE(cli::fs::exists(temporary(path("b"), dead)));
  EXPECT_TRUE(cli::fs::exists(path("a.ect-x.tmp")));
  EXPECT_TRUE(cli::fs::exists(living));
}

TEST_F(File, KeepsTemporaryFilesThatSomebodyElsewhereHasLocked) {
  // As another machine's process does, of which there is no such number here.
  const std::string locked = temporary(path("a"), dead_process());
  const int file = ::open(locked.c_str(), O_CREAT | O_WRONLY, 0600);
  ASSERT_EQ(::flock(file, LOCK_EX), 0);
  write_file(path("a"), "new");
  EXPECT_TRUE(cli::fs::exists(locked));
  ::close(file);
  write_file(path("a"), "newer");
  EXPECT_FALSE(cli::fs::exists(locked));
}

TEST_F(File, KeepsItsModeAndFollowsLinks) {
  const std::string file = write("a", "old");
  cli::fs::permissions(file, cli::fs::perms::owner_read | cli::fs::perms::owner_write);
  cli::fs::create_symlink(file, path("link"));
  write_file(path("link"), "new");
  EXPECT_TRUE(cli::fs::is_symlink(path("link")));
  EXPECT_EQ(cli::read(file), "new");
  EXPECT_EQ(cli::fs::status(file).permissions(),
            cli::fs::perms::owner_read | cli::fs::perms::owner_write);
}

TEST_F(File, IsMadeWhereALinkLeadsAlsoToWhatIsNotThere) {
  cli::fs::create_symlink("later", path("link"));
  write_file(path("link"), "new");
  EXPECT_TRUE(cli::fs::is_symlink(path("link")));
  EXPECT_EQ(cli::read(path("later")), "new");
}

TEST_F(File, ThatIsOpenAlreadyIsWrittenOnAndNotReplaced) {
  const std::string file = write("log", "old ");
  const int open = ::open(file.c_str(), O_WRONLY | O_APPEND);
  write_file("/dev/fd/" + std::to_string(open), "new ");
  write_file("/dev/fd/" + std::to_string(open), "newer");
  ::close(open);
  EXPECT_EQ(cli::read(file), "old new newer");
}

}  // namespace
}  // namespace ect::util
