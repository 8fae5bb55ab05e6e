#ifndef ECT_TESTS_LEAVES_NOTHING_H_
#define ECT_TESTS_LEAVES_NOTHING_H_

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <iterator>

namespace ect {

// Whatever a test does, it leaves no file open and no child, dead or alive.
class LeavesNothing : public testing::Test {
 protected:
  void SetUp() override { files_ = open_files(); }
  void TearDown() override {
    EXPECT_EQ(open_files(), files_);
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
    EXPECT_EQ(errno, ECHILD);
  }

 private:
  static std::size_t open_files() {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return static_cast<std::size_t>(std::distance(files, {}));
  }
  std::size_t files_ = 0;
};

}  // namespace ect

#endif  // ECT_TESTS_LEAVES_NOTHING_H_
