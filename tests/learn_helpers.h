#ifndef ECT_TESTS_LEARN_HELPERS_H_
#define ECT_TESTS_LEARN_HELPERS_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/cli.h"

// The verbs that learn, called in-process as a user would call them, in a folder of their own.
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

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

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

// Fruit, as a table: three classes that size and colour tell apart.
inline const std::string kFruit =
    "size,colour,class\n"
    "1,red,apple\n2,red,apple\n1.5,red,apple\n"
    "5,yellow,banana\n6,yellow,banana\n5.5,yellow,banana\n"
    "3,green,kiwi fruit\n2.5,green,kiwi fruit\n3.5,green,kiwi fruit\n";

class LearnCli : public testing::Test {
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

  // A model of these data, learnt with more arguments.
  std::string train(const std::string& data, const std::vector<std::string>& more = {},
                    const std::string& model = "a.model", const std::string& input = "") const {
    std::vector<std::string> arguments{"train", data, "-o", path(model)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = ect(arguments, input);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    return path(model);
  }

  static nlohmann::json json_of(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const Outcome outcome = ect(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return nlohmann::json::parse(outcome.out);
  }

  long files() const { return std::distance(fs::directory_iterator(folder_), {}); }

  fs::path folder_;
};

}  // namespace ect::cli

#endif  // ECT_TESTS_LEARN_HELPERS_H_
