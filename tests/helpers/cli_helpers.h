#ifndef ECT_TESTS_CLI_HELPERS_H_
#define ECT_TESTS_CLI_HELPERS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"
#include "tests/helpers/temp_folder.h"

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
  std::string path(const std::string& name) const { return folder_ / name; }

  std::string write(const std::string& name, const std::string& content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

 private:
  const TempFolder temp_;

 protected:
  const fs::path& folder_ = temp_.path();
};

}  // namespace ect::cli

#endif  // ECT_TESTS_CLI_HELPERS_H_
