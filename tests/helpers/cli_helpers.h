#ifndef ECT_TESTS_CLI_HELPERS_H_
#define ECT_TESTS_CLI_HELPERS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"

// The program, called in-process as a user would call it, in a folder of its own.
namespace ect::cli {

namespace fs = std::filesystem;

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

inline Outcome ect(const std::vector<std::string>& arguments, const std::string& input = "",
                   bool terminal = false) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  const int status = run(arguments, {in, out, err, terminal});
  return {status, out.str(), err.str()};
}

inline long lines_in(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

inline void expect_one_line_error(const Outcome& outcome, int status) {
  EXPECT_EQ(outcome.status, status) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(outcome.err.starts_with("ect: ")) << outcome.err;
  EXPECT_EQ(lines_in(outcome.err), 1) << outcome.err;
}

inline std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ =
        fs::temp_directory_path() / (std::string("ect_") + test->test_suite_name() + test->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string path(const std::string& name) const { return folder_ / name; }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  fs::path folder_;
};

}  // namespace ect::cli

#endif  // ECT_TESTS_CLI_HELPERS_H_
